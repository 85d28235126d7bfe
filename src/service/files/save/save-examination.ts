import type { ExposedModel } from '../../model/model.js';
import type { SaveInProgress } from '../../state/save-in-progress.js';
import type { MemberEdits } from '../edits/document-edits.js';
import type { OpenScene } from '../open-scene.js';
import type { ProjectSettings } from '../project-settings.js';
import type { Steps } from '../run-incrementally.js';
import { noteUnobserved } from '../unobserved-changes.js';
import type { LaidOutDocument } from './saved-text.js';
import { type SettingsEdits, type SettingsFile, SettingsSave } from './settings-save.js';
import type { UnsavableReferences } from './unsavable-references.js';

/** What a save writes for one object. */
interface ObjectEdits {
  readonly scene: MemberEdits;
  readonly settings: SettingsEdits | undefined;
}

/** The files as they were at one moment, to be laid out in steps. */
export interface SavePlan {
  readonly scene: Steps<LaidOutDocument>;
  readonly settings: Steps<SettingsFile[]>;
  /** After a failed save, notes the added and removed objects as unsaved again. */
  rollback(): void;
}

/**
 * Examines the changed objects of a save in steps; objects that change in the meantime are examined again in the last
 * step, so that the files show one moment. Used by `LiveSceneSaveSystem`.
 */
export class SaveExamination {
  readonly #model: ExposedModel;
  readonly #scene: OpenScene;
  readonly #settings: SettingsSave;
  readonly #unsavableReferences: UnsavableReferences;
  readonly #inProgress: SaveInProgress | undefined;
  readonly #edits = new Map<object, ObjectEdits>();
  #touched: Set<object> = new Set();

  /** @param inProgress marks examined objects as saved; undefined for a copy, which marks nothing */
  constructor(
    model: ExposedModel,
    scene: OpenScene,
    settings: ProjectSettings,
    unsavableReferences: UnsavableReferences,
    inProgress?: SaveInProgress,
  ) {
    this.#model = model;
    this.#scene = scene;
    this.#settings = new SettingsSave(model, settings);
    this.#unsavableReferences = unsavableReferences;
    this.#inProgress = inProgress;
  }

  /** Examines what was changed; the save has begun when the last step is done. */
  *steps(): Steps<SavePlan> {
    yield* noteUnobserved(this.#model);
    this.#scene.sortArrivals();
    const watch = this.#model.saved.watch();
    this.#touched = watch.touched;
    try {
      for (const target of this.#due()) {
        this.#examine(target);
        yield;
      }
      this.#markTouched(watch.gone);
      for (const target of this.#due()) this.#examine(target);
    } finally {
      watch.end();
    }
    return {
      scene: this.#scene.planSave(this.#sceneEdits()),
      settings: this.#settings.plan(this.#settingsEdits()),
      rollback: this.#inProgress === undefined ? () => {} : this.#scene.beginSave(),
    };
  }

  /** Returns the objects that were changed and not examined since. */
  #due(): object[] {
    const { saved, dirty } = this.#model;
    const due = new Set(this.#touched);
    const add = (targets: Iterable<object>) => {
      for (const target of targets) if (!this.#edits.has(target)) due.add(target);
    };
    add(saved.changedTargets());
    add(this.#scene.createdTargets());
    if (this.#inProgress !== undefined) add(dirty.changedTargets());
    return [...due];
  }

  /** Objects that are gone are examined again: their entries stay in the file unchanged. */
  #markTouched(gone: ReadonlySet<object>): void {
    if (gone.size === 0) return;
    const isUnbound = ({ scene }: ObjectEdits) =>
      [...scene.changes.keys()].some(({ object }) => object === undefined);
    for (const [target, edits] of this.#edits)
      if (gone.has(target) || isUnbound(edits)) this.#touched.add(target);
  }

  #examine(target: object): void {
    this.#inProgress?.undoTake(target);
    this.#touched.delete(target);
    this.#edits.delete(target);
    const changed = this.#model.saved.changedObject(target);
    const scene = this.#scene.editsOf(target, changed);
    const settings = changed && this.#settings.editsOf(changed);
    const unsavable = this.#unsavableReferences.findUnsavable(target, changed?.owner, changed?.members ?? []);
    this.#edits.set(target, { scene, settings });
    this.#inProgress?.take(target, unsavable);
  }

  *#sceneEdits(): Generator<readonly [object, MemberEdits]> {
    for (const [target, { scene }] of this.#edits) yield [target, scene];
  }

  *#settingsEdits(): Generator<SettingsEdits> {
    for (const { settings } of this.#edits.values()) if (settings !== undefined) yield settings;
  }
}
