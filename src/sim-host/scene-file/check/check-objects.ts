import { describePath } from '../../../service/common/describe-path.js';
import { nameProblem } from '../../../service/common/name-rules.js';
import { type DiagnosticList, nearest } from '../diagnostics.js';
import type { ComponentSpec, SceneDocument } from '../document.js';
import { allObjects, claimedKeys, type PlacedObject } from '../keys.js';
import { maxObjects, type Names } from '../names.js';
import {
  allIndices,
  deepestPlaceholder,
  filled,
  hasPlaceholder,
  numbered,
  type RepeatIndices,
} from '../repeat.js';
import type { DocumentPath } from '../source.js';
import type { ValueContext } from './check-context.js';
import { checkDriver } from './check-drivers.js';
import { checkMemberValues } from './check-member-values.js';
import { followPath } from './check-paths.js';
import { checkPlainObjectNames, checkPlainObjectValues } from './check-plain-objects.js';

interface NameContext {
  readonly names: Names;
  readonly found: DiagnosticList;
}

/** Maximum checked copies of a component that differs from copy to copy; the last copy is always checked. */
const maxCopies = 1000;

/** Warning for a driven member that is saved although nobody edits it. */
const isSaved =
  'is saved with the value that it happens to have: give the member persist: false in its class';

/** Finds errors in the keys, classes and number of objects. */
export function checkObjectNames(document: SceneDocument, context: NameContext): void {
  const { names, found } = context;
  for (const { key, path, by } of names.claimedTwice) {
    // A key without a number under a repeat is reported as such.
    const own = by.component ?? by.object?.spec.wrapper;
    if (path === by.path && key === own?.key) continue;
    found.add(path, `the source key "${key}" is taken, by ${found.otherPlace(by.path)}`, {
      expected: 'a key of its own',
    });
  }
  let count = 0;
  for (const object of allObjects(document)) {
    checkKeys(object, context);
    count += object.repeats.reduce((product, each) => product * each, 1);
    for (const [i, component] of (object.spec.components ?? []).entries())
      checkClass(component, [...object.path, 'components', i, 'class'], context);
  }
  for (const [i, plain] of (document.objects ?? []).entries()) {
    if (plain.key !== undefined) checkKey(plain.key, ['objects', i, 'key'], found);
    checkPlainObjectNames(plain, ['objects', i], context);
  }
  if (count > maxObjects) {
    found.add(['scenes'], `the repeats create ${count} objects`, {
      expected: `at most ${maxObjects}`,
    });
  }
}

/** Finds errors in initial values, references, drivers and images of objects. */
export function checkObjectValues(document: SceneDocument, context: ValueContext): void {
  const { model, found } = context;
  const start = scenesAtStart(document);
  for (const object of allObjects(document)) {
    const onReference = (key: string, at: DocumentPath) => {
      const problem = isThereAtStart(key, object.scene, start, model.names);
      if (problem !== undefined) found.add(at, problem, { expected: 'an object that is there before' });
    };
    for (const [i, component] of (object.spec.components ?? []).entries())
      checkCopies(component, object, [...object.path, 'components', i], { ...context, onReference });
  }
  for (const [i, plain] of (document.objects ?? []).entries())
    checkPlainObjectValues(plain, ['objects', i], context);
}

/** A key under a repeat must contain the number of each repeat. */
function checkKeys(object: PlacedObject, { found }: NameContext): void {
  const depth = object.repeats.length;
  for (const { key, path } of claimedKeys(object)) {
    checkKey(key, path, found);
    const copies = object.repeats.reduce((product, each) => product * each, 1);
    const deepest = deepestPlaceholder(key);
    if (deepest > depth) {
      const what = depth === 0 ? 'outside of a repeat {i} has no value' : 'there is no outer repeat';
      found.add(path, what, { expected: depth === 0 ? 'repeat, or a key without {i}' : 'a key with {i}' });
    } else if (copies > 1 && deepest === 0) {
      found.add(path, `"${key}" would be the key of ${copies} objects`, { expected: 'a key with {i}' });
    }
  }
}

/** The service refuses keys that a path cannot contain. */
export function checkKey(key: string, path: DocumentPath, found: DiagnosticList): void {
  const problem = nameProblem(key);
  if (problem !== undefined) found.add(path, `the source key "${describePath(key)}" ${problem}`);
}

/** Returns the scenes that are loaded at the start, in order. */
function scenesAtStart({ scenes = {} }: SceneDocument): string[] {
  const entries = Object.entries(scenes);
  const active = (entries.find(([, scene]) => scene.active) ?? entries[0])?.[0];
  return entries
    .flatMap(([name, { loaded }]) => (name === active || loaded ? [name] : []))
    .sort((a, b) => (a === active ? -1 : b === active ? 1 : 0));
}

/** Returns why a reference of an object in `scene` finds nothing at the start; undefined if it may find something. */
function isThereAtStart(
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

/** Checks the copies of a component up to the first with errors, since the others would mostly repeat them. */
function checkCopies(
  spec: ComponentSpec,
  object: PlacedObject,
  path: DocumentPath,
  context: ValueContext,
): void {
  const { values, drive, images } = spec;
  const differs = hasPlaceholder({ values, drive, images });
  const before = context.found.size;
  for (const indices of copiesOf(object, differs)) {
    checkMembers(spec, object, indices, path, context);
    if (context.found.size > before) return;
  }
}

/** Returns the numbers of the copies to check. */
function* copiesOf({ repeats }: PlacedObject, differs: boolean): Generator<RepeatIndices> {
  let seen = 0;
  for (const indices of allIndices(repeats)) {
    yield indices;
    if (!differs) return;
    if (++seen >= maxCopies) return yield repeats.map((count) => count - 1).reverse();
  }
}

function checkClass({ class: name }: ComponentSpec, at: DocumentPath, { names, found }: NameContext): void {
  const { classes } = names;
  const spec = classes[names.className(name)];
  const known = Object.keys(classes).filter((each) => classes[each]!.kind === 'component');
  if (spec === undefined) {
    found.add(at, `unknown component class "${name}"`, { hint: nearest(name, known) });
  } else if (spec.kind === 'static') {
    found.add(at, `"${name}" is static: its only object is not in a scene`, {
      expected: 'a class of kind component; values of a static class stand in its members',
    });
  } else if (spec.kind !== 'component') {
    found.add(at, `"${name}" is a ${spec.kind}: its values are in members of other objects`, {
      expected: 'a class of kind component',
    });
  } else if (spec.abstract) {
    const concrete = known.filter((each) => !classes[each]!.abstract && names.lineage(each).includes(name));
    found.add(at, `"${name}" is abstract`, { expected: concrete.join(', ') || 'a concrete class' });
  }
}

function checkMembers(
  spec: ComponentSpec,
  object: PlacedObject,
  indices: RepeatIndices,
  path: DocumentPath,
  context: ValueContext,
): void {
  const { model, found } = context;
  const cls = model.class(spec.class);
  // Its errors are already reported.
  if (cls === undefined) return;
  const whole = filled(spec, indices);
  const self = () => (whole.key === undefined ? undefined : model.object(whole.key));
  const target = () => (self()?.class === cls ? self()!.target : model.component(whole)?.target);
  for (const [name, value] of Object.entries(spec.values ?? {}))
    checkNumbers(value, object, [...path, 'values', name], context);
  checkMemberValues(spec, { class: cls, target }, indices, path, context);
  if (spec.drive === undefined) return;
  const driven = new Map<string, DocumentPath>();
  for (const [name, driver] of Object.entries(spec.drive)) {
    const at = [...path, 'drive', name];
    const end = followPath(model, { class: cls, target: target(), isAtStart: true }, numbered(name, indices));
    if (end.problem !== undefined) {
      const { problem, ...more } = end;
      found.add(at, problem, { ...more, at: 'key' });
      continue;
    }
    if (end.type === undefined) continue;
    const other = driven.get(end.place!);
    if (other !== undefined) {
      found.add(at, `"${name}" is already driven, in ${found.otherPlace(other, 'key')}`, {
        expected: 'one driver for a member',
        at: 'key',
      });
      continue;
    }
    driven.set(end.place!, at);
    checkDriver(filled(driver, indices), end.type, at, context);
    if (end.isSaved) found.warn(at, `"${name}" ${isSaved}`);
  }
}

/** Reports numbers of repeats that do not exist; without a repeat, braces have no meaning. */
function checkNumbers(
  value: unknown,
  { repeats }: Pick<PlacedObject, 'repeats'>,
  path: DocumentPath,
  context: ValueContext,
): void {
  if (repeats.length === 0) return;
  if (typeof value === 'string' && deepestPlaceholder(value) > repeats.length) {
    context.found.add(path, 'there is no outer repeat', { expected: '{i}' });
  } else if (Array.isArray(value)) {
    for (const [i, item] of value.entries()) checkNumbers(item, { repeats }, [...path, i], context);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, item] of Object.entries(value))
      checkNumbers(item, { repeats }, [...path, name], context);
  }
}
