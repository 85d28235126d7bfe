import type { ComponentSpec, GameObjectSpec, SceneDocument } from './document.js';
import { allIndices, numbered } from './repeat.js';
import type { DocumentPath } from './source.js';

/** A game object of the file and its path. */
export interface PlacedObject {
  readonly spec: GameObjectSpec;
  readonly path: DocumentPath;
  /** The counts of the repeats around it, the outermost first. */
  readonly repeats: readonly number[];
  /** Its scene; undefined for an object of an asset. */
  readonly scene?: string;
}

/** Returns all game objects of scenes and assets, including children. */
export function* allObjects(document: SceneDocument): Generator<PlacedObject> {
  for (const [scene, { objects = [] }] of Object.entries(document.scenes ?? {})) {
    for (const [i, spec] of objects.entries()) {
      yield* withChildren(spec, ['scenes', scene, 'objects', i], [], { scene });
    }
  }
  for (const [name, { object }] of Object.entries(document.assets ?? {})) {
    if (object !== undefined) yield* withChildren(object, ['assets', name, 'object'], [], {});
  }
}

function* withChildren(
  spec: GameObjectSpec,
  path: DocumentPath,
  above: readonly number[],
  where: { scene?: string },
): Generator<PlacedObject> {
  const repeats = spec.repeat === undefined ? above : [...above, spec.repeat];
  yield { spec, path, repeats, ...where };
  for (const [i, child] of (spec.children ?? []).entries())
    yield* withChildren(child, [...path, 'children', i], repeats, where);
}

/** A source key of an object or component, as it is written. */
export interface ClaimedKey {
  readonly key: string;
  readonly path: DocumentPath;
  /** The component; undefined for the wrapper. */
  readonly component?: ComponentSpec;
}

export function* claimedKeys({ spec, path }: PlacedObject): Generator<ClaimedKey> {
  const { wrapper, components = [] } = spec;
  if (wrapper?.key !== undefined) yield { key: wrapper.key, path: [...path, 'wrapper', 'key'] };
  for (const [i, component] of components.entries()) {
    const { key } = component;
    if (key !== undefined) yield { key, path: [...path, 'components', i, 'key'], component };
  }
}

/** Returns the source keys of all objects of a scene. */
export function* keysOfScene(document: SceneDocument, scene: string): Generator<string> {
  for (const placed of allObjects(document))
    if (placed.scene === scene)
      for (const { key } of claimedKeys(placed))
        for (const indices of allIndices(placed.repeats)) yield numbered(key, indices);
}
