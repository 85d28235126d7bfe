import type { EnumList, Json, ObjectList, RemoteHost, TypeList, WireObject } from '../../../client/index.js';
import { stableKeys } from './keys.js';

export type TypeInfo = TypeList['types'][number];
export type EnumInfo = EnumList['enums'][number];
export type MemberInfo = TypeInfo['properties'][number];
export type FunctionInfo = NonNullable<TypeInfo['functions']>[number];

/** What a host exposes. */
export interface Exposed {
  readonly application: string;
  readonly types: readonly TypeInfo[];
  readonly enums: readonly EnumInfo[];
  /** By what they can be asked for by, over restarts. */
  readonly objects: ReadonlyMap<string, WireObject>;
}

/** A large show takes its time. */
const wholeMs = 60_000;

/** @param nested objects with all that is in them. @throws RemoteError */
export async function readExposed(host: RemoteHost, { nested = false } = {}): Promise<Exposed> {
  const [{ applicationName }, types, enums, objects] = await Promise.all([
    host.status(),
    host.types(),
    host.enums(),
    nested
      ? host.request('GET', '/exposed/objects?nested', undefined, { timeoutMs: wholeMs }).then(objectsOf)
      : host.objects(),
  ]);
  return { application: applicationName, types, enums, objects: byKeys(objects) };
}

function objectsOf(answer: Json): readonly WireObject[] {
  return (answer as unknown as ObjectList).objects;
}

/** Those that cannot be told apart over restarts are left out. */
function byKeys(objects: readonly WireObject[]): ReadonlyMap<string, WireObject> {
  const keys = stableKeys(objects);
  return new Map(objects.flatMap((each, i) => (keys[i] === undefined ? [] : [[keys[i], each] as const])));
}
