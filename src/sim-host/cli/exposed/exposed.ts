import type { EnumList, ObjectList, RemoteHost, TypeList, WireObject } from '../../../client/index.js';
import { stableKeys } from './keys.js';

export type TypeInfo = TypeList['types'][number];
export type EnumInfo = EnumList['enums'][number];
export type MemberInfo = TypeInfo['properties'][number];
export type FunctionInfo = NonNullable<TypeInfo['functions']>[number];
export type ParameterInfo = FunctionInfo['parameters'][number];

/** The types, enums and objects of a host. */
export interface Exposed {
  readonly application: string;
  readonly types: readonly TypeInfo[];
  readonly enums: readonly EnumInfo[];
  /** By a key that survives restarts. */
  readonly objects: ReadonlyMap<string, WireObject>;
}

/** Timeout in milliseconds, since a large scene takes long to send. */
const objectsTimeoutMs = 60_000;

/**
 * @param nested reads objects with all their contents
 * @throws RemoteError
 */
export async function readExposed(host: RemoteHost, { nested = false } = {}): Promise<Exposed> {
  const [{ applicationName }, types, enums, objects] = await Promise.all([
    host.status(),
    host.types(),
    host.enums(),
    nested ? nestedObjects(host) : host.objects(),
  ]);
  return { application: applicationName, types, enums, objects: byKeys(objects) };
}

/** Returns all objects with all their contents. @throws RemoteError */
export async function nestedObjects(host: RemoteHost): Promise<readonly WireObject[]> {
  const options = { timeoutMs: objectsTimeoutMs };
  const answer = await host.request('GET', '/exposed/objects?nested', undefined, options);
  return (answer as unknown as ObjectList).objects;
}

/** Omits objects without a key that survives restarts. */
function byKeys(objects: readonly WireObject[]): ReadonlyMap<string, WireObject> {
  const keys = stableKeys(objects);
  return new Map(objects.flatMap((each, i) => (keys[i] === undefined ? [] : [[keys[i], each] as const])));
}
