import { isJsonObject } from '../../../service/common/json.js';
import { nearestName } from '../../../service/common/nearest-name.js';
import {
  type ClassTable,
  type ExposedClass,
  ExposedError,
  type Json,
  type JsonObject,
} from '../../../service/index.js';
import { WritePlan } from '../../../service/members/transactions/write-plan.js';
import { ArrayType } from '../../../service/types/array.js';
import { AssetType } from '../../../service/types/asset.js';
import { CompositeType } from '../../../service/types/composite.js';
import { EnumType } from '../../../service/types/enum.js';
import { LeafType } from '../../../service/types/leaf.js';
import { NullableType } from '../../../service/types/nullable.js';
import type { Type } from '../../../service/types/type.js';
import type { ValueType } from '../../../service/types/values/value-type.js';
import type { DiagnosticList } from '../diagnostics.js';
import type { KeyedObject, Names } from '../names.js';
import { referenceKey } from '../run/initial-values.js';
import type { DocumentPath } from '../source.js';
import { addProblem, noMember, noPart } from './explain-path.js';

/** The context in which a value is checked. */
export interface ValueContext {
  readonly types: ClassTable;
  readonly names: Names;
  readonly found: DiagnosticList;
  /** Called for each `{ref: key}` to an object; without it, references have no meaning. */
  readonly onReference?: (key: string, path: DocumentPath) => void;
}

/** Finds the parts of a value that do not fit its type. */
export function checkValue(type: Type, json: Json, path: DocumentPath, context: ValueContext): void {
  if (type instanceof NullableType) {
    if (json !== null) checkValue(type.inner, json, path, context);
  } else if (json === null && context.found.source.isCommentedOut(path)) {
    context.found.add(path, 'the value is empty: # begins a comment', { expected: 'quotes around the text' });
  } else if (type instanceof ArrayType) checkArray(type, json, path, context);
  else if (type instanceof AssetType) checkAsset(json, path, context);
  else if (type instanceof CompositeType) checkComposite(type, json, path, context);
  else {
    const { parts } = (type as { valueType?: ValueType }).valueType ?? {};
    if (parts !== undefined && isJsonObject(json)) checkParts(type, parts, json, path, context);
    else checkScalar(type, json, path, context);
  }
}

function checkArray(
  { name, element }: ArrayType,
  json: Json,
  path: DocumentPath,
  context: ValueContext,
): void {
  if (!Array.isArray(json)) return context.found.add(path, `${shown(json)} does not fit`, { expected: name });
  for (const [i, item] of json.entries()) checkValue(element, item, [...path, i], context);
  checkElementKeys(element, json, path, context);
}

/** A path finds only the first element with a key, so keys must be unique. */
function checkElementKeys(
  element: Type,
  items: readonly Json[],
  path: DocumentPath,
  context: ValueContext,
): void {
  const name = element instanceof CompositeType ? element.class?.keyMember?.name : undefined;
  if (name === undefined) return;
  const seen = new Set<string>();
  for (const [i, item] of items.entries()) {
    const key = isJsonObject(item) ? item[name] : undefined;
    if (typeof key !== 'string') continue;
    if (seen.has(key)) {
      context.found.add([...path, i, name], `there is an element "${key}" already`, {
        expected: 'a key of its own',
      });
    }
    seen.add(key);
  }
}

function checkParts(
  { name }: Type,
  parts: ReadonlyMap<string, ValueType>,
  json: JsonObject,
  path: DocumentPath,
  context: ValueContext,
): void {
  for (const [part, value] of Object.entries(json)) {
    const type = parts.get(part);
    if (type !== undefined) checkValue(context.types.type(type.name), value, [...path, part], context);
    else addProblem(context.found, [...path, part], noPart(name, [...parts.keys()], part));
  }
}

/** Lets the type read the value; for an enum, suggests the nearest name. */
function checkScalar(type: Type, json: Json, path: DocumentPath, { found }: ValueContext): void {
  if (type.name === 'String') found.requireOwnText(path, json);
  try {
    type.read(json, undefined, new WritePlan(), 'value');
    // A fraction in a request is rounded; in a file it is an error.
    const isText = type.name === 'String';
    if (typeof json === 'number' && !isText && type instanceof LeafType && !type.fits(json))
      found.add(path, `${shown(json)} does not fit`, { expected: type.expected });
  } catch (error) {
    if (!(error instanceof ExposedError)) throw error;
    const expected = /expected (.*), got/s.exec(error.message)?.[1] ?? type.name;
    const names = type instanceof EnumType ? type.definition.values.map((each) => each.name) : [];
    const hint = typeof json === 'string' ? nearestName(json, names) : undefined;
    found.add(path, `${shown(json)} does not fit`, { expected, hint });
  }
}

function checkAsset(json: Json, path: DocumentPath, { names, found }: ValueContext): void {
  if (json === null || json === '') return;
  const guid = isJsonObject(json) ? json['@guid'] : json;
  const expected = 'the GUID of an asset of this file';
  if (typeof guid !== 'string') return found.add(path, `${shown(json)} does not fit`, { expected });
  const guids = [...names.guids.values()];
  if (guids.includes(guid)) return;
  const own = names.guids.get(guid);
  const message = own ? `"${guid}" is the key of an asset and not its GUID` : `unknown asset "${guid}"`;
  found.add(path, message, { expected, hint: own ?? nearestName(guid, guids) });
}

function checkComposite(type: CompositeType, json: Json, path: DocumentPath, context: ValueContext): void {
  const { found } = context;
  // The error is reported with the class.
  if (context.types.problem(type.name) !== undefined) return;
  const key = referenceKey(json);
  if (key !== undefined) return checkReference(type, key, path, context);
  if (type.isReference) {
    if (json === null) return;
    return found.add(path, `${shown(json)} does not fit`, {
      expected: `{ ref: key } of a ${type.name}, or null`,
    });
  }
  if (!isJsonObject(json)) {
    return found.add(path, `${shown(json)} does not fit`, {
      expected: `a mapping with members of ${type.name}`,
    });
  }
  const cls = concreteClass(type, json['@type'], path, context);
  if (cls === undefined) return;
  for (const [name, value] of Object.entries(json)) {
    if (name.startsWith('@')) continue;
    const member = cls.member(name);
    const at = [...path, name];
    if (member === undefined) addProblem(found, at, noMember(cls, name));
    else if (member.isReadOnly) {
      found.add(at, `"${name}" is read-only, and has the value that ${cls.name} gives it`, {
        expected: `the value with "${name}" in ${cls.name}`,
        at: 'key',
      });
    } else checkValue(member.type, value, at, context);
  }
}

/** Returns the class of a mapping: the one it names, else the declared one, else the first derived one. */
function concreteClass(
  type: CompositeType,
  wanted: Json | undefined,
  path: DocumentPath,
  { types, found }: ValueContext,
): ExposedClass | undefined {
  const declared = type.class!;
  const concrete = types.concreteSubtypes(declared);
  const standard = declared.isAbstract ? concrete[0] : declared;
  const cls = wanted === undefined ? standard : types.find(String(wanted));
  if (cls !== undefined && concrete.includes(cls)) return cls;
  const known = concrete.map(({ name }) => name);
  if (wanted === undefined) found.add(path, `no class derives from the abstract ${declared.name}`);
  else
    found.add([...path, '@type'], `${shown(wanted)} does not fit`, {
      expected: known.join(', ') || `a class derived from ${declared.name}`,
      hint: nearestName(String(wanted), known),
    });
  return undefined;
}

function checkReference(type: CompositeType, key: string, path: DocumentPath, context: ValueContext): void {
  const { names, found, onReference } = context;
  if (onReference === undefined) {
    return found.add(path, 'references are not possible here, because no objects exist yet', {
      expected: 'references in the values of components, and in actions',
    });
  }
  const [, owner = key, component] = /^([^.[\]/]+)\.components\[([^\]]+)\]$/.exec(key) ?? [];
  const keyed = names.keys.get(owner);
  if (keyed === undefined) {
    const hint = nearestName(owner, names.keys.keys());
    return found.add(path, `unknown source key "${key}"`, { hint });
  }
  const cls =
    component === undefined ? context.types.find(keyed.className) : componentClass(keyed, component, context);
  if (cls === undefined && component !== undefined) {
    return found.add(path, `the object "${owner}" has no such component`, { expected: type.name });
  }
  if (cls !== undefined && type.class !== undefined && !cls.isA(type.class)) {
    return found.add(path, `"${key}" is a ${cls.name}`, { expected: `a ${type.name}` });
  }
  onReference(owner, path);
}

/** Returns the class of a component of a game object, by its index or class; undefined if there is none. */
function componentClass(
  { object }: KeyedObject,
  component: string,
  { types }: ValueContext,
): ExposedClass | undefined {
  const classes = (object?.spec.components ?? []).map((each) => types.find(each.class));
  if (/^\d+$/.test(component)) return classes[Number(component)];
  const wanted = types.find(component);
  return classes.find((each) => each === wanted);
}

/** Returns a value as error messages show it. */
function shown(json: Json): string {
  if (json === null) return 'null';
  if (Array.isArray(json)) return 'a list';
  if (isJsonObject(json)) return `{${Object.keys(json).slice(0, 4).join(', ')}}`;
  return typeof json === 'string' ? `"${json}"` : String(json);
}
