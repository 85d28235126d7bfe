import type { Json } from '../../../client/index.js';
import type { Comparable } from './comparable.js';

export const parts = ['types', 'enums', 'objects', 'values'] as const;
export type Part = (typeof parts)[number];

/** One thing that differs; `before` or `after` is missing where there was nothing. */
export interface Difference {
  readonly part: Part;
  /** Names from the outside in: type, `properties`, name, … */
  readonly path: readonly string[];
  readonly before?: Json;
  readonly after?: Json;
}

type Tree = { readonly [name: string]: Json | undefined };

/** What differs between two hosts, in the order of their parts. */
export function differences(
  [a, b]: readonly [Comparable, Comparable],
  wanted: readonly Part[] = parts,
): Difference[] {
  return wanted.flatMap((part) => [...ofPart(part, a[part], b[part])]);
}

function* ofPart(part: Part, a: Tree, b: Tree): Generator<Difference> {
  // Objects that one of them does not have are told of once, with the objects.
  const names = part === 'values' ? Object.keys(a).filter((name) => Object.hasOwn(b, name)) : namesOf(a, b);
  for (const name of names) yield* between(part, [name], a[name], b[name]);
}

function* between(
  part: Part,
  path: readonly string[],
  a: Json | undefined,
  b: Json | undefined,
): Generator<Difference> {
  if (a === undefined && b === undefined) return;
  if (a === undefined) yield { part, path, after: b! };
  else if (b === undefined) yield { part, path, before: a };
  else if (part === 'types' && path.length === 2 && path[1] === 'order') yield* ofOrder(part, path, a, b);
  else if (isList(a) && isList(b)) {
    for (let i = 0; i < Math.max(a.length, b.length); i++)
      yield* between(part, [...path, String(i)], a[i], b[i]);
  } else if (isTree(a) && isTree(b)) {
    if (part === 'values') yield* ofValues(path, a, b);
    else for (const name of namesOf(a, b)) yield* between(part, [...path, name], a[name], b[name]);
  } else if (!Object.is(a, b)) yield { part, path, before: a, after: b };
}

/** Members that one of them does not have are told of with the types. */
function* ofValues(path: readonly string[], a: Tree, b: Tree): Generator<Difference> {
  if (a['@type'] !== b['@type'] || ['@ref', '@guid'].some((name) => a[name] !== b[name])) {
    yield { part: 'values', path, before: a, after: b };
    return;
  }
  for (const name of Object.keys(a)) {
    if (Object.hasOwn(b, name)) yield* between('values', [...path, name], a[name], b[name]);
  }
}

/** Of names that both have; what has come or gone moves nothing. */
function* ofOrder(part: Part, path: readonly string[], a: Json, b: Json): Generator<Difference> {
  const [before, after] = [a as readonly string[], b as readonly string[]];
  const inBoth = (list: readonly string[], other: readonly string[]) =>
    list.filter((name) => other.includes(name));
  const [left, right] = [inBoth(before, after), inBoth(after, before)];
  if (left.join('\n') !== right.join('\n')) yield { part, path, before: left, after: right };
}

function namesOf(a: Tree, b: Tree): readonly string[] {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])];
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function isTree(value: Json): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
