import type { Json, WireObject } from '../../../client/index.js';
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

/** Fields that hosts of the Unity package do not send. */
const notOfUnity = ['kind', 'isAbstract', 'elementType', 'valueKind', 'isFlags', 'isNullable'];

/** Key under which the tree of a list keeps the order of its names. */
const orderName = '@order';

/** Values that differ in one of these are not compared member by member. */
const identityNames = ['@type', '@ref', '@guid'];

/** Compares two hosts by names, without ids; fields that only one of them sends are ignored. */
export function differences(a: Exposed, b: Exposed, wanted: readonly Part[] = parts): Difference[] {
  const isOfUnity = [a, b].some(({ types }) => types.every(({ kind }) => kind === undefined));
  const [before, after] = [a, b].map((each) => treesOf(each, isOfUnity ? notOfUnity : [])) as [Trees, Trees];
  return wanted.flatMap((part) => [...compare(part, [], before[part], after[part])]);
}

type Trees = Readonly<Record<Part, Tree>>;

function treesOf({ types, enums, objects }: Exposed, leftOut: readonly string[]): Trees {
  const keys = new Map([...objects].map(([key, object]) => [object['@id'], key]));
  const byType = ({ type, ...rest }: { readonly type: string }) => [type, described(rest as Json, leftOut)];
  const byKey = (tree: (object: WireObject) => Tree) =>
    Object.fromEntries([...objects].map(([key, object]) => [key, tree(object)]));
  return {
    types: Object.fromEntries(types.map(byType)),
    enums: Object.fromEntries(enums.map(byType)),
    objects: byKey((object) => ({
      type: object['@type'],
      name: object['@name'],
      parent: object['@parent'] === undefined ? undefined : (keys.get(object['@parent']) ?? null),
    })),
    values: byKey((object) => {
      const properties = types.find(({ type }) => type === object['@type'])?.properties ?? [];
      // The address of a picture contains the id of its object.
      const pictures = properties.filter(({ controller }) => controller.type === 'ImagePreview');
      const leftOut = pictures.map(({ name }) => name);
      const members = Object.entries(object).filter(
        ([name]) => !name.startsWith('@') && !leftOut.includes(name),
      );
      return Object.fromEntries(members.map(([name, value]) => [name, withKeys(value ?? null, keys)]));
    }),
  };
}

/** Converts lists of named items to trees by name, without the options of an ObjectSelector, which are objects. */
function described(value: Json, leftOut: readonly string[]): Json {
  if (isTree(value)) {
    const isObjectSelector = value.type === 'ObjectSelector';
    const members = Object.entries(value).filter(
      ([name]) => !leftOut.includes(name) && !(isObjectSelector && name === 'options'),
    );
    return Object.fromEntries(members.map(([name, each]) => [name, described(each ?? null, leftOut)]));
  }
  if (!Array.isArray(value)) return value;
  const named = value.filter(isNamed);
  if (named.length < value.length) return value.map((each) => described(each, leftOut));
  const entries = named.map(({ name, order: _, ...rest }) => [name, described(rest, leftOut)]);
  return { ...Object.fromEntries(entries), [orderName]: named.map(({ name }) => name) };
}

function isNamed(value: Json): value is { readonly name: string; [member: string]: Json } {
  return isTree(value) && typeof value.name === 'string';
}

/** Replaces ids in references by keys, which do not change. */
function withKeys(value: Json, keys: ReadonlyMap<string, string>): Json {
  if (Array.isArray(value)) return value.map((each) => withKeys(each, keys));
  if (!isTree(value)) return value;
  const ref = value['@ref'];
  if (ref !== undefined) return { '@ref': keys.get(String(ref)) ?? value['@name'] ?? null };
  const members = Object.entries(value).filter(([name]) => name !== '@instanceID' && name !== '@id');
  return Object.fromEntries(members.map(([name, each]) => [name, withKeys(each ?? null, keys)]));
}

function* compare(
  part: Part,
  path: readonly string[],
  a: Json | Tree | undefined,
  b: Json | Tree | undefined,
): Generator<Difference> {
  if (path.at(-1) === orderName) yield* compareOrder(part, path, a as string[], b as string[]);
  else if (Array.isArray(a) && Array.isArray(b)) {
    for (let i = 0; i < Math.max(a.length, b.length); i++)
      yield* compare(part, [...path, String(i)], a[i], b[i]);
  } else if (isTree(a) && isTree(b) && identityNames.every((name) => a[name] === b[name])) {
    const names = [...new Set([...Object.keys(a), ...Object.keys(b)])];
    // Missing objects and members are reported under `objects` and `types`.
    const compared = part === 'values' ? names.filter((name) => name in a && name in b) : names;
    for (const name of compared) yield* compare(part, [...path, name], a[name], b[name]);
  } else if (!Object.is(a, b)) yield { part, path, before: a as Json, after: b as Json };
}

/** Compares the order of the names that both lists have. */
function* compareOrder(
  part: Part,
  path: readonly string[],
  a: readonly string[],
  b: readonly string[],
): Generator<Difference> {
  const before = a.filter((name) => b.includes(name));
  const after = b.filter((name) => a.includes(name));
  if (before.join('\n') !== after.join('\n')) yield { part, path, before, after };
}

function isTree(value: Json | Tree | undefined): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
