import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AbuseCase, Outcome } from '../abuse/abuse-case.js';
import { generateCase } from '../abuse/generate.js';
import { judge } from '../abuse/judge.js';
import { readOperations } from '../abuse/operations.js';
import { send } from '../abuse/send.js';
import { excuse, patience } from '../corpus/excuses.js';
import { corpus } from '../corpus/index.js';
import { type Engine, SoakHost } from '../host/host.js';
import { OddFiles } from '../host/odd-files.js';
import { pressures } from '../pressure/pressures.js';
import { runPressure } from '../pressure/run.js';

/** Maximum displayed bytes of a case and of an answer. */
const shown = 1500;

/**
 * Sends cases to a new host and shows the results.
 * @param wanted the number of a generated case, or part of names in the corpus
 * @returns true if all results are correct or known
 */
export async function runCases(engine: Engine, seed: number, wanted: string, print: (line: string) => void) {
  const cases = casesOf(seed, wanted);
  let isGood = true;
  await onFreshHost(engine, print, async (host, folder) => {
    for (const abuse of cases) {
      if (cases.length === 1) print(describeCase(abuse));
      const outcome = await send(host.port, abuse, patience(engine, abuse));
      if (cases.length === 1) print(describeOutcome(outcome));
      const wrong = host.died ?? judge(abuse, outcome, folder);
      const reason = wrong === undefined ? undefined : excuse(engine, abuse, wrong);
      const result = wrong === undefined ? 'ok' : reason === undefined ? 'WRONG' : 'known';
      const why = [reason, wrong].filter((each) => each !== undefined).join(': ');
      print(
        `${result.padEnd(6)}${String(Math.round(outcome.ms)).padStart(6)} ms  ${abuse.name}${why && `: ${why}`}`,
      );
      if (result === 'WRONG') isGood = false;
      if (host.died !== undefined) break;
    }
  });
  return isGood;
}

/** The same as `runCases` for pressures. */
export async function runPressures(engine: Engine, wanted: string, print: (line: string) => void) {
  const found = pressures.filter(({ name }) => name.includes(wanted));
  if (found.length === 0)
    throw new Error(
      `there is no pressure ${wanted}; there are ${pressures.map(({ name }) => name).join(', ')}`,
    );
  let isGood = true;
  for (const pressure of found) {
    await onFreshHost(engine, print, async (host) => {
      const { name, took, longestAnswer, wrong } = await runPressure(host, pressure);
      const result = `${took} MB, longest answer ${longestAnswer} ms`;
      print(
        `${wrong === undefined ? 'ok' : 'WRONG'} ${name}: ${result}${wrong === undefined ? '' : `: ${wrong}`}`,
      );
      if (wrong !== undefined) isGood = false;
    });
  }
  return isGood;
}

async function onFreshHost(
  engine: Engine,
  print: (line: string) => void,
  use: (host: SoakHost, folder: string) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sim-host-soak-'));
  const oddFiles = new OddFiles(folder);
  const host = await SoakHost.start({ engine, project: folder });
  await use(host, folder);
  await host.stop().catch(({ message }) => print(message));
  oddFiles.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

function casesOf(seed: number, wanted: string): readonly AbuseCase[] {
  if (/^\d+$/.test(wanted)) return [generateCase(readOperations(), seed, Number(wanted))];
  const all = corpus();
  const exact = all.filter(({ name }) => name === wanted);
  const found = exact.length > 0 ? exact : all.filter(({ name }) => name.includes(wanted));
  if (found.length > 0) return found;
  throw new Error(`there is no case ${wanted}; there are ${all.map(({ name }) => name).join(', ')}`);
}

function describeCase({ name, pieces, manner, expects }: AbuseCase): string {
  const sent = pieces.map((piece) =>
    typeof piece === 'number' ? `(${piece} ms)` : visible(Buffer.from(piece as Uint8Array)),
  );
  return `${name}\nthe client ${manner}; expected: ${expects}\n--- sent\n${sent.join('\n')}`;
}

function describeOutcome({ answers, isClosed, ms, rest }: Outcome): string {
  const each = answers.map(({ status, body }) => `${status} ${visible(Buffer.from(body))}`);
  const tail = rest.length === 0 ? '' : `\nand ${rest.length} bytes more`;
  return `--- answered within ${Math.round(ms)} ms${isClosed ? ', closed' : ''}\n${each.join('\n') || 'nothing'}${tail}\n---`;
}

function visible(bytes: Buffer): string {
  const text = JSON.stringify(bytes.toString('latin1', 0, shown)).slice(1, -1);
  const start = text.replaceAll('\\r\\n', '\n').replaceAll('\\"', '"');
  return bytes.length > shown ? `${start}… (${bytes.length} bytes)` : start;
}
