import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { ClassTable, ExposedClass, Json } from '../../../service/index.js';
import type { Type } from '../../../service/types/type.js';
import type { FunctionSpec, PresentationSpec, SceneDocument, ValuesSpec } from '../document.js';
import { allObjects, type PlacedObject } from '../keys.js';
import { declaredMembers, type Names } from '../names.js';
import { deepestPlaceholder, filled, numbered, type RepeatIndices } from '../repeat.js';
import { initialScenes } from '../run/file-scenes.js';
import { isPath } from '../run/object-values.js';
import type { DocumentPath } from '../source.js';
import { conditionsOf } from './check-classes.js';
import { checkValue, type ValueContext } from './check-values.js';
import { addProblem, noMember } from './explain-path.js';

/** Finds errors in the values that classes and objects declare, except those that a path leads to. */
export function checkInitialValues(document: SceneDocument, context: ValueContext): void {
  const anywhere = { ...context, onReference: () => {} };
  for (const [name, spec] of Object.entries(document.classes ?? {})) {
    const path = ['classes', name];
    for (const [, member, at] of declaredMembers(spec, path)) {
      checkGiven(member.type, member.value, member.nullable === true, [...at, 'value'], context);
      checkConditions(name, member, at, context);
    }
    for (const [func, each] of Object.entries(spec.functions ?? {}))
      checkFunction(name, each, [...path, 'functions', func], anywhere);
  }
  const start = initialScenes(document);
  for (const object of allObjects(document)) {
    const onReference = (key: string, at: DocumentPath) => {
      const problem = whyMissing(key, object.scene, start, context.names);
      if (problem !== undefined)
        context.found.add(at, problem, { expected: 'an object that is there before' });
    };
    for (const [i, component] of (object.spec.components ?? []).entries()) {
      const path = [...object.path, 'components', i];
      checkCopies(component, object, path, document, { ...context, onReference });
    }
  }
  for (const [i, plain] of (document.objects ?? []).entries())
    checkMembers(plain, [], ['objects', i], document, anywhere);
}

function checkFunction(
  className: string,
  spec: FunctionSpec,
  path: DocumentPath,
  context: ValueContext,
): void {
  const { parameters = {} } = spec;
  checkConditions(className, spec, path, context, parameters);
  for (const [name, parameter] of Object.entries(parameters)) {
    const at = [...path, 'parameters', name];
    // Null means the default of the type.
    checkGiven(parameter.type, parameter.default, true, [...at, 'default'], context);
    checkConditions(className, parameter, at, context, parameters);
  }
}

/** The value of a condition must fit the type of its member or parameter. */
function checkConditions(
  className: string,
  spec: PresentationSpec,
  path: DocumentPath,
  context: ValueContext,
  parameters: FunctionSpec['parameters'] = {},
): void {
  const members = context.names.members(className);
  for (const [name, value, at] of conditionsOf(spec, path)) {
    const type = parameters[name]?.type ?? members.get(name)?.type;
    if (type !== undefined) checkGiven(type, value, true, at, context);
  }
}

function checkGiven(
  type: string,
  value: Json | undefined,
  isNullable: boolean,
  path: DocumentPath,
  context: ValueContext,
): void {
  const { types, found } = context;
  if (value === undefined || (value === null && isNullable && !found.source.isCommentedOut(path))) return;
  const known = typeNamed(type, types);
  if (known !== undefined) checkValue(known, value, path, context);
}

/** Returns undefined if its class could not be defined, which is reported with the class. */
function typeNamed(name: string, types: ClassTable): Type | undefined {
  try {
    return types.type(name);
  } catch {
    return undefined;
  }
}

/** Checks the first copy of a component, and the last one if the first has no errors. */
function checkCopies(
  spec: ValuesSpec & { readonly class: string },
  { repeats }: PlacedObject,
  path: DocumentPath,
  document: SceneDocument,
  context: ValueContext,
): void {
  const { found } = context;
  const before = found.size;
  for (const [name, value] of Object.entries(spec.values ?? {}))
    if (repeats.length > 0 && deepestPlaceholder(JSON.stringify(value)) > repeats.length)
      found.add([...path, 'values', name], 'there is no outer repeat', { expected: '{i}' });
  const first = repeats.map(() => 0);
  const last = repeats.map((count) => count - 1).reverse();
  for (const indices of repeats.length > 0 ? [first, last] : [[]])
    if (found.size === before) checkMembers(spec, indices, path, document, context);
}

/** Finds errors in the values and images of an object. */
function checkMembers(
  spec: ValuesSpec & { readonly class: string },
  indices: RepeatIndices,
  path: DocumentPath,
  document: SceneDocument,
  context: ValueContext,
): void {
  const cls = context.types.find(spec.class);
  // Its errors are reported with the class.
  if (cls === undefined) return;
  const { values = {}, images = {} } = spec;
  for (const [written, value] of Object.entries(values)) {
    const at = [...path, 'values', written];
    const name = numbered(written, indices);
    if (isPath(name)) continue;
    const member = cls.member(name);
    if (member === undefined) addProblem(context.found, at, noMember(cls, name));
    else checkValue(member.type, filled(value, indices), at, context);
  }
  for (const [written, image] of Object.entries(images)) {
    const file = resolve(dirname(document.file), numbered(image, indices));
    checkImage(cls, numbered(written, indices), image, file, [...path, 'images', written], context);
  }
}

function checkImage(
  cls: ExposedClass,
  name: string,
  image: string,
  file: string,
  path: DocumentPath,
  { found }: ValueContext,
): void {
  const member = cls.member(name);
  if (member === undefined) addProblem(found, path, noMember(cls, name));
  else if (member.controller.type !== 'ImagePreview') {
    found.add(path, `"${name}" shows no picture`, {
      expected: 'a member with the controller ImagePreview',
      at: 'key',
    });
  }
  if (image === 'testcard' || statSync(file, { throwIfNoEntry: false })?.isFile() === true) return;
  found.add(path, `file "${image}" does not exist`, {
    expected: 'testcard, or a picture beside the scene file',
  });
}

/** Returns why a reference of an object in `scene` finds nothing at the start; undefined if it may find something. */
function whyMissing(
  key: string,
  scene: string | undefined,
  start: readonly string[],
  names: Names,
): string | undefined {
  const { object } = names.keys.get(key)!;
  if (object === undefined || scene === undefined || !start.includes(scene)) return undefined;
  if (object.scene === undefined) return `"${key}" appears only when its asset has been loaded`;
  if (object.scene === scene) return undefined;
  const isEarlier = start.includes(object.scene) && start.indexOf(object.scene) < start.indexOf(scene);
  return isEarlier ? undefined : `"${key}" is in the scene ${object.scene}, which is not loaded then`;
}
