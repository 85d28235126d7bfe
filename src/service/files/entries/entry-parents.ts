import type { ExposedModel } from '../../model.js';
import type { ExposedObjectHandle } from '../../objects/handle.js';
import type { Captured } from '../../state/defaults.js';
import type { Entry } from './entry.js';

/**
 * The entries that say the parent of a game object, the one that counts first. Files say it with the object that stands for the
 * game object; what other hands have said with another of its components counts where that says nothing.
 */
export function entriesWithParent(
  model: ExposedModel,
  entries: { of(unit: Pick<Captured, 'target'>): readonly Entry[] },
  handle: ExposedObjectHandle,
): Entry[] {
  const gameObject = model.gameObjectOf(handle);
  const handles = gameObject === undefined ? [handle] : model.objects.onGameObject(gameObject);
  return handles.flatMap((each) =>
    entries
      .of(each)
      .filter(({ isRoot, parent }) => isRoot && parent !== undefined)
      .toReversed(),
  );
}

/** The object of which files say where its game object is. */
export function entryOwner(model: ExposedModel, handle: ExposedObjectHandle): ExposedObjectHandle {
  const gameObject = model.gameObjectOf(handle);
  return (gameObject && model.objects.ofGameObject(gameObject)) ?? handle;
}

export function isParent({ place }: { readonly place: readonly (string | number)[] }): boolean {
  return place[0] === '@parent';
}
