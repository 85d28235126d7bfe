import { failed } from '../application-code.js';
import type { ExposedModel } from '../model.js';
import type { BegunSave } from '../state/begun-save.js';
import { MemberValues } from '../state/member-values.js';
import type { ChangedUnit } from '../state/saved-object.js';
import type { Captures } from '../state/tracked-member.js';
import { toTheEnd } from '../to-the-end.js';
import { captureInSlices } from '../types/graph/snapshot.js';
import type { UnitEdits } from './document-edits.js';
import type { OpenScene } from './open-scene.js';
import type { ProjectSettings, SettingsEdits, SettingsFile } from './project-settings.js';
import type { Built } from './saved-text.js';
import { type Steps, unmeasured } from './slices.js';
import type { Unkept } from './unkept.js';
import { changesUnseen, noteUnseen } from './unseen.js';

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
  /** Objects that one step cannot look at. */
  readonly #long = new Set<object>();

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
        const isAnyLong = due.some((target) => this.#long.has(target));
        if (round > 0 && due.length <= fewObjects && !isAnyLong) break;
        yield* this.#lookAt(due);
      }
      yield* this.#settings.lookAtMissing(this.#settingsEdits());
      this.#lookAgainAt(watch.gone);
      for (const target of this.#due()) toTheEnd(this.#look(target));
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
      yield* this.#lookWhileUntouched(target);
      if ((i + 1) % objectsPerStep === 0) yield (i + 1) / targets.length;
    }
  }

  /** Looks at an object, a long one in steps: where it changes between two of them, it is looked at from the start again later. */
  *#lookWhileUntouched(target: object): Steps<void> {
    const { objects } = this.#model;
    const { version } = objects;
    const steps = this.#look(target);
    for (let step = steps.next(); !step.done; step = steps.next()) {
      // Code of the application changes it without anybody noticing.
      if (this.#changesUnseen(target)) continue;
      this.#long.add(target);
      yield step.value;
      // What it refers to may have come or gone.
      if (!this.#touched.has(target) && objects.version === version) continue;
      this.#touched.add(target);
      return;
    }
  }

  #changesUnseen(target: object): boolean {
    const { saved, objects } = this.#model;
    const cls = saved.unit(target)?.class ?? objects.classOf(target);
    return cls?.members.some(changesUnseen) ?? true;
  }

  /** Nothing is noted of it before the last step. */
  *#look(target: object): Steps<void> {
    this.#begun?.giveBack(target);
    this.#touched.delete(target);
    this.#looked.delete(target);
    const changed = this.#model.saved.changedUnit(target);
    const scene = yield* this.#scene.editsOf(target, changed);
    const settings = changed && (yield* this.#settings.editsOf(changed));
    const captures: Captures = new MemberValues();
    if (this.#begun !== undefined && changed !== undefined) yield* capture(changed, captures);
    const unkept = yield* this.#unkept.look(target, changed?.unit, changed?.members ?? []);
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
function* capture({ unit, members }: ChangedUnit, captures: Captures): Steps<void> {
  for (const index of members) {
    const member = unit.class.members[index];
    const value = member?.read(unit.target);
    if (member === undefined || value === failed) continue;
    captures.set(index, yield* unmeasured(captureInSlices(member.type, value)));
  }
}
