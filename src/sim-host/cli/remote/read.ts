import type { Command } from 'commander';
import type { Json, RemoteHost } from '../../../client/index.js';
import { printableSource } from '../../../service/common/printable.js';
import { keysOf } from '../exposed/keys.js';
import { addRemote, type RemoteOptions, withHost } from './connection.js';
import { readTyped, targetOf } from './targets.js';
import { laidOut, print, shown, table } from './values.js';

/** Adds `ls` and `get`. */
export function addReading(program: Command): void {
  addRemote(
    program,
    'ls [key]',
    'List the objects of a host, or the members and functions of one object',
    `  $ sim-host ls                     what there is: key, type, name
  $ sim-host ls key-light           its members with their values, its functions
`,
  ).action((key: string | undefined, options: RemoteOptions) =>
    withHost(options, (host) =>
      key === undefined ? listObjects(host, options) : listMembers(host, key, options),
    ),
  );
  addRemote(
    program,
    'get <target>',
    'Print a value or an object',
    `  $ sim-host get key-light/intensity
  $ sim-host get main-camera/lenses[0].aperture
  $ sim-host get main-camera --nested        all of it, not only the first depth
`,
  )
    .option('--nested', 'include nested objects')
    .action((text: string, options: RemoteOptions & { readonly nested?: true }) =>
      withHost(options, async (host) => {
        const { key, path } = targetOf(text);
        const nested = options.nested === true;
        const object = host.object(key);
        const value: Json = await (path === '' ? object.read({ nested }) : object.get(path));
        if (typeof value === 'object' && !options.json) console.log(printableSource(laidOut(value)));
        else print(options, value, [shown(value)]);
      }),
    );
}

async function listObjects(host: RemoteHost, options: RemoteOptions): Promise<void> {
  const objects = await host.objects();
  const keys = keysOf(objects);
  const rows = objects.map((each, i) => [keys[i]!, each['@type'], each['@name']] as const);
  const lines = table(rows);
  for (const [i, [key, type, name]] of rows.entries()) print(options, { key, type, name }, [lines[i]!]);
}

async function listMembers(host: RemoteHost, key: string, options: RemoteOptions): Promise<void> {
  const { object, type } = await readTyped(host, key);
  const { properties = [], functions = [] } = type ?? {};
  const values = [
    ...properties.map(({ name, type }) => ({ name, type, value: object[name] ?? null })),
    ...functions.map(({ name, returnType: returns, parameters }) => ({ name, returns, parameters })),
  ];
  const lines = table([
    ...properties.map(({ name, type, isReadOnly }) => [
      name,
      type + (isReadOnly ? ' (read-only)' : ''),
      shown(object[name]),
    ]),
    ...functions.map(({ name, parameters, returnType }) => [
      `${name}(${parameters.map((each) => `${each.name}: ${each.type}`).join(', ')})`,
      returnType,
      '',
    ]),
  ]);
  for (const [i, value] of values.entries()) print(options, value, [lines[i]!.trimEnd()]);
}
