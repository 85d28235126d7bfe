import { type Command, InvalidArgumentError } from 'commander';
import type { Json } from '../../../client/index.js';
import { toJson } from '../../../client/json.js';
import { exceptionText } from '../../../service/common/exception-text.js';
import { didYouMean } from '../../../service/common/nearest-name.js';
import { CliError, exitCodes, usageError } from '../exit-codes.js';
import { type Difference, differences, type Part, parts } from '../exposed/differences.js';
import { readExposed } from '../exposed/exposed.js';
import { withSource } from '../exposed/source.js';
import { addRemote, type RemoteOptions } from './connection.js';
import { print } from './values.js';

interface DiffOptions extends RemoteOptions {
  readonly only?: readonly Part[];
}

/** Adds `diff`. */
export function addDiff(program: Command, onExitCode: (code: number) => void): void {
  addRemote(
    program,
    'diff <before> <after>',
    'Compare types, enums, objects and values of two hosts or scene files, which are run with their modules',
    `  $ sim-host diff http://127.0.0.1:9095 http://127.0.0.1:9096
  $ sim-host diff studio.yaml http://127.0.0.1:9095 --only types,enums    values move in a host that runs
  $ sim-host diff before.yaml after.yaml --json
`,
    'Exit codes: 0 nothing differs, 1 something does, 2 the comparison failed.',
  )
    .option('--only <parts>', `compare only these: ${parts.join(',')}`, partsOf)
    .action(async (before: string, after: string, options: DiffOptions) => {
      const found = await compared(before, after, options);
      for (const each of found) print(options, entry(each), [line(each)]);
      if (found.length === 0 && !options.json) console.log('nothing differs');
      onExitCode(found.length === 0 ? exitCodes.ok : exitCodes.failure);
    });
}

/** @throws CliError with exit code 2, because 1 means that something differs */
async function compared(before: string, after: string, options: DiffOptions): Promise<Difference[]> {
  const read = (source: string) => withSource(source, options, (host) => readExposed(host, { nested: true }));
  try {
    return differences(await read(before), await read(after), options.only);
  } catch (error) {
    throw usageError(error instanceof CliError ? error.message : exceptionText(error), error);
  }
}

function partsOf(text: string): readonly Part[] {
  return text.split(',').map((each) => {
    const part = parts.find((name) => name === each.trim());
    if (part === undefined)
      throw new InvalidArgumentError(`"${each}" is not one of ${parts.join(', ')}${didYouMean(each, parts)}`);
    return part;
  });
}

/** Returns a line such as `~ types StageLight/properties/intensity/controller/maxValue: 8 → 10`. */
function line({ part, path, before, after }: Difference): string {
  const sign = before === undefined ? '+' : after === undefined ? '-' : '~';
  const values = [before, after].filter((each) => each !== undefined).map(inShort);
  return `${sign} ${part} ${path.join('/')}: ${values.join(' → ')}`;
}

function inShort(value: Json): string {
  const text = toJson(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

function entry({ part, path, before, after }: Difference): object {
  const change = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed';
  return { part, path: path.join('/'), change, before, after };
}
