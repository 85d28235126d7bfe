import type { ExposedModel } from '../../model/model.js';
import type { ExposedObjectHandle } from '../../objects/handle.js';
import type { MemberOwner } from '../../objects/property-ref.js';
import type { Entry } from './entry.js';

/** The entries of an open document. */
export interface DocumentEntries {
  readonly entries: readonly Entry[];
  /** Returns the entries of an object, in the order of the file. */
  entriesOf(owner: Pick<MemberOwner, 'target'>): readonly Entry[];
}

/**
 * Returns the entries that set the parent of a game object, the effective one first. Entries of its owner precede those
 * of its other components, which only files edited by hand have.
 */
export function entriesWithParent(
  model: ExposedModel,
  document: DocumentEntries,
  handle: ExposedObjectHandle,
): Entry[] {
  const gameObject = model.gameObjectOf(handle);
  const handles = gameObject === undefined ? [handle] : model.objects.onGameObject(gameObject);
  return handles.flatMap((each) =>
    document
      .entriesOf(each)
      .filter(({ isRoot, parent }) => isRoot && parent !== undefined)
      .toReversed(),
  );
}

/** Returns the object whose entry sets the parent of a game object. */
export function entryOwner(model: ExposedModel, handle: ExposedObjectHandle): ExposedObjectHandle {
  const gameObject = model.gameObjectOf(handle);
  return (gameObject && model.objects.ofGameObject(gameObject)) ?? handle;
}

export function isParent({ objectPath }: { readonly objectPath: readonly (string | number)[] }): boolean {
  return objectPath[0] === '@parent';
}
