import { text as textOf } from 'node:stream/consumers';
import type { Command } from 'commander';
import { type Json, type ParameterDescriptor, RemoteError, type RemoteHost } from '../../../client/index.js';
import { printable } from '../../../service/common/printable.js';
import { parseJson } from '../../../wire/json.js';
import { usageError } from '../exit-codes.js';
import { addRemote, type RemoteOptions, remoteFailure, withHost } from './connection.js';
import { memberOf, memberTargetOf, readTyped, type Target } from './targets.js';
import { print, printJson, shown, valueOfWord } from './values.js';

interface Write {
  readonly text: string;
  readonly target: Target;
  readonly value: Json;
}

/** Adds `set` and `call`. */
export function addWriting(program: Command): void {
  addRemote(
    program,
    'set <words...>',
    'Write one or several members. A value is JSON; for a String, or if it is not JSON, it is text',
    `  $ sim-host set key-light/intensity 2.5
  $ sim-host set key-light/intensity 2.5 key-light/color '{"r": 1}' StudioManager/title Show
  $ echo '{"path": "key-light/intensity", "value": 2.5}' | sim-host set -     JSON lines
`,
  ).action((words: readonly string[], options: RemoteOptions) =>
    withHost(options, async (host) => {
      const writes =
        words.length === 1 && words[0] === '-' ? await writesOfInput() : await writesOf(host, words);
      await write(host, writes, options);
    }),
  );
  addRemote(
    program,
    'call <target> [arguments...]',
    'Call a function and print its result. An argument is JSON or text',
    `  $ sim-host call key-light/Flash 3
  $ sim-host call StudioManager/Announce "On air" warning
`,
  ).action((text: string, words: readonly string[], options: RemoteOptions) =>
    withHost(options, async (host) => {
      const { key, path } = memberTargetOf(text, 'Function');
      const { type } = await readTyped(host, key);
      const called = type?.functions?.find(({ name }) => name.toLowerCase() === path.toLowerCase());
      const { parameters } = called ?? {};
      if (parameters !== undefined && words.length > parameters.length)
        throw usageError(surplus(text, parameters, words));
      const values = words.map((word, i) => valueOfWord(word, parameters?.[i]?.type));
      const result: Json = await host.object(key).call(path, ...values);
      print(options, { result }, result === null ? [] : [shown(result)]);
    }),
  );
}

/** Returns an error for surplus arguments, which hosts ignore. */
function surplus(text: string, parameters: readonly ParameterDescriptor[], words: readonly string[]): string {
  const expected = parameters.map(({ name, type }) => `${name}: ${type}`).join(', ');
  const given = words.map((word) => JSON.stringify(word)).join(', ');
  return `${text}: expected the arguments (${expected}), got (${given}); put quotes around one with blanks`;
}

async function writesOf(host: RemoteHost, words: readonly string[]): Promise<Write[]> {
  if (words.length % 2 !== 0)
    throw usageError(`"${words.at(-1)}" has no value; usage: sim-host set KEY/path VALUE [KEY/path VALUE …]`);
  const writes: Write[] = [];
  for (let i = 0; i < words.length; i += 2) {
    const text = words[i]!;
    const target = memberTargetOf(text, 'path');
    // The write itself reports an unknown target.
    const member = await memberOf(host, target).catch(() => undefined);
    writes.push({ text, target, value: valueOfWord(words[i + 1]!, member?.type) });
  }
  return writes;
}

async function writesOfInput(): Promise<Write[]> {
  const writes: Write[] = [];
  // node:readline would also split lines at U+2028 and U+2029.
  for (const [i, line] of linesOf(await textOf(process.stdin)).entries()) {
    if (line.trim() === '') continue;
    const { path, value } = lineOf(line, i + 1);
    writes.push({ text: path, target: memberTargetOf(path, 'path'), value });
  }
  return writes;
}

/** Splits text into lines, without the byte order mark that some editors write. */
export function linesOf(text: string): string[] {
  return text.replace(/^\ufeff/, '').split(/\r?\n/);
}

function lineOf(line: string, number: number): { path: string; value: Json } {
  try {
    const { path, value } = parseJson(line) as { path?: Json; value?: Json };
    if (typeof path === 'string' && value !== undefined) return { path, value };
  } catch {
    // The error below covers this.
  }
  throw usageError(`line ${number} is not {"path": "KEY/path", "value": …}: ${printable(line.slice(0, 80))}`);
}

/** Runs the writes; the first that fails decides the exit code. */
async function write(host: RemoteHost, writes: readonly Write[], options: RemoteOptions): Promise<void> {
  const asked = host.batch(() =>
    Promise.allSettled(writes.map(({ target, value }) => host.object(target.key).set(target.path, value))),
  );
  let failure: unknown;
  for (const [i, outcome] of (await asked).entries()) {
    const { text } = writes[i]!;
    if (outcome.status === 'fulfilled') {
      const value = outcome.value as Json;
      print(options, { path: text, value }, [writes.length > 1 ? `${text} = ${shown(value)}` : shown(value)]);
      continue;
    }
    if (!(outcome.reason instanceof RemoteError)) throw outcome.reason;
    const error = await remoteFailure(outcome.reason, host);
    if (options.json) printJson({ path: text, error: outcome.reason.message, status: outcome.reason.status });
    else if (failure !== undefined) console.error(`sim-host: ${error.message}`);
    failure ??= error;
  }
  if (failure !== undefined) throw failure;
}
