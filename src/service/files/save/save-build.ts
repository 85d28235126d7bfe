import { failed } from '../../application-code.js';
import type { ExposedModel } from '../../model.js';
import { MemberValues } from '../../state/member-values.js';
import type { SaveInProgress } from '../../state/save-in-progress.js';
import type { ChangedUnit } from '../../state/saved-object.js';
import type { Captures } from '../../state/tracked-member.js';
import { capture } from '../../types/graph/snapshot.js';
import type { UnitEdits } from '../edits/document-edits.js';
import type { Steps } from '../incremental.js';
import { noteUnobserved } from '../load/unobserved-changes.js';
import type { OpenScene } from '../open-scene.js';
import type { UnsavableReferences } from '../pending/unsavable-references.js';
import type { ProjectSettings, SettingsEdits, SettingsFile } from '../project-settings.js';
import type { Built } from './saved-text.js';

/** What a save has to say of one object. */
interface Looked {
  readonly scene: UnitEdits;
  readonly settings: SettingsEdits | undefined;
}

/** The files as they were at one moment, to be laid out in steps. */
export interface SavePlan {
  readonly scene: Steps<Built>;
  readonly settings: Steps<SettingsFile[]>;
  /** The save has failed: what is known of objects that came and went is to be saved again. */
  rollback(): void;
}

/** Objects that are looked at again go into the last frame when they are no more than so many. */
const fewObjects = 50;
/** A show in which ever more changes meanwhile is saved nevertheless. */
const mostRounds = 4;

/**
 * The files as they are to be saved: what was changed is looked at in steps, and what changes meanwhile is looked at again
 * in the last one, so that they say what everything was at one moment.
 */
export class SaveBuild {
  readonly #model: ExposedModel;
  readonly #scene: OpenScene;
  readonly #settings: ProjectSettings;
  readonly #unsavableReferences: UnsavableReferences;
  readonly #begun: SaveInProgress | undefined;
  readonly #looked = new Map<object, Looked>();
  #touched: Set<object> = new Set();

  /** @param begun takes what is looked at as saved; undefined for a copy, which changes nothing */
  constructor(
    model: ExposedModel,
    scene: OpenScene,
    settings: ProjectSettings,
    unkept: UnsavableReferences,
    begun?: SaveInProgress,
  ) {
    this.#model = model;
    this.#scene = scene;
    this.#settings = settings;
    this.#unsavableReferences = unkept;
    this.#begun = begun;
  }

  /** Looks at what was changed; with the last step the save has begun. */
  *steps(): Steps<SavePlan> {
    yield* noteUnobserved(this.#model);
    yield* this.#scene.sortArrived();
    const watch = this.#model.saved.watch();
    this.#touched = watch.touched;
    try {
      for (let round = 0; round < mostRounds; round++) {
        const due = this.#due();
        if (round > 0 && due.length <= fewObjects) break;
        yield* this.#lookAt(due);
      }
      yield* this.#settings.lookAtMissing(this.#settingsEdits());
      this.#lookAgainAt(watch.gone);
      for (const target of this.#due()) this.#look(target);
    } finally {
      watch.end();
    }
    return {
      scene: this.#scene.planned(this.#sceneEdits()),
      settings: this.#settings.planned(this.#settingsEdits()),
      rollback: this.#begun === undefined ? () => {} : this.#scene.beginSave(),
    };
  }

  /** What was changed and not looked at since. */
  #due(): object[] {
    const { saved, dirty } = this.#model;
    const due = new Set(this.#touched);
    const add = (targets: Iterable<object>) => {
      for (const target of targets) if (!this.#looked.has(target)) due.add(target);
    };
    add(saved.changedTargets());
    add(this.#scene.createdTargets());
    if (this.#begun !== undefined) add(dirty.staleTargets());
    return [...due];
  }

  /** Of an object that has gone meanwhile the entries wait as they stand, as for a save that begins now. */
  #lookAgainAt(gone: ReadonlySet<object>): void {
    if (gone.size === 0) return;
    const isUnbound = ({ scene }: Looked) =>
      [...scene.changes.keys()].some(({ place }) => place === undefined);
    for (const [target, looked] of this.#looked)
      if (gone.has(target) || isUnbound(looked)) this.#touched.add(target);
  }

  *#lookAt(targets: readonly object[]): Steps<void> {
    for (const [i, target] of targets.entries()) {
      this.#look(target);
      yield (i + 1) / targets.length;
    }
  }

  #look(target: object): void {
    this.#begun?.giveBack(target);
    this.#touched.delete(target);
    this.#looked.delete(target);
    const changed = this.#model.saved.changedUnit(target);
    const scene = this.#scene.editsOf(target, changed);
    const settings = changed && this.#settings.editsOf(changed);
    const captures: Captures = new MemberValues();
    if (this.#begun !== undefined && changed !== undefined) captureAll(changed, captures);
    const unkept = this.#unsavableReferences.look(target, changed?.unit, changed?.members ?? []);
    this.#looked.set(target, { scene, settings });
    this.#begun?.take(target, unkept, captures);
  }

  *#sceneEdits(): Generator<readonly [object, UnitEdits]> {
    for (const [target, { scene }] of this.#looked) yield [target, scene];
  }

  *#settingsEdits(): Generator<SettingsEdits> {
    for (const { settings } of this.#looked.values()) if (settings !== undefined) yield settings;
  }
}

/** What is to be known as saved of the members that have changed. */
function captureAll({ unit, members }: ChangedUnit, captures: Captures): void {
  for (const index of members) {
    const member = unit.class.members[index];
    const value = member?.read(unit.target);
    if (member === undefined || value === failed) continue;
    captures.set(index, capture(member.type, value));
  }
}
