import assert from 'node:assert/strict';
import type { Json } from '../../conformance/client/index.js';
import { movingMembers } from './watch.js';
import type { HostWorld } from './world.js';

/** A member of an object with its description; `path` is that of its requests. */
export interface Described {
  readonly object: Json;
  readonly property: Json;
  readonly path: string;
  readonly value: Json;
}

export async function typesOf(world: HostWorld): Promise<Json[]> {
  return (await world.http.request('GET', '/exposed/types')).json?.types ?? [];
}

export async function objectsOf(world: HostWorld, query = ''): Promise<Json[]> {
  const { json, text } = await world.http.request('GET', `/exposed/objects${query}`);
  assert.ok(Array.isArray(json?.objects), text);
  return json.objects;
}

/** The members of a type, including those its bases declare. */
export function propertiesOf(name: string, types: readonly Json[]): Json[] {
  const type = types.find((each) => each.type === name);
  const own: Json[] = type?.properties ?? [];
  const bases: readonly string[] = type?.baseTypes ?? [];
  const inherited = bases.flatMap((base) => propertiesOf(base, types));
  return [...own, ...inherited.filter((each) => !own.some((other) => other.name === each.name))];
}

/** The members of all objects, without those that change by themselves. */
export async function stillMembers(world: HostWorld, query = ''): Promise<Described[]> {
  const types = await typesOf(world);
  const moves = await movingMembers(world);
  return (await objectsOf(world, query)).flatMap((object) =>
    propertiesOf(object['@type'], types)
      .filter(({ name }) => !moves(object, name))
      .map((property) => ({
        object,
        property,
        path: `/exposed/object/${object['@id']}/${property.name}`,
        value: object[property.name],
      })),
  );
}

/** The value that a read of the path shows. */
export async function valueAt(world: HostWorld, path: string): Promise<Json> {
  return (await world.http.request('GET', path)).json?.value;
}
