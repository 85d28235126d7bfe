import type { Json, WireObject } from '../../../client/index.js';
import type { EnumInfo, Exposed, TypeInfo } from './exposed.js';

type Tree = { readonly [name: string]: Json | undefined };

/** What a host exposes as trees that can be compared with those of another: by names, without ids. */
export interface Comparable {
  readonly types: Tree;
  readonly enums: Tree;
  readonly objects: Tree;
  readonly values: Tree;
}

/** What hosts of the Unity package do not say of types and their members. */
const ours = ['kind', 'isAbstract', 'elementType', 'valueKind', 'isFlags', 'isNullable'];

/** Two hosts, of which only what both say is compared. */
export function comparable(a: Exposed, b: Exposed): readonly [Comparable, Comparable] {
  const left = [a, b].some(({ types }) => types.every(({ kind }) => kind === undefined)) ? ours : [];
  return [treesOf(a, left), treesOf(b, left)];
}

function treesOf({ types, enums, objects }: Exposed, leftOut: readonly string[]): Comparable {
  const keys = new Map([...objects].map(([key, object]) => [object['@id'], key]));
  const images = new Map(
    types.map(({ type, properties }) => [
      type,
      properties.filter(({ controller }) => controller.type === 'ImagePreview').map(({ name }) => name),
    ]),
  );
  return {
    types: Object.fromEntries(types.map((each) => [each.type, typeTree(each, leftOut)])),
    enums: Object.fromEntries(enums.map((each) => [each.type, enumTree(each)])),
    objects: mapped(objects, (object) => ({
      type: object['@type'],
      name: object['@name'],
      parent: object['@parent'] === undefined ? undefined : (keys.get(object['@parent']) ?? null),
    })),
    values: mapped(objects, (object) => {
      const members = Object.entries(object).filter(
        // The address of a picture holds the id of its object.
        ([name]) => !name.startsWith('@') && !images.get(object['@type'])?.includes(name),
      );
      return Object.fromEntries(members.map(([name, value]) => [name, withKeys(value ?? null, keys)]));
    }),
  };
}

function typeTree(
  { type: _, properties, functions = [], ...rest }: TypeInfo,
  leftOut: readonly string[],
): Tree {
  const said = (described: object) => without(described, ['name', 'order', ...leftOut]);
  return {
    ...without(rest, leftOut),
    properties: named(properties, said),
    functions: named(functions, ({ parameters, ...func }) => ({
      ...said(func),
      // Arguments are told apart by their places.
      parameters: parameters.map((each) => without(each, ['order', ...leftOut])) as Json,
    })),
    order: [...properties, ...functions].map(({ name }) => name),
  };
}

function enumTree({ type: _, values, ...rest }: EnumInfo): Tree {
  return { ...without(rest, []), values: named(values, (each) => without(each, ['name'])) };
}

function named<T extends { readonly name: string }>(list: readonly T[], tree: (each: T) => Tree): Tree {
  return Object.fromEntries(list.map((each) => [each.name, tree(each)]));
}

function mapped(objects: ReadonlyMap<string, WireObject>, tree: (object: WireObject) => Tree): Tree {
  return Object.fromEntries([...objects].map(([key, object]) => [key, tree(object)]));
}

/** Without some members. */
function without(described: object, names: readonly string[]): Tree {
  return Object.fromEntries(
    Object.entries(described)
      .filter(([name]) => !names.includes(name))
      .map(([name, value]) => [
        name,
        name === 'controller' ? withoutObjects(value as Tree) : (value as Json),
      ]),
  );
}

/** What an ObjectSelector offers are the objects that there are. */
function withoutObjects(controller: Tree): Tree {
  return controller.type === 'ObjectSelector' ? without(controller, ['options']) : controller;
}

/** References by keys, which last, in place of ids. */
function withKeys(value: Json, keys: ReadonlyMap<string, string>): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => withKeys(each as Json, keys));
  const members = value as Tree;
  const ref = members['@ref'];
  if (ref !== undefined) return { '@ref': keys.get(String(ref)) ?? members['@name'] ?? null };
  return Object.fromEntries(
    Object.entries(members)
      .filter(([name]) => name !== '@instanceID' && name !== '@id')
      .map(([name, each]) => [name, withKeys(each ?? null, keys)]),
  );
}
