import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import si from 'systeminformation';
import type { BenchOptions, Growth, Row, Scenario } from './lib/context.js';
import { type BenchResults, html, markdown } from './lib/report.js';
import { pinLoad } from './lib/server.js';
import { broadcast } from './scenarios/broadcast.js';
import { growth } from './scenarios/growth.js';
import { loop } from './scenarios/host.js';
import { batches, lists, properties, routes } from './scenarios/rest.js';
import { storms } from './scenarios/storms.js';
import { deliveries, idle } from './scenarios/stream.js';

const scenarios: readonly Scenario[] = [
  properties,
  routes,
  lists,
  batches,
  deliveries,
  broadcast,
  idle,
  storms,
  growth,
  loop,
];
/** Those that can be put on a host of another make. */
const onAnyHost = ['routes'];

export interface BenchCommand extends BenchOptions {
  readonly json?: boolean;
  readonly report?: string;
  readonly compare?: string;
  /** By how much a ratio may fall against `compare`: above the noise that was measured. */
  readonly margin: number;
}

/**
 * Runs the benchmarks and reports.
 * @returns 0, or 1 when a ratio fell by more than the margin
 * @throws Error when no scenario has that name
 */
export async function runBench(command: BenchCommand): Promise<0 | 1> {
  const { scenario = [], baseUrl } = command;
  const chosen = scenarios.filter(({ name }) => {
    const isWanted = scenario.length === 0 || scenario.some((each) => name.startsWith(each));
    return isWanted && (baseUrl === undefined || onAnyHost.includes(name));
  });
  if (chosen.length === 0)
    throw new Error(`there is no such scenario; there are ${scenarios.map(({ name }) => name).join(', ')}`);
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const rows: Row[] = [];
  const growths: Growth[] = [];
  const isPinned = pinLoad();
  let title = '';
  const progress = (text: string) =>
    void process.stderr.write(process.stderr.isTTY ? `\r\x1b[2K${title}: ${text}` : `${title}: ${text}\n`);
  try {
    for (const each of chosen) {
      title = each.title;
      await each.run({
        options: command,
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
  const { duration, connections, subscribers, runs } = command;
  const results: BenchResults = {
    date: new Date().toISOString(),
    machine: await machineFacts(isPinned),
    options: { duration, connections, subscribers, runs },
    rows,
    growths,
  };
  process.stdout.write(command.json ? `${JSON.stringify(results, null, 2)}\n` : markdown(results));
  if (command.report !== undefined) {
    await mkdir(dirname(command.report), { recursive: true });
    await writeFile(command.report, html(results));
  }
  return command.compare === undefined ? 0 : compare(results, command.compare, command.margin);
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

/** Ratios alone are compared: absolute figures of another day say nothing. */
async function compare({ rows }: BenchResults, file: string, margin: number): Promise<0 | 1> {
  const before = (JSON.parse(await readFile(file, 'utf8')) as BenchResults).rows;
  let code: 0 | 1 = 0;
  let compared = 0;
  for (const { name, ratio, note } of rows) {
    // What was measured in another way, by another load, cannot be compared.
    const old = before.find((row) => row.name === name && isByWrk(row.note) === isByWrk(note))?.ratio;
    if (ratio === undefined || old === undefined) continue;
    compared++;
    const change = ratio.median / old.median - 1;
    // Of memory less is better.
    const isWorse = name.startsWith('memory') ? change > margin : change < -margin;
    if (isWorse) code = 1;
    process.stderr.write(
      `${isWorse ? 'SLOWER' : 'ok    '} ${name}: ${old.median.toFixed(2)} to ${ratio.median.toFixed(2)}\n`,
    );
  }
  if (compared === 0) throw new Error(`${file} has no ratio that this run has too`);
  return code;
}

function isByWrk(note = ''): boolean {
  return note.includes('wrk');
}
