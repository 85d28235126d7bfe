import type { Command } from 'commander';
import type { Json, RemoteHost } from '../../../client/index.js';
import { printable, printableSource } from '../../../service/common/printable.js';
import { addRemote, type RemoteOptions, withHost } from './connection.js';
import { explained, keysOf, targetOf, typeOf } from './targets.js';
import { laidOut, printJson, shown, table } from './values.js';

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
        const target = targetOf(text);
        try {
          const value = await read(host, target.key, target.path, options.nested === true);
          if (options.json) printJson(value);
          else
            console.log(
              typeof value === 'object' ? printableSource(laidOut(value)) : printable(shown(value)),
            );
        } catch (error) {
          throw await explained(host, target, error);
        }
      }),
    );
}

function read(host: RemoteHost, key: string, path: string, nested: boolean): Promise<Json> {
  const object = host.object(key);
  if (path !== '') return object.get(path);
  return object.read({ nested });
}

async function listObjects(host: RemoteHost, { json }: RemoteOptions): Promise<void> {
  const objects = await host.objects();
  const keys = keysOf(objects);
  const rows = objects.map((each, i) => [keys[i]!, each['@type'], each['@name']] as const);
  if (json) for (const [key, type, name] of rows) printJson({ key, type, name });
  else for (const line of table(rows)) console.log(printable(line));
}

async function listMembers(host: RemoteHost, key: string, { json }: RemoteOptions): Promise<void> {
  try {
    const type = await typeOf(host, key);
    const object = await host.object(key).read({ nested: false });
    const members = type?.properties ?? [];
    const functions = type?.functions ?? [];
    if (json) {
      for (const member of members)
        printJson({ name: member.name, type: member.type, value: object[member.name] ?? null });
      for (const each of functions)
        printJson({ name: each.name, returns: each.returnType, parameters: each.parameters });
      return;
    }
    const rows = [
      ...members.map((each) => [
        each.name,
        each.type + (each.isReadOnly ? ' (read-only)' : ''),
        shown(object[each.name]),
      ]),
      ...functions.map(({ name, parameters, returnType }) => [
        `${name}(${parameters.map((each) => `${each.name}: ${each.type}`).join(', ')})`,
        returnType,
        '',
      ]),
    ];
    for (const line of table(rows)) console.log(printable(line.trimEnd()));
  } catch (error) {
    throw await explained(host, { key, path: '' }, error);
  }
}
