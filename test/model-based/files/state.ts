import type { World } from './world.js';

/** The state that apps see and files save, without ids of the session. */
export interface State {
  readonly objects: ReadonlyMap<string, unknown>;
  readonly orphans: readonly string[];
}

/** A path in an object. */
export interface Place {
  readonly key: string;
  readonly path: readonly string[];
}

type Seen = Record<string, unknown>;

/** Reads the whole state over the API. */
export async function readState(world: World): Promise<State> {
  const answer = (await world.request('GET', '/exposed/objects?nested')).body;
  // Integers beyond the range of JavaScript numbers.
  const { objects } = JSON.parse(answer.replace(/:(-?\d{16,})(?=[,}])/g, ':"$1"')) as { objects: Seen[] };
  const orphans = JSON.parse((await world.request('GET', '/exposed/orphans')).body) as {
    orphans: { sourceKey: string; type: string }[];
  };
  const names = new Map<string, string>();
  const idOf = (id: unknown) => `#${String(id)}`;
  for (const object of objects) {
    const key = String(object['@source'] ?? object['@name']);
    names.set(idOf(object['@id']), key);
    if (object['@instanceID'] !== undefined) names.set(idOf(object['@instanceID']), key);
    const components = Array.isArray(object.components) ? (object.components as Seen[]) : [];
    for (const [i, component] of components.entries())
      names.set(idOf(component['@instanceID']), `${key}.components[${i}]`);
  }
  const named = (id: unknown) => names.get(idOf(id)) ?? 'something without a name';
  const clean = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(clean);
    if (typeof value !== 'object' || value === null) return value;
    const result: Seen = {};
    for (const [name, each] of Object.entries(value)) {
      if (name === '@id' || name === '@name' || name === 'momentary') continue;
      else if (name === '@parent' || name === '@ref') result[name] = named(each);
      else if (name === '@instanceID') result['@is'] = named(each);
      else result[name] = clean(each);
    }
    return result;
  };
  const kept = objects.filter((object) => object['@source'] !== undefined && object['@source'] !== 'maker');
  return {
    objects: new Map(kept.map((object) => [String(object['@source']), clean(object)])),
    orphans: orphans.orphans.map(({ sourceKey, type }) => `${sourceKey} (${type})`).sort(),
  };
}

/** The differences of two states by member; `isLeftOut` selects undefined members. */
export function differences(
  expected: State,
  got: State,
  isLeftOut: (key: string, path: readonly string[]) => boolean,
): string[] {
  const found: string[] = [];
  const compare = (key: string, path: readonly string[], a: unknown, b: unknown): void => {
    if (found.length >= 5 || isLeftOut(key, path)) return;
    const isDeep = typeof a === 'object' && typeof b === 'object' && a !== null && b !== null;
    if (isDeep && Array.isArray(a) === Array.isArray(b)) {
      // A referenced object is compared at its own path.
      const isElsewhere =
        path.length > 0 && '@is' in a && '@is' in b && a['@is'] === b['@is'] && path[0] !== 'components';
      if (
        isElsewhere ||
        (path[0] === 'components' && path.length > 2 && '@is' in a && '@is' in b && a['@is'] === b['@is'])
      )
        return;
      if (Array.isArray(a) && a.length !== (b as unknown[]).length && isLeftOutBelow(key, path)) return;
      for (const name of new Set([...Object.keys(a), ...Object.keys(b)]))
        compare(key, [...path, name], (a as Seen)[name], (b as Seen)[name]);
    } else if (JSON.stringify(a) !== JSON.stringify(b)) {
      found.push(`${[key, ...path].join('/')}: expected ${shown(a)}, got ${shown(b)}`);
    }
  };
  const isLeftOutBelow = (key: string, path: readonly string[]) => isLeftOut(key, [...path, '*']);
  for (const key of new Set([...expected.objects.keys(), ...got.objects.keys()]))
    compare(key, [], expected.objects.get(key), got.objects.get(key));
  if (JSON.stringify(expected.orphans) !== JSON.stringify(got.orphans))
    found.push(`orphans: expected ${shown(expected.orphans)}, got ${shown(got.orphans)}`);
  return found;
}

/** The references to removed objects, by their keys. */
export function referencesTo(gone: ReadonlySet<string>, { objects }: State): Place[] {
  const found: Place[] = [];
  const visit = (key: string, path: readonly string[], value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    // An object without a handle is shown in its referrers.
    const to = (value as Seen)['@ref'] ?? (value as Seen)['@is'];
    if (typeof to === 'string' && gone.has(to.replace(/\.components\[.*/, ''))) found.push({ key, path });
    for (const [name, each] of Object.entries(value)) visit(key, [...path, name], each);
  };
  for (const [key, object] of objects) if (!gone.has(key)) visit(key, [], object);
  return found;
}

/** The paths of objects in both states with different single values; list elements may have moved. */
export function overwritten(before: State, after: State): string[] {
  const found: string[] = [];
  const compare = (path: string, a: unknown, b: unknown): void => {
    if (typeof a === 'object' || typeof b === 'object' || a === undefined || b === undefined) {
      const isSame = typeof a === 'object' && typeof b === 'object' && a !== null && b !== null;
      if (!isSame || Array.isArray(a) || Array.isArray(b)) return;
      const [from, to] = [a as Seen, b as Seen];
      // The value is another instance or a reference to another object.
      if (from['@is'] !== to['@is'] || from['@type'] !== to['@type'] || '@ref' in from) return;
      for (const name of Object.keys(from))
        if (!name.startsWith('@')) compare(`${path}/${name}`, from[name], to[name]);
    } else if (a !== b) found.push(`${path}: expected ${shown(a)}, got ${shown(b)}`);
  };
  for (const [key, object] of before.objects) compare(key, object, after.objects.get(key));
  return found;
}

function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length > 160 ? `${text.slice(0, 160)}…` : text;
}
