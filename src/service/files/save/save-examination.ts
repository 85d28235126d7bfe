import type { ExposedModel } from '../../model/model.js';
import type { MemberFilter, PendingCommit } from '../../state/baseline.js';
import type { MemberEdits } from '../edits/document-edits.js';
import type { OpenScene } from '../open-scene.js';
import type { ProjectSettings } from '../project-settings.js';
import type { IncrementalTask } from '../run-incrementally.js';
import { noteUnobserved } from '../unobserved-changes.js';
import type { LaidOutDocument } from './saved-text.js';
import { type SettingsEdits, type SettingsFile, SettingsSave } from './settings-save.js';
import type { UnsavableReferences } from './unsavable-references.js';

/** The edits that a save writes for one object. */
interface ObjectEdits {
  readonly scene: MemberEdits;
  readonly settings: SettingsEdits | undefined;
}

/** The files as they were at one moment, to be laid out in steps. */
export interface SavePlan {
  readonly scene: IncrementalTask<LaidOutDocument>;
  readonly settings: IncrementalTask<SettingsFile[]>;
}

/** Maximum number of objects that are examined again in the last frame. */
const maxLastObjects = 50;
/** Maximum number of rounds in which changed objects are examined before the save proceeds anyway. */
const maxRounds = 4;

/**
 * Examines the changed objects of a save in steps, and marks them as saved; later changes count as unsaved. Objects
 * that change in the meantime are examined again in the last step, so that the files show one moment. Used by
 * `LiveSceneSaveSystem`.
 */
export class SaveExamination {
  readonly #model: ExposedModel;
  readonly #scene: OpenScene;
  readonly #settings: ProjectSettings;
  readonly #settingsSave: SettingsSave;
  readonly #unsavableReferences: UnsavableReferences;
  readonly #isCopy: boolean;
  readonly #edits = new Map<object, ObjectEdits>();
  readonly #taken = new Map<object, readonly PendingCommit[]>();
  #touched: Set<object> = new Set();
  /** Notes the added and removed objects as unsaved again. */
  #restoreScene = () => {};

  /** @param isCopy true for a copy, which marks nothing as saved */
  constructor(
    model: ExposedModel,
    scene: OpenScene,
    settings: ProjectSettings,
    unsavableReferences: UnsavableReferences,
    isCopy = false,
  ) {
    this.#model = model;
    this.#scene = scene;
    this.#settings = settings;
    this.#settingsSave = new SettingsSave(model, settings);
    this.#unsavableReferences = unsavableReferences;
    this.#isCopy = isCopy;
  }

  /** Examines the changed objects; the save has begun when the last step is done. */
  *steps(): IncrementalTask<SavePlan> {
    yield* noteUnobserved(this.#model);
    this.#scene.sortArrivals();
    const watch = this.#model.saved.watch();
    this.#touched = watch.touched;
    try {
      for (let round = 0; round < maxRounds; round++) {
        const due = this.#due();
        if (round > 0 && due.length <= maxLastObjects) break;
        for (const target of due) {
          this.#examine(target);
          yield;
        }
      }
      this.#markTouched(watch.gone);
      for (const target of this.#due()) this.#examine(target);
    } finally {
      watch.end();
    }
    const plan = {
      scene: this.#scene.planSave(this.#sceneEdits()),
      settings: this.#settingsSave.plan(this.#settingsEdits()),
    };
    if (!this.#isCopy) this.#restoreScene = this.#scene.beginSave();
    return plan;
  }

  /** Ends a successful save. Must run in the same turn of the event loop as the commits of the documents. */
  commit(): void {
    for (const taken of this.#taken.values()) for (const each of taken) each.commit();
  }

  /** Ends a failed save: everything is unsaved again. */
  rollback(): void {
    for (const target of [...this.#taken.keys()]) this.#undoTake(target);
    this.#restoreScene();
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
    if (!this.#isCopy) add(dirty.changedTargets());
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
    this.#undoTake(target);
    this.#touched.delete(target);
    this.#edits.delete(target);
    const changed = this.#model.saved.changedObject(target);
    const scene = this.#scene.editsOf(target, changed);
    const settings = changed && this.#settingsSave.editsOf(changed);
    const unsavable = this.#unsavableReferences.findUnsavable(target, changed?.owner, changed?.members ?? []);
    this.#edits.set(target, { scene, settings });
    if (!this.#isCopy) this.#take(target, unsavable);
  }

  /**
   * Marks the present state of an object as saved.
   * @param unsavable members whose edits stay unsaved, since no file can contain them
   */
  #take(target: object, unsavable: ReadonlySet<number>): void {
    const { saved, dirty } = this.#model;
    const captures = new Map<number, unknown>();
    const isSaved: MemberFilter = (owner, { index }) =>
      owner.class.members[index]?.persistScope !== 'project' || this.#settings.isWritable(owner);
    const taken = [
      saved.beginSave(target, isSaved, captures),
      dirty.beginSave(
        target,
        (owner, member) => !unsavable.has(member.index) && isSaved(owner, member),
        captures,
      ),
    ];
    this.#taken.set(
      target,
      taken.filter((each) => each !== undefined),
    );
  }

  /** Undoes `#take`; the changes since then stay as well. */
  #undoTake(target: object): void {
    for (const each of this.#taken.get(target) ?? []) each.rollback();
    this.#taken.delete(target);
  }

  *#sceneEdits(): Generator<readonly [object, MemberEdits]> {
    for (const [target, { scene }] of this.#edits) yield [target, scene];
  }

  *#settingsEdits(): Generator<SettingsEdits> {
    for (const { settings } of this.#edits.values()) if (settings !== undefined) yield settings;
  }
}
