import type { Json } from '../../../client/index.js';
import type { Exposed } from './exposed.js';

export const parts = ['types', 'enums', 'objects', 'values'] as const;
export type Part = (typeof parts)[number];

/** A difference; `before` or `after` is missing if something was added or removed. */
export interface Difference {
  readonly part: Part;
  /** Names from the outermost: type, `properties`, name, … */
  readonly path: readonly string[];
  readonly before?: Json;
  readonly after?: Json;
}

type Tree = { readonly [name: string]: Json | undefined };

/** Ids, which differ between equal hosts. */
const ids = ['@id', '@instanceID'];

/** Lists of a type that are compared by name, whatever their order. */
const namedLists = ['properties', 'functions'];

/** Fields that hosts of the Unity package do not send. */
const notOfUnity = ['kind', 'isAbstract', 'elementType', 'valueKind', 'isFlags', 'isNullable'];

/** The address of a picture contains the id of its object. */
const picturePath = /^\/exposed\/image\/\d+\//;

/** Values that differ in one of these are not compared member by member. */
const identityNames = ['@type', '@ref', '@guid'];

/** Compares two hosts by names, without ids. For a Unity host, fields that such hosts do not send are ignored. */
export function differences(a: Exposed, b: Exposed, wanted: readonly Part[] = parts): Difference[] {
  const isOfUnity = [a, b].some(({ types }) => types.every(({ kind }) => kind === undefined));
  const leftOut = new Set(isOfUnity ? [...ids, ...notOfUnity] : ids);
  const [before, after] = [treesOf(a, leftOut), treesOf(b, leftOut)];
  return wanted.flatMap((part) => [...compare(part, [], before[part], after[part])]);
}

function treesOf({ types, enums, objects }: Exposed, leftOut: ReadonlySet<string>): Record<Part, Tree> {
  const keys = new Map([...objects].map(([key, object]) => [object['@id'], key]));
  /** Replaces ids by keys, and lists of members by trees. */
  const comparable = (value: Json | undefined, member = ''): Json => {
    if (Array.isArray(value)) {
      const areNamed = namedLists.includes(member) && value.every((each) => isTree(each) && 'name' in each);
      return areNamed ? byName('name', value as Tree[]) : value.map((each) => comparable(each));
    }
    if (typeof value === 'string') return value.replace(picturePath, '');
    if (!isTree(value)) return value ?? null;
    const ref = value['@ref'];
    if (ref !== undefined) return { '@ref': keys.get(String(ref)) ?? value['@name'] ?? null };
    const members = Object.entries(value).filter(
      // The options of an ObjectSelector are objects.
      ([name]) => !leftOut.has(name) && !(name === 'options' && value.type === 'ObjectSelector'),
    );
    return Object.fromEntries(members.map(([name, each]) => [name, comparable(each, name)]));
  };
  const byName = (key: 'name' | 'type', list: readonly Tree[]) =>
    Object.fromEntries(list.map(({ [key]: name, order: _, ...rest }) => [String(name), comparable(rest)]));
  const ofObjects = (tree: (object: Tree) => Tree) =>
    Object.fromEntries([...objects].map(([key, object]) => [key, tree(object as unknown as Tree)]));
  return {
    types: byName('type', types as unknown as Tree[]),
    enums: byName('type', enums as unknown as Tree[]),
    objects: ofObjects(({ '@type': type, '@name': name, '@parent': parent }) => ({
      type,
      name,
      parent: parent === undefined ? undefined : (keys.get(String(parent)) ?? null),
    })),
    values: ofObjects((object) => {
      const members = Object.entries(object).filter(([name]) => !name.startsWith('@'));
      return Object.fromEntries(members.map(([name, value]) => [name, comparable(value)]));
    }),
  };
}

function* compare(
  part: Part,
  path: readonly string[],
  a: Json | Tree | undefined,
  b: Json | Tree | undefined,
): Generator<Difference> {
  if (Array.isArray(a) && Array.isArray(b)) {
    for (let i = 0; i < Math.max(a.length, b.length); i++)
      yield* compare(part, [...path, String(i)], a[i], b[i]);
  } else if (isTree(a) && isTree(b) && identityNames.every((name) => a[name] === b[name])) {
    const names = [...new Set([...Object.keys(a), ...Object.keys(b)])];
    // Missing objects and members are reported under `objects` and `types`.
    const compared = part === 'values' ? names.filter((name) => name in a && name in b) : names;
    for (const name of compared) yield* compare(part, [...path, name], a[name], b[name]);
  } else if (!Object.is(a, b)) yield { part, path, before: a as Json, after: b as Json };
}

function isTree(value: Json | Tree | undefined): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
