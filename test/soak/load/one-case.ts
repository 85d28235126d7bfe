import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AbuseCase, Outcome } from '../abuse/abuse-case.js';
import { generateCase } from '../abuse/generate.js';
import { judge } from '../abuse/judge.js';
import { readOperations } from '../abuse/operations.js';
import { send } from '../abuse/send.js';
import { excuse } from '../corpus/excuses.js';
import { corpus } from '../corpus/index.js';
import { type Engine, SoakHost } from '../host/host.js';

/** Bytes of a case, and of an answer, that are shown. */
const shown = 1500;

/** Sends one case to a fresh host and shows it. @param name of the corpus, or the number of a generated case @returns whether it is as it should be */
export async function runOne(engine: Engine, seed: number, name: string, print: (line: string) => void) {
  const abuse = caseOf(seed, name);
  const folder = mkdtempSync(join(tmpdir(), 'sim-host-soak-'));
  const host = await SoakHost.start({ engine, project: folder });
  print(describeCase(abuse));
  const outcome = await send(host.port, abuse);
  print(describeOutcome(outcome));
  const wrong = host.died ?? judge(abuse, outcome, folder);
  const reason = wrong === undefined ? undefined : excuse(engine, abuse, wrong);
  print(
    wrong === undefined ? 'as it should be' : reason === undefined ? `WRONG: ${wrong}` : `known: ${reason}`,
  );
  await host.stop().catch(({ message }) => print(message));
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  return wrong === undefined || reason !== undefined;
}

function caseOf(seed: number, name: string): AbuseCase {
  if (/^\d+$/.test(name)) return generateCase(readOperations(), seed, Number(name));
  const found = corpus().find((each) => each.name === name);
  if (found !== undefined) return found;
  throw new Error(
    `there is no case ${name}; there are ${corpus()
      .map((each) => each.name)
      .join(', ')}`,
  );
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
  return `--- answered within ${Math.round(ms)} ms${isClosed ? ', closed' : ''}\n${each.join('\n') || 'nothing'}${tail}`;
}

function visible(bytes: Buffer): string {
  const start = JSON.stringify(bytes.toString('latin1', 0, shown))
    .slice(1, -1)
    .replaceAll('\\r\\n', '\n')
    .replaceAll('\\"', '"');
  return bytes.length > shown ? `${start}… (${bytes.length} bytes)` : start;
}
