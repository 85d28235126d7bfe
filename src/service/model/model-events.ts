import { ExposedError } from '../common/exposed-error.js';
import type { EventStream } from '../events/event-stream.js';
import { changeEvent, type PendingEvent } from '../events/pending-events.js';
import { mayBeCyclic, selfContainedPath } from '../objects/canonical-path.js';
import type { ExposedObjectHandle } from '../objects/handle.js';
import { MemberRef } from '../objects/member-ref.js';
import { PropertyRef } from '../objects/property-ref.js';
import type { ExposedMember } from '../types/exposed-member.js';
import type { ExposedModel } from './model.js';
import type { ModelListener } from './model-listener.js';

/** Maximum changes of a bulk change that are sent with their frame. */
const maxChangesPerFlush = 500;

/** A changed property; a member of the object itself takes less memory than its reference. */
type Changed = ExposedMember | PropertyRef;

/**
 * Sends changes of the model as events: values as they are at the end of the frame, registrations and type changes once
 * per frame. Without a subscriber nothing is read or built (EVT-2).
 */
export class ModelEvents implements ModelListener {
  readonly #stream: EventStream;
  readonly #isAuthorized: boolean;
  readonly #added = new Set<ExposedObjectHandle>();
  readonly #removed = new Set<ExposedObjectHandle>();
  /** Properties changed in this frame whose value may refer back to an inline object that contains them. */
  readonly #selfReferring = new Map<string, PropertyRef>();
  /** Properties changed in the bulk change in progress, by object. */
  #bulk: Map<ExposedObjectHandle, Changed[]> | undefined;
  #typesChanged = false;
  #model!: ExposedModel;

  /** @param isAuthorized true if access to objects is restricted per caller */
  constructor(stream: EventStream, isAuthorized: boolean) {
    this.#stream = stream;
    this.#isAuthorized = isAuthorized;
  }

  /** Connects the model, which needs this object as its listener first. */
  connect(model: ExposedModel): void {
    this.#model = model;
    model.objects.observe({
      added: (handle) => void (this.isRecording && this.#added.add(handle)),
      removed: (handle) =>
        void (this.isRecording && !this.#added.delete(handle) && this.#removed.add(handle)),
    });
    model.classes.onChanged(() => {
      this.#typesChanged = this.isRecording;
    });
  }

  get isRecording(): boolean {
    return this.#stream.isRecording;
  }

  changed(ref: PropertyRef): void {
    if (!this.isRecording) return;
    if (this.#bulk !== undefined) return addTo(this.#bulk, ref);
    const { handle, path } = ref;
    this.propertyChanged(handle, path, () => {
      const present = this.#resolveAgain(ref);
      // Then the event is sent for the outer property.
      if (selfContainedPath(present) !== present) return undefined;
      return this.#model.texts.propertyMembers(present);
    });
    if (mayBeCyclic(ref)) this.#selfReferring.set(`${handle.id}/${path}`, ref);
  }

  /** Sends the changes that `action` makes over several frames if they are many. */
  inBulk<T>(action: () => T): T {
    if (this.#bulk !== undefined) return action();
    const bulk = new Map<ExposedObjectHandle, Changed[]>();
    this.#bulk = bulk;
    try {
      return action();
    } finally {
      this.#bulk = undefined;
      const count = [...bulk.values()].reduce((sum, { length }) => sum + length, 0);
      if (count > maxChangesPerFlush) this.#stream.addBulkChanges(this.#changesOf(bulk));
      else for (const ref of refsIn(bulk)) this.changed(ref);
    }
  }

  *#changesOf(
    bulk: ReadonlyMap<ExposedObjectHandle, readonly Changed[]>,
  ): Generator<PendingEvent | undefined> {
    for (const ref of refsIn(bulk)) yield this.#changeEvent(ref);
  }

  /**
   * Returns the change of a property of the object itself; any other is sent with the next frame, maybe for an outer
   * property.
   */
  #changeEvent(ref: PropertyRef): PendingEvent | undefined {
    if (ref.outer !== undefined) return void this.changed(ref);
    const { handle, path } = ref;
    const read = () => this.#model.texts.propertyMembers(ref);
    return changeEvent(handle, path, () => this.#readIfPresent(handle, path, read));
  }

  reparented(handle: ExposedObjectHandle): void {
    if (!this.isRecording) return;
    this.propertyChanged(handle, '', () => {
      const object = this.#model.texts.object(handle, Number.POSITIVE_INFINITY);
      return `"value":${object},"id":"${handle.id}","path":"","changed":true`;
    });
  }

  /** Queues an event whose members `read` returns at the end of the frame; undefined sends none. */
  propertyChanged(handle: ExposedObjectHandle, path: string, read: () => string | undefined): void {
    this.#stream.propertyChanged(handle, path, () => this.#readIfPresent(handle, path, read));
  }

  /** Sends all events of the frame together: registrations, type changes and property changes. */
  frameEnd(): void {
    this.#model.changes.reportInline();
    this.#sendOuterProperties();
    if (this.#typesChanged) this.#stream.emit('types_update', '');
    this.#typesChanged = false;
    this.#emitRegistrations();
    this.#stream.frameEnd();
  }

  /**
   * Sends changes for the outer property where the object shows only a stub, judged by the values at the end of the
   * frame.
   */
  #sendOuterProperties(): void {
    const refs = [...this.#selfReferring.values()];
    this.#selfReferring.clear();
    for (const ref of refs) {
      const present = this.#tryResolveAgain(ref);
      if (present === undefined) continue;
      const outer = selfContainedPath(present);
      if (outer !== present) this.changed(outer);
    }
  }

  /**
   * Resolves the path again: it may now lead to another object.
   * @throws ExposedError `property-not-found` if it does
   */
  #resolveAgain(ref: PropertyRef): PropertyRef {
    if (ref.isTopLevel) return ref;
    const { handle, path } = ref;
    const found = this.#model.resolver.property(handle, path);
    if (found.handle !== handle || found.path !== path) throw new ExposedError('property-not-found', path);
    return found;
  }

  /** Returns the resolved path; undefined if it no longer exists. */
  #tryResolveAgain(ref: PropertyRef): PropertyRef | undefined {
    try {
      return this.#resolveAgain(ref);
    } catch (error) {
      if (error instanceof ExposedError) return undefined;
      throw error;
    }
  }

  /**
   * Returns what `read` returns; undefined if the object was removed or reading fails, which affects no other event.
   */
  #readIfPresent(
    handle: ExposedObjectHandle,
    path: string,
    read: () => string | undefined,
  ): string | undefined {
    // An object that was unregistered has no other events.
    if (handle.isRegistered && this.#model.objects.byTarget(handle.target)?.id !== handle.id)
      return undefined;
    try {
      return read();
    } catch (error) {
      if (!(error instanceof ExposedError)) this.#model.code.report(`${handle.class.name}.${path}`, error);
      return undefined;
    }
  }

  #emitRegistrations(): void {
    // Returns early, as in nearly every frame.
    if (this.#added.size === 0 && this.#removed.size === 0) return;
    const added = withoutIdsOf(this.#added, this.#removed);
    const removed = withoutIdsOf(this.#removed, this.#added);
    this.#added.clear();
    this.#removed.clear();
    if (added.length + removed.length === 0) return;
    const handles = [...added, ...removed];
    const members = JSON.stringify({ added: idsOf(added), removed: idsOf(removed) }).slice(1, -1);
    this.#stream.emit('exposed_objects_changed', members, {
      addresses: handles.flatMap((handle) => handle.addresses),
      // Kept only if access is restricted, because events outlive the objects.
      subjects: this.#isAuthorized ? handles : undefined,
    });
  }
}

function addTo(bulk: Map<ExposedObjectHandle, Changed[]>, ref: PropertyRef): void {
  const changed = ref.outer === undefined ? ref.root : ref;
  const ofObject = bulk.get(ref.handle);
  if (ofObject === undefined) bulk.set(ref.handle, [changed]);
  else ofObject.push(changed);
}

function* refsIn(bulk: ReadonlyMap<ExposedObjectHandle, readonly Changed[]>): Generator<PropertyRef> {
  for (const [handle, ofObject] of bulk)
    for (const each of new Set(ofObject))
      yield each instanceof PropertyRef ? each : new MemberRef(handle, each);
}

/**
 * Returns the handles whose ids are not among the others: an object replaced under its id is neither new nor removed.
 */
function withoutIdsOf(handles: Set<ExposedObjectHandle>, others: Set<ExposedObjectHandle>) {
  if (handles.size === 0 || others.size === 0) return [...handles];
  const otherIds = new Set(idsOf(others));
  return [...handles].filter(({ id }) => !otherIds.has(id));
}

function idsOf(handles: Iterable<ExposedObjectHandle>): string[] {
  return Array.from(handles, ({ id }) => id);
}
