import { text as textOf } from 'node:stream/consumers';
import type { Command } from 'commander';
import { type Json, type ParameterDescriptor, RemoteError, type RemoteHost } from '../../../client/index.js';
import { printable } from '../../../service/common/printable.js';
import { parseJson } from '../../../wire/json.js';
import { usageError } from '../exit-codes.js';
import { addRemote, type RemoteOptions, withHost } from './connection.js';
import { explained, memberOf, memberTargetOf, type Target, typeOf } from './targets.js';
import { printJson, shown, valueOfWord } from './values.js';

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
      const target = memberTargetOf(text, 'Function');
      try {
        const type = await typeOf(host, target.key);
        const parameters = type?.functions?.find(
          ({ name }) => name.toLowerCase() === target.path.toLowerCase(),
        )?.parameters;
        if (parameters !== undefined && words.length > parameters.length)
          throw usageError(surplus(text, parameters, words));
        const values = words.map((word, i) => valueOfWord(word, parameters?.[i]?.type));
        const result: Json = await host.object(target.key).call(target.path, ...values);
        if (options.json) printJson({ result });
        else if (result !== null) console.log(printable(shown(result)));
      } catch (error) {
        throw await explained(host, target, error);
      }
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

/** Removes the byte order mark that some editors write. */
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
async function write(host: RemoteHost, writes: readonly Write[], { json }: RemoteOptions): Promise<void> {
  const asked = host.batch(() =>
    Promise.allSettled(writes.map(({ target, value }) => host.object(target.key).set(target.path, value))),
  );
  let failure: unknown;
  for (const [i, outcome] of (await asked).entries()) {
    const { text, target } = writes[i]!;
    if (outcome.status === 'fulfilled') {
      const value = outcome.value as Json;
      if (json) printJson({ path: text, value });
      else if (writes.length > 1) console.log(printable(`${text} = ${shown(value)}`));
      else console.log(printable(shown(value)));
      continue;
    }
    const error = await explained(host, target, outcome.reason);
    if (json && outcome.reason instanceof RemoteError)
      printJson({ path: text, error: outcome.reason.message, status: outcome.reason.status });
    else if (failure !== undefined) console.error(`sim-host: ${printable((error as Error).message)}`);
    failure ??= error;
  }
  if (failure !== undefined) throw failure;
}
