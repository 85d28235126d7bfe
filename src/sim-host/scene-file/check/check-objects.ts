import type { Json, JsonObject } from '../../../service/index.js';
import type { DiagnosticList } from '../diagnostics.js';
import type { SceneDocument } from '../document.js';
import { allObjects, type PlacedObject } from '../keys.js';
import { maxObjects, type Names } from '../names.js';
import { filled } from '../repeat.js';
import { dependsOnRun } from '../run/expressions.js';
import { initialScenes } from '../run/file-scenes.js';
import { referenceKey } from '../run/initial-values.js';
import type { DocumentPath } from '../source.js';

/** Finds errors in the keys, classes, references and the number of objects. */
export function checkObjects(document: SceneDocument, names: Names, found: DiagnosticList): void {
  for (const { key, path, by } of names.claimedTwice) {
    if (path === by.path) found.add(path, `the copies have the same key "${key}"`, { expected: '{i} in it' });
    else found.add(path, `the source key "${key}" is taken, by ${found.otherPlace(by.path)}`);
  }
  for (const [key, { path }] of names.keys)
    if (/\{i\d?\}/.test(key))
      found.add(path, 'outside of a repeat {i} has no value', { expected: 'repeat, or a key without {i}' });
  let count = 0;
  for (const { repeats } of allObjects(document))
    count += repeats.reduce((product, each) => product * each, 1);
  if (count > maxObjects)
    found.add(['scenes'], `the repeats create ${count} objects`, { expected: `at most ${maxObjects}` });
  const start = initialScenes(document);
  for (const { className, values, path, object } of describedObjects(document)) {
    checkClass(className, object === undefined ? 'plain' : 'component', [...path, 'class'], names, found);
    for (const [key, at] of referencesIn(values, [...path, 'values'])) {
      const target = names.keys.get(key);
      if (target === undefined) found.requireName(at, 'source key', key, names.keys.keys());
      else if (!isThere(target.object, object, start))
        found.add(at, `"${key}" is in a scene or an asset that is not loaded then`, {
          expected: 'an object of this scene, or of one that is loaded before it',
        });
    }
  }
}

/** A component of a game object, or an object without one. */
interface DescribedObject {
  readonly className: string;
  /** The values of the first copy. */
  readonly values: JsonObject;
  readonly path: DocumentPath;
  readonly object?: PlacedObject;
}

/** Returns all objects that have members. */
export function* describedObjects(document: SceneDocument): Generator<DescribedObject> {
  for (const object of allObjects(document)) {
    const first = object.repeats.map(() => 0);
    for (const [i, { class: className, values = {} }] of (object.spec.components ?? []).entries())
      yield { className, values: filled(values, first), path: [...object.path, 'components', i], object };
  }
  for (const [i, { class: className, values = {} }] of (document.objects ?? []).entries())
    yield { className, values, path: ['objects', i] };
}

/** Adds an error unless a class exists, is concrete and has the kind; `plain` objects have no game object. */
export function checkClass(
  name: string,
  kind: 'component' | 'plain',
  path: DocumentPath,
  names: Names,
  found: DiagnosticList,
): void {
  const isWanted = (each: string) => (names.class(each)?.kind === 'component') === (kind === 'component');
  const spec = names.class(name);
  if (spec === undefined) found.requireName(path, 'class', name, Object.keys(names.classes).filter(isWanted));
  else if (spec.abstract || !isWanted(name))
    found.add(path, `"${name}" is ${spec.abstract ? 'abstract' : `of kind ${spec.kind}`}`, {
      expected: kind === 'component' ? 'a class of kind component' : 'a class of another kind',
    });
}

/** Returns the source keys that a value refers to, except computed ones, with their paths. */
export function* referencesIn(value: Json, path: DocumentPath): Generator<[key: string, path: DocumentPath]> {
  const key = referenceKey(value);
  // A reference may lead to a component: `stand.components[Lamp]`.
  if (key !== undefined && !dependsOnRun(key)) yield [key.replace(/\.components\[[^\]]+\]$/, ''), path];
  else if (Array.isArray(value))
    for (const [i, item] of value.entries()) yield* referencesIn(item, [...path, i]);
  else if (typeof value === 'object' && value !== null)
    for (const [name, item] of Object.entries(value)) yield* referencesIn(item, [...path, name]);
}

/** False if `owner`, an object of the initial scenes, is built before the one that it refers to. */
function isThere(
  target: PlacedObject | undefined,
  owner: PlacedObject | undefined,
  start: readonly string[],
): boolean {
  const position = start.indexOf(owner?.scene ?? '');
  if (target === undefined || position === -1) return true;
  const other = start.indexOf(target.scene ?? '');
  return other !== -1 && other <= position;
}
