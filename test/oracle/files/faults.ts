import { DocumentText } from '../../../dist/service/persistence/document/document-text.js';
import { HeardWrites } from '../../../dist/service/persistence/heard-writes.js';
import { LiveDocument } from '../../../dist/service/persistence/live-document.js';
import { OpenScene } from '../../../dist/service/persistence/open-scene.js';
import { ProjectSettings } from '../../../dist/service/persistence/project-settings.js';
import { SavedState } from '../../../dist/service/state/saved-state.js';
import { type Faults, type Method, prototypeOf, replace } from '../faults/replace.js';
import type { FilesMixName } from './mix.js';

const structure = await prototypeOf('persistence/structure.js', 'Structure');
const waitingList = await prototypeOf('persistence/waiting.js', 'WaitingList');
const entryLoader = await prototypeOf('persistence/entry-loader.js', 'EntryLoader');
const entryEdits = await prototypeOf('persistence/edits.js', 'EntryEdits');
const list = await prototypeOf('persistence/document/list.js', 'List');

/** Puts `make(what it was)` in place of a getter. @throws Error when there is none */
function replaceGetter<T>(prototype: object, name: string, make: (of: object, original: () => T) => T): void {
  const original = Object.getOwnPropertyDescriptor(prototype, name)?.get;
  if (original === undefined) throw new Error(`the service has no getter ${name} any more`);
  Object.defineProperty(prototype, name, {
    get(this: object) {
      return make(this, () => original.call(this) as T);
    },
  });
}

const nothing = () => () => undefined;

/** What an edit of a document is, as far as faults know it. */
interface EditOfDocument {
  readonly kind: 'set' | 'remove' | 'arrange';
  readonly places?: readonly Place[];
}

/** An element by its index, or a new one. */
type Place = number | { readonly value: unknown };

/** Spoils the edits of an entry. */
function editsAre(spoil: (edits: readonly EditOfDocument[]) => readonly EditOfDocument[]): void {
  replaceGetter<readonly EditOfDocument[]>(entryEdits, 'edits', (_, original) => spoil(original()));
}

/** Spoils the places of elements of arrays. */
function placesAre(spoil: (places: readonly Place[]) => readonly Place[]): void {
  editsAre((edits) =>
    edits.map((edit) => (edit.places === undefined ? edit : { ...edit, places: spoil(edit.places) })),
  );
}

/** Takes entries away from what objects come and go by. */
function entriesThatComeAndGoAre(isLeft: (entry: { readonly kind: string }) => boolean): void {
  replace(
    structure,
    'comeAndGo',
    (comeAndGo) =>
      function (this: never, entries: readonly { readonly kind: string }[]) {
        return comeAndGo.call(this, entries.filter(isLeft) as never);
      } as Method,
  );
}

/** Spoils the text of a document that is written. */
function textsAre(spoil: (text: string) => string): void {
  replace(
    DocumentText.prototype,
    'pieces',
    (pieces) =>
      function* (this: never) {
        const whole = Buffer.concat([...(pieces.call(this) as Iterable<Uint8Array>)]);
        yield Buffer.from(spoil(whole.toString()));
      } as Method,
  );
}

/** Old faults of files, each put back from outside: the oracle must find every one of them. */
export const faults: Faults = {
  'texts-are-laid-out-anew': () =>
    textsAre((text) => `${JSON.stringify(JSON.parse(text.replace(/^\uFEFF/, '')), undefined, 2)}\n`),
  'digits-are-rewritten': () => textsAre((text) => text.replace(/(?<=[:[,]\s*-?\d+)\.0+(?=\s*[,\]}])/g, '')),
  'what-is-new-takes-many-lines': () => replace(list, 'isMultilineAt', () => () => true),
  'insertions-are-one-off': () =>
    placesAre((places) => {
      const wrong = [...places];
      for (const [i, place] of places.entries())
        if (typeof place !== 'number' && i + 1 < places.length)
          [wrong[i], wrong[i + 1]] = [wrong[i + 1]!, wrong[i]!];
      return wrong;
    }),
  'insertions-are-made-twice': () =>
    placesAre((places) =>
      places.flatMap((each): Place[] => (typeof each === 'number' ? [each] : [each, each])),
    ),
  'new-nulls-are-dropped': () =>
    placesAre((places) => places.filter((place) => typeof place === 'number' || place.value !== null)),
  'removals-are-not-written': () => editsAre((edits) => edits.filter(({ kind }) => kind !== 'remove')),
  'moves-are-not-written': () =>
    placesAre((places) => {
      const stay = places.filter((place) => typeof place === 'number').sort((a, b) => a - b);
      return places.map((place) => (typeof place === 'number' ? stay.shift()! : place));
    }),
  'what-waits-is-never-bound': () => replace(LiveDocument.prototype, 'bindPending', nothing),
  'edits-end-no-waiting': () => replace(waitingList, 'endAt', () => () => []),
  'an-edit-ends-all-waiting': () =>
    replace(
      waitingList,
      'endAt',
      (endAt) =>
        function (this: { clear(): void }, ...args: never[]) {
          const ended = endAt.apply(this as never, args);
          this.clear();
          return ended;
        } as Method,
    ),
  'what-waits-does-not-move-with-its-element': () => replace(waitingList, 'move', nothing),
  'what-comes-applies-its-whole-entry': () =>
    replace(
      entryLoader,
      'retry',
      (retry) =>
        function (this: { apply(entry: unknown): unknown }, entry: { waiting: { all: unknown[] } }) {
          const found = retry.call(this as never, entry as never) as unknown[];
          if (found.length > 0) this.apply(entry);
          return found;
        } as Method,
    ),
  'orphans-are-not-removed': () => replace(LiveDocument.prototype, 'removeOrphan', () => () => true),
  'destroyed-objects-come-back': () => {
    entriesThatComeAndGoAre(({ kind }) => kind !== 'removed');
    replace(structure, 'takeOut', nothing);
  },
  'what-the-engine-made-is-not-told': () =>
    textsAre((text) => text.replace(/,\s*"@origin"\s*:\s*"engine"/g, '')),
  'new-objects-are-not-made': () => entriesThatComeAndGoAre(({ kind }) => kind !== 'new'),
  'parents-are-not-read': () => replace(structure, 'moveOf', nothing),
  'moves-end-no-waiting': () => replace(HeardWrites.prototype, 'moved', nothing),
  'base-scene-changes-are-never-unsaved': () =>
    replaceGetter(LiveDocument.prototype, 'isBaseSceneChanged', () => false),
  'what-waits-comes-to-a-scene-that-is-loaded-for-another-file': () =>
    replace(
      OpenScene.prototype,
      'holding',
      () => ((action: () => Promise<void>) => action()) as unknown as Method,
    ),
  'settings-are-not-written': () =>
    replace(
      ProjectSettings.prototype,
      'planned',
      () =>
        // biome-ignore lint/correctness/useYield: steps that are none
        function* () {
          return [];
        } as Method,
    ),
  'resets-are-never-unsaved': () => replaceGetter(SavedState.prototype, 'isAnyDecided', () => false),
  'structure-is-never-unsaved': () => replaceGetter(OpenScene.prototype, 'isRestructured', () => false),
};

/** The kind of runs that is to find a fault. */
export const kinds: Readonly<Record<string, FilesMixName>> = {
  'texts-are-laid-out-anew': 'edits',
  'digits-are-rewritten': 'edits',
  'what-is-new-takes-many-lines': 'edits',
  'insertions-are-one-off': 'lists',
  'insertions-are-made-twice': 'edits',
  'new-nulls-are-dropped': 'edits',
  'removals-are-not-written': 'edits',
  'moves-are-not-written': 'lists',
  'settings-are-not-written': 'edits',
  'what-waits-is-never-bound': 'waiting',
  'edits-end-no-waiting': 'waiting',
  'an-edit-ends-all-waiting': 'waiting',
  'what-waits-does-not-move-with-its-element': 'lists',
  'what-comes-applies-its-whole-entry': 'waiting',
  'orphans-are-not-removed': 'structure',
  'destroyed-objects-come-back': 'structure',
  'what-the-engine-made-is-not-told': 'structure',
  'new-objects-are-not-made': 'structure',
  'parents-are-not-read': 'structure',
  'moves-end-no-waiting': 'structure',
  'base-scene-changes-are-never-unsaved': 'bases',
  'what-waits-comes-to-a-scene-that-is-loaded-for-another-file': 'bases',
  'resets-are-never-unsaved': 'alone',
  'structure-is-never-unsaved': 'alone',
};
