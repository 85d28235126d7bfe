import { RemoteError, type RemoteHost, type TypeList, type WireObject } from '../../../client/index.js';
import { usageError } from '../exit-codes.js';
import { stableKeys } from '../exposed/keys.js';
import { suggestion } from '../suggestion.js';
import { remoteFailure } from './connection.js';

type TypeInfo = TypeList['types'][number];
type MemberInfo = TypeInfo['properties'][number];

/** An object and a path in it; an empty path is the whole object. */
export interface Target {
  readonly key: string;
  readonly path: string;
}

/** Parses a target such as `key-light/intensity`. */
export function targetOf(text: string): Target {
  const slash = text.indexOf('/');
  return slash < 0 ? { key: text, path: '' } : { key: text.slice(0, slash), path: text.slice(slash + 1) };
}

/** Parses a target with a path. @throws CliError if it has none */
export function memberTargetOf(text: string, what: string): Target {
  const target = targetOf(text);
  if (target.key === '' || target.path === '')
    throw usageError(`"${text}" is not a ${what}; write KEY/${what}, as in key-light/intensity`);
  return target;
}

/** Returns the keys of objects that commands accept. */
export function keysOf(objects: readonly WireObject[]): string[] {
  const keys = stableKeys(objects);
  return objects.map((each, i) => keys[i] ?? each['@id']);
}

/** Returns the type of an object. @throws RemoteError */
export async function typeOf(host: RemoteHost, key: string): Promise<TypeInfo | undefined> {
  const object = await host.object(key).read({ nested: false });
  return (await host.types()).find(({ type }) => type === object['@type']);
}

/** Returns the descriptor of the member at a path; undefined if there is none. */
export async function memberOf(host: RemoteHost, { key, path }: Target): Promise<MemberInfo | undefined> {
  const types = await host.types();
  let type = await typeOf(host, key);
  let member: MemberInfo | undefined;
  for (const step of path.split(/[./[\]]+/).filter((each) => each !== '')) {
    // The segment is an element of an array.
    if (member?.isArray && type?.properties.every(({ name }) => name !== step)) {
      member = { ...member, isArray: false, type: member.type.replace(/\[\]$/, '') };
    } else member = type?.properties.find(({ name }) => name === step);
    if (member === undefined) return undefined;
    const name = member.type.replace(/\[\]$/, '');
    type = types.find((each) => each.type === name);
  }
  return member;
}

/** Returns the error line and exit code of a failed request; adds the key that was probably meant. */
export async function explained(host: RemoteHost, { key }: Target, error: unknown): Promise<unknown> {
  if (!(error instanceof RemoteError)) return error;
  if (!error.message.startsWith('Object not found')) return remoteFailure(error);
  const keys = await host.objects().then(keysOf, () => []);
  return remoteFailure(error, suggestion(key, keys));
}
