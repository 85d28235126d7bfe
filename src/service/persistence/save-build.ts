import type { ExposedModel } from '../model.js';
import type { BegunSave } from '../state/begun-save.js';
import type { UnitEdits } from './document-edits.js';
import type { OpenScene } from './open-scene.js';
import type { ProjectSettings, SettingsEdits, SettingsFile } from './project-settings.js';
import type { Built } from './saved-text.js';
import { eachInSteps, type Steps } from './slices.js';
import type { Unkept } from './unkept.js';
import { noteUnseen } from './unseen.js';

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

const objectsPerStep = 4;
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
  readonly #unkept: Unkept;
  readonly #begun: BegunSave | undefined;
  readonly #looked = new Map<object, Looked>();
  #touched: Set<object> = new Set();

  /** @param begun takes what is looked at as saved; undefined for a copy, which changes nothing */
  constructor(
    model: ExposedModel,
    scene: OpenScene,
    settings: ProjectSettings,
    unkept: Unkept,
    begun?: BegunSave,
  ) {
    this.#model = model;
    this.#scene = scene;
    this.#settings = settings;
    this.#unkept = unkept;
    this.#begun = begun;
  }

  /** Looks at what was changed; with the last step the save has begun. */
  *steps(): Steps<SavePlan> {
    yield* noteUnseen(this.#model);
    yield* this.#scene.sortArrived();
    const watch = this.#model.saved.watch();
    this.#touched = watch.touched;
    try {
      for (let round = 0; round < mostRounds; round++) {
        const due = this.#due();
        if (round > 0 && due.length <= fewObjects) break;
        yield* eachInSteps(due, objectsPerStep, (target) => this.#look(target));
      }
      yield* this.#settings.lookAtMissing(this.#settingsEdits());
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

  #look(target: object): void {
    this.#begun?.giveBack(target);
    this.#touched.delete(target);
    const changed = this.#model.saved.changedUnit(target);
    const scene = this.#scene.editsOf(target, changed);
    const settings = changed && this.#settings.editsOf(changed);
    this.#looked.set(target, { scene, settings });
    const unkept = this.#unkept.look(target, changed?.unit, changed?.members ?? []);
    this.#begun?.take(target, unkept);
  }

  *#sceneEdits(): Generator<readonly [object, UnitEdits]> {
    for (const [target, { scene }] of this.#looked) yield [target, scene];
  }

  *#settingsEdits(): Generator<SettingsEdits> {
    for (const { settings } of this.#looked.values()) if (settings !== undefined) yield settings;
  }
}
