import type { RemoteHost, WireObject } from '../../../client/index.js';
import { usageError } from '../exit-codes.js';
import type { MemberInfo, TypeInfo } from '../exposed/exposed.js';

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

/** Reads an object at depth 1, and its type. @throws RemoteError */
export async function readTyped(
  host: RemoteHost,
  key: string,
): Promise<{ object: WireObject; type: TypeInfo | undefined }> {
  const object = await host.object(key).read({ nested: false });
  return { object, type: (await host.types()).find(({ type }) => type === object['@type']) };
}

/** Returns the descriptor of the member at a path; undefined if there is none. */
export async function memberOf(host: RemoteHost, { key, path }: Target): Promise<MemberInfo | undefined> {
  const types = await host.types();
  let { type } = await readTyped(host, key);
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
