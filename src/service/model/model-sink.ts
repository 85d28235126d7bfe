import { failed } from '../common/application-code.js';
import type { ChangeSink } from '../members/change-sink.js';
import { type ChangeOrigin, isEdit } from '../members/origin.js';
import { isElementary } from '../members/texts/json-cache.js';
import type { Written } from '../members/transactions/transaction.js';
import type { ExposedObjectHandle } from '../objects/handle.js';
import type { ExposedObjectRegistry } from '../objects/object-registry.js';
import type { PropertyRef } from '../objects/property-ref.js';
import type { ExposedObjectDefaultRegistry } from '../state/defaults.js';
import type { DirtyTracker } from '../state/dirty-tracker.js';
import type { SavedState } from '../state/saved-state.js';
import type { ExposedMember } from '../types/exposed-member.js';
import type { ModelListener, WriteListener } from './model-listener.js';

/** The parts of the model that record changes. */
interface ChangeRecords {
  readonly dirty: DirtyTracker;
  readonly saved: SavedState;
  readonly objects: ExposedObjectRegistry;
  readonly defaults: ExposedObjectDefaultRegistry;
  readonly writes: WriteListener | undefined;
}

/**
 * Records every change of the model's members and reports it to the listener. A class, because V8 looks up a getter of
 * an object literal at each call.
 */
export class ModelSink implements ChangeSink {
  changeCount = 0;
  readonly #model: ChangeRecords;
  readonly #listener: ModelListener;

  constructor(model: ChangeRecords, listener: ModelListener) {
    this.#model = model;
    this.#listener = listener;
  }

  get isRecording(): boolean {
    return this.#listener.isRecording;
  }

  changed(ref: PropertyRef, origin: ChangeOrigin, isWritten: boolean): void {
    const { dirty, saved, objects, writes } = this.#model;
    const { handle, root, owner } = ref;
    this.changeCount++;
    // A change that files do not store is not an edit.
    const counts = ref.isPersistable ? origin : 'host';
    dirty.noteChanged(owner, owner.member, counts);
    saved.noteChanged(owner, owner.member, counts);
    if (!isWritten) {
      if (saved.hasMarks(owner)) saved.noteWritten(owner, ref.ownerPath, isEdit(origin));
      writes?.changed(ref, origin);
    }
    // Texts of other objects contain this one inline, or its name.
    const isName = handle.class.kind === 'gameObject' && root.name === 'name';
    if (ref.isShared || isName) objects.touch();
    this.#listener.changed(ref, origin);
  }

  written(write: Written): void {
    const { saved, writes } = this.#model;
    const { ref, isReset, moved } = write;
    const { owner } = ref;
    if (!ref.isPersistable) return;
    if (isReset) saved.noteReset(owner, ref.ownerPath);
    else if (moved !== undefined) saved.noteMoved(owner, ref.ownerPath, moved);
    else if (saved.hasMarks(owner)) saved.noteWritten(owner, ref.ownerPath, isEdit(write.origin));
    writes?.written(write);
  }

  captured(handle: ExposedObjectHandle, member: ExposedMember): unknown {
    const { defaults, saved } = this.#model;
    const captured = defaults.of(handle)?.[member.index];
    const isUnchanged = captured !== undefined && !saved.everChanged(handle).has(member.index);
    return isUnchanged && isElementary(member.type) ? captured : failed;
  }
}
