import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import si from 'systeminformation';
import type { Growth, Row, Scenario } from './lib/context.js';
import type { BenchOptions } from './lib/options.js';
import { type BenchResults, html, json, markdown } from './lib/report.js';
import { pinLoad } from './lib/server.js';
import { broadcast } from './scenarios/broadcast.js';
import { files } from './scenarios/files.js';
import { growth } from './scenarios/growth.js';
import { ratios } from './scenarios/ratios.js';
import { relays } from './scenarios/relays.js';
import { batches, lists, properties, routes } from './scenarios/rest.js';
import { deliveries, idle } from './scenarios/stream.js';

const scenarios: readonly Scenario[] = [
  ratios,
  properties,
  routes,
  lists,
  batches,
  deliveries,
  broadcast,
  idle,
  growth,
  files,
  relays,
];
/** Scenarios that can run on another host. */
const onAnyHost = ['routes'];

export interface BenchCommand extends BenchOptions {
  readonly json?: boolean;
  readonly report?: string;
  readonly compare?: string;
  /** Allowed decrease of a ratio compared with `compare`, above the measured noise. */
  readonly margin: number;
}

/**
 * Runs the benchmarks and writes the reports.
 * @returns 0, or 1 if a required aim was missed or a ratio decreased by more than the margin
 * @throws Error for an unknown scenario
 */
export async function runBench(command: BenchCommand): Promise<0 | 1> {
  const { scenario = [], baseUrl } = command;
  const chosen = scenarios.filter(({ name }) => {
    const isWanted = scenario.length === 0 || scenario.some((each) => name.startsWith(each));
    return isWanted && (baseUrl === undefined || onAnyHost.includes(name));
  });
  if (chosen.length === 0)
    throw new Error(`unknown scenario; available: ${scenarios.map(({ name }) => name).join(', ')}`);
  const isPinned = pinLoad();
  const { rows, growths } = await measure(chosen, command);
  const { duration, connections, subscribers, runs } = command;
  const results: BenchResults = {
    date: new Date().toISOString(),
    machine: await machineFacts(isPinned),
    options: { duration, connections, subscribers, runs },
    rows,
    growths,
  };
  process.stdout.write(command.json ? json(results) : markdown(results));
  if (command.report !== undefined) {
    await mkdir(dirname(command.report), { recursive: true });
    await writeFile(command.report, html(results));
  }
  const isMissed = rows.some(({ aim }) => aim?.isRequired && !aim.isMet);
  if (command.compare === undefined || isMissed) return isMissed ? 1 : 0;
  const before = JSON.parse((await readFile(command.compare, 'utf8')).replace(/^\ufeff/, '')) as BenchResults;
  const slower = compare(rows, before, command.margin);
  if (slower.length === 0) return 0;
  // A slower result is repeated, because another process may have caused it.
  const again = chosen.filter(({ name }) => slower.some((row) => row.scenario === name));
  process.stderr.write('Slower: it is measured once more.\n');
  const second = (await measure(again, command)).rows;
  const isSlower = (row: Row) => slower.some((each) => each.name === row.name);
  return compare(second.filter(isSlower), before, command.margin).length === 0 ? 0 : 1;
}

async function measure(chosen: readonly Scenario[], options: BenchOptions) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const rows: Row[] = [];
  const growths: Growth[] = [];
  let title = '';
  const progress = (text: string) =>
    void process.stderr.write(process.stderr.isTTY ? `\r\x1b[2K${title}: ${text}` : `${title}: ${text}\n`);
  try {
    for (const each of chosen) {
      title = each.title;
      await each.run({
        options,
        folder,
        progress,
        row: (row) => void rows.push(row),
        growth: (growth) => void growths.push(growth),
      });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
    if (process.stderr.isTTY) process.stderr.write('\r\x1b[2K');
  }
  return { rows, growths };
}

async function machineFacts(isPinned: boolean): Promise<Record<string, string>> {
  const [cpu, memory, os] = await Promise.all([si.cpu(), si.mem(), si.osInfo()]);
  return {
    processor: `${cpu.manufacturer} ${cpu.brand}, ${cpu.cores} cores`.trim(),
    memory: `${Math.round(memory.total / 2 ** 30)} GiB`,
    system: `${os.distro} ${os.release}, ${os.arch}`,
    runtime: `Node.js ${process.versions.node}`,
    placement: isPinned ? 'server and load pinned to a core each' : 'server and load not pinned',
  };
}

/**
 * Compares only ratios, because absolute figures differ from day to day.
 * @returns the rows whose ratio decreased by more than the margin
 * @throws Error if there is nothing to compare
 */
function compare(rows: readonly Row[], before: BenchResults, margin: number): Row[] {
  const pairs = rows.flatMap((row) => {
    if (row.isUnclear) process.stderr.write(`?      ${row.name}: ${row.note}; not compared\n`);
    const old = before.rows.find(
      ({ name, note }) => name === row.name && isByWrk(note) === isByWrk(row.note),
    );
    return row.isUnclear || old?.isUnclear || row.ratio === undefined || old?.ratio === undefined
      ? []
      : [{ row, now: row.ratio.median, old: old.ratio.median }];
  });
  if (pairs.length === 0 && !rows.some(({ isUnclear }) => isUnclear))
    throw new Error('The earlier run has no ratio that this run has too');
  return pairs
    .filter(({ row: { name }, now, old }) => {
      // Less memory is better.
      const isSlower = name.startsWith('memory') ? now > old * (1 + margin) : now < old * (1 - margin);
      process.stderr.write(
        `${isSlower ? 'SLOWER' : 'ok    '} ${name}: ${old.toFixed(2)} to ${now.toFixed(2)}\n`,
      );
      return isSlower;
    })
    .map(({ row }) => row);
}

/** Figures of different load generators are not comparable. */
function isByWrk(note = ''): boolean {
  return note.includes('wrk');
}
