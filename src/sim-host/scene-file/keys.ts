import type { DocumentPath } from './diagnostics.js';
import type { GameObjectSpec, SceneDocument } from './document.js';

/** A game object of the file with where it stands. */
export interface PlacedObject {
  readonly spec: GameObjectSpec;
  readonly path: DocumentPath;
  readonly repeat: number;
}

/** All game objects of scenes and assets, children included. */
export function* allObjects(document: SceneDocument): Generator<PlacedObject> {
  for (const [name, { objects = [] }] of Object.entries(document.scenes ?? {})) {
    for (const [i, spec] of objects.entries()) yield* withChildren(spec, ['scenes', name, 'objects', i], 1);
  }
  for (const [name, { object }] of Object.entries(document.assets ?? {})) {
    if (object !== undefined) yield* withChildren(object, ['assets', name, 'object'], 1);
  }
}

function* withChildren(spec: GameObjectSpec, path: DocumentPath, above: number): Generator<PlacedObject> {
  const repeat = above * (spec.repeat ?? 1);
  yield { spec, path, repeat };
  for (const [i, child] of (spec.children ?? []).entries())
    yield* withChildren(child, [...path, 'children', i], repeat);
}

/** The source keys that an object and its components claim, with where. */
export function* claimedKeys({ spec, path }: PlacedObject): Generator<{ key: string; path: DocumentPath }> {
  if (spec.wrapper !== undefined) yield { key: spec.wrapper.key, path: [...path, 'wrapper', 'key'] };
  for (const [i, { key }] of (spec.components ?? []).entries()) {
    if (key !== undefined) yield { key, path: [...path, 'components', i, 'key'] };
  }
}

/** A name or key of a repeated object: `{i}` is its number. */
export function numbered(text: string, index: number): string {
  return text.replaceAll('{i}', String(index));
}
