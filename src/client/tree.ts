import type { Json } from './json.js';
import type { PathSegment } from './path.js';

type Members = { readonly [member: string]: Json | undefined };

/** Returns the name of the key member of a type, if it has one. */
export type KeyOf = (type: string) => string | undefined;

/** Resolves a path to names and indexes; undefined if it leads nowhere, or into another object. */
export function locate(
  tree: Json | undefined,
  segments: readonly PathSegment[],
  keyOf: KeyOf,
): string[] | undefined {
  const found: string[] = [];
  let value = tree;
  for (const step of segments) {
    const name = isArray(value) ? indexOf(value, step, keyOf) : step.text;
    value = name === undefined ? undefined : childOf(value, name);
    if (value === undefined) return undefined;
    found.push(name!);
  }
  return tree === undefined ? undefined : found;
}

/** True if an object along the path lacks the next member. Elements of lists, and members of null, may still appear. */
export function lacksMember(tree: Json | undefined, segments: readonly PathSegment[], keyOf: KeyOf): boolean {
  const known = segments.findIndex((_, i) => locate(tree, segments.slice(0, i + 1), keyOf) === undefined);
  if (known < 0) return false;
  const owner = valueAt(tree, locate(tree, segments.slice(0, known), keyOf) ?? []);
  return owner !== undefined && owner !== null && !isArray(owner);
}

/** Returns the value at a location; undefined if there is none. */
export function valueAt(tree: Json | undefined, location: readonly string[]): Json | undefined {
  return location.reduce<Json | undefined>((value, name) => childOf(value, name), tree);
}

/** Returns a copy of `tree` with another value at a location; undefined if the location does not exist. */
export function withValue(tree: Json, location: readonly string[], value: Json, at = 0): Json | undefined {
  if (at === location.length) return value;
  const name = location[at]!;
  const child = childOf(tree, name);
  const next = child === undefined ? undefined : withValue(child, location, value, at + 1);
  if (next === undefined) return undefined;
  return isArray(tree) ? tree.with(Number(name), next) : { ...(tree as Members), [name]: next };
}

/** Returns the value after a write: members that the write does not list stay (wire.md, section 2). */
export function mergeWrite(present: Json | undefined, value: Json): Json {
  if (!isPlain(present) || !isPlain(value)) return value;
  const members = Object.entries(value).map(([name, each]) => [
    name,
    mergeWrite(present[name], each ?? null),
  ]);
  return { ...present, ...Object.fromEntries(members) };
}

/** True if two values have the same content. */
export function isSame(a: Json | undefined, b: Json | undefined): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (isArray(a) !== isArray(b)) return false;
  const names = Object.keys(a);
  if (names.length !== Object.keys(b).length) return false;
  return names.every((name) => Object.hasOwn(b, name) && isSame((a as Members)[name], (b as Members)[name]));
}

/** True if the first location contains the second or equals it. */
export function contains(location: readonly string[], other: readonly string[]): boolean {
  return location.length <= other.length && location.every((name, i) => other[i] === name);
}

/** True if a value refers to one of the objects. */
export function refersTo(value: Json | undefined, ids: readonly string[]): boolean {
  if (typeof value !== 'object' || value === null || ids.length === 0) return false;
  const { '@ref': ref, '@parent': parent } = value as Members;
  if (ids.includes(String(ref)) || ids.includes(String(parent))) return true;
  return Object.values(value).some((each) => refersTo(each, ids));
}

function childOf(value: Json | undefined, name: string): Json | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (isArray(value)) return value[Number(name)];
  const members = value as Members;
  return Object.hasOwn(members, name) ? members[name] : undefined;
}

/** Resolves as hosts do: an index, otherwise the element with that key, otherwise the element of that type. */
function indexOf(elements: readonly Json[], { text, isKey }: PathSegment, keyOf: KeyOf): string | undefined {
  if (!isKey && /^\d+$/.test(text)) return String(Number(text));
  const byKey = elements.findIndex((element) => {
    const key = keyOf(typeOf(element) ?? '');
    return key !== undefined && String(childOf(element, key)) === text;
  });
  const found = byKey >= 0 ? byKey : elements.findIndex((element) => typeOf(element) === text);
  return found < 0 ? undefined : String(found);
}

function typeOf(element: Json): string | undefined {
  const type = childOf(element, '@type');
  return typeof type === 'string' ? type : undefined;
}

/** True for an object whose members a write merges: neither a reference nor a stub. */
function isPlain(value: Json | undefined): value is Members {
  if (typeof value !== 'object' || value === null || isArray(value)) return false;
  return !('@ref' in value || '@guid' in value || '@truncated' in value);
}

function isArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}
