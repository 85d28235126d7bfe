import { describePath } from '../../../service/common/describe-path.js';
import { nameProblem } from '../../../service/common/name-rules.js';
import { nearestName } from '../../../service/common/nearest-name.js';
import type { DiagnosticList } from '../diagnostics.js';
import type { ComponentSpec, ObjectSpec, SceneDocument } from '../document.js';
import { allObjects, claimedKeys, type PlacedObject } from '../keys.js';
import { maxObjects, type Names } from '../names.js';
import { deepestPlaceholder } from '../repeat.js';
import type { DocumentPath } from '../source.js';

interface Context {
  readonly names: Names;
  readonly found: DiagnosticList;
}

/** Finds errors in the keys, classes and number of objects. */
export function checkObjectNames(document: SceneDocument, context: Context): void {
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
      checkComponentClass(component, [...object.path, 'components', i, 'class'], context);
  }
  for (const [i, plain] of (document.objects ?? []).entries()) {
    checkPlainObject(plain, ['objects', i], context);
  }
  if (count > maxObjects) {
    found.add(['scenes'], `the repeats create ${count} objects`, {
      expected: `at most ${maxObjects}`,
    });
  }
}

/** A key under a repeat must contain the number of each repeat. */
function checkKeys(object: PlacedObject, { found }: Context): void {
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

function checkComponentClass(
  { class: name }: ComponentSpec,
  at: DocumentPath,
  { names, found }: Context,
): void {
  const { classes } = names;
  const spec = classes[names.className(name)];
  const known = Object.keys(classes).filter((each) => classes[each]!.kind === 'component');
  if (spec === undefined) {
    found.add(at, `unknown component class "${name}"`, { hint: nearestName(name, known) });
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

/** Finds errors in the class and the names of an object without a game object. */
function checkPlainObject(spec: ObjectSpec, path: DocumentPath, { names, found }: Context): void {
  if (spec.key !== undefined) checkKey(spec.key, [...path, 'key'], found);
  const { classes } = names;
  const name = names.className(spec.class);
  const cls = classes[name];
  const at = [...path, 'class'];
  if (cls === undefined) {
    const known = Object.keys(classes).filter((each) => classes[each]!.kind !== 'component');
    return found.add(at, `unknown class "${spec.class}"`, { hint: nearestName(spec.class, known) });
  }
  if (cls.kind === 'component') {
    return found.add(at, `"${name}" is a component, which needs a game object`, {
      expected: 'a component in the objects of a scene, or a class of another kind',
    });
  }
  if (cls.abstract) return found.add(at, `"${name}" is abstract`, { expected: 'a concrete class' });
  for (const group of ['key', 'name'] as const) {
    if (cls.kind !== 'static' || spec[group] === undefined) continue;
    found.add([...path, group], `the object of a static class is known by the name of its class`, {
      expected: 'class, values and images alone',
      at: 'key',
    });
  }
}
