import { BoundDocument } from '../../../dist/service/persistence/bound-document.js';
import { DocumentText } from '../../../dist/service/persistence/document/document-text.js';
import { LiveDocument } from '../../../dist/service/persistence/live-document.js';
import { OpenScene } from '../../../dist/service/persistence/open-scene.js';
import { ProjectSettings } from '../../../dist/service/persistence/project-settings.js';
import { SavedState } from '../../../dist/service/state/saved-state.js';

// What the package does not export comes without types.
const internals = '../../../dist/service/persistence/structure.js';
const { Structure } = (await import(internals)) as { Structure: { prototype: object } };

const replace = (prototype: object, name: string, value: unknown) => Reflect.set(prototype, name, value);

/** Old faults of files, each put back from outside: the oracle must find every one of them. */
export const faults: Readonly<Record<string, () => void>> = {
  'texts-are-laid-out-anew': () => {
    const text = Object.getOwnPropertyDescriptor(DocumentText.prototype, 'text')!.get!;
    replace(DocumentText.prototype, 'pieces', function* (this: DocumentText) {
      const json = JSON.parse((text.call(this) as string).replace(/^\uFEFF/, ''));
      yield Buffer.from(`${JSON.stringify(json, undefined, 2)}\n`);
    });
  },
  'what-waits-is-never-bound': () => replace(LiveDocument.prototype, 'bindPending', () => undefined),
  'edits-end-no-waiting': () => replace(BoundDocument.prototype, 'written', () => undefined),
  'orphans-are-not-removed': () => replace(LiveDocument.prototype, 'removeOrphan', () => true),
  'destroyed-objects-come-back': () => replace(Structure.prototype, 'destroy', () => undefined),
  'new-objects-are-not-made': () => replace(Structure.prototype, 'spawn', () => undefined),
  'parents-are-not-read': () => replace(Structure.prototype, 'moveOf', () => undefined),
  'settings-are-not-written': () => replace(ProjectSettings.prototype, 'build', () => []),
  'resets-are-never-unsaved': () =>
    Object.defineProperty(SavedState.prototype, 'isAnyDecided', { get: () => false }),
  'structure-is-never-unsaved': () =>
    Object.defineProperty(OpenScene.prototype, 'isRestructured', { get: () => false, set: () => {} }),
};
