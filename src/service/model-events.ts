import { changeEvent, type PendingEvent } from './events/coalescing.js';
import type { EventStream } from './events/event-stream.js';
import { ExposedError } from './exposed-error.js';
import type { ExposedModel } from './model.js';
import type { ModelListener } from './model-listener.js';
import { mayBeCyclic, selfContainedPath } from './objects/canonical-path.js';
import type { ExposedObjectHandle } from './objects/handle.js';
import type { PropertyRef } from './objects/property-ref.js';

/** Changes of a load that go out with their frame when they are no more than so many. */
const mostOfLoad = 500;

/**
 * What changes in the model, as events: values as they are at the end of the frame, registrations and table changes once
 * per frame. Without a subscriber nothing is read or built (EVT-2).
 */
export class ModelEvents implements ModelListener {
  readonly #stream: EventStream;
  readonly #isAuthorized: boolean;
  readonly #added = new Set<ExposedObjectHandle>();
  readonly #removed = new Set<ExposedObjectHandle>();
  /** Changed in this frame, where the value may lead back to what it lies in. */
  readonly #leadingBack = new Map<string, PropertyRef>();
  #typesChanged = false;
  #model!: ExposedModel;

  /** @param isAuthorized true where not everybody may know of every object */
  constructor(stream: EventStream, isAuthorized: boolean) {
    this.#stream = stream;
    this.#isAuthorized = isAuthorized;
  }

  /** Completes the pair: the model needs whom to tell of changes, and this the model to read the values. */
  connect(model: ExposedModel): void {
    this.#model = model;
    model.objects.observe({
      added: (handle) => void (this.active && this.#added.add(handle)),
      removed: (handle) => void (this.active && !this.#added.delete(handle) && this.#removed.add(handle)),
    });
    model.classes.onChanged(() => {
      this.#typesChanged = this.active;
    });
  }

  get active(): boolean {
    return this.#stream.active;
  }

  changed(ref: PropertyRef): void {
    if (!this.active) return;
    const { handle, path } = ref;
    this.propertyChanged(handle, path, () => {
      const place = this.#presentPlace(ref);
      // Told from further out, then.
      if (selfContainedPath(place) !== place) return undefined;
      return this.#model.texts.propertyMembers(place);
    });
    if (mayBeCyclic(ref)) this.#leadingBack.set(`${handle.id}/${path}`, ref);
  }

  /** More than a flush is to hold is told of in pieces. */
  loaded(objects: readonly (readonly PropertyRef[])[]): void {
    let count = 0;
    for (const { length } of objects) count += length;
    if (count > mostOfLoad) this.#stream.addBulkChanges(this.#eachOf(objects));
    else for (const changed of objects) for (const ref of changed) this.changed(ref);
  }

  *#eachOf(objects: readonly (readonly PropertyRef[])[]): Generator<PendingEvent | undefined> {
    for (const changed of objects) for (const ref of changed) yield this.#changeOf(ref);
  }

  /** What may have to be told from elsewhere goes with the next frame. */
  #changeOf(ref: PropertyRef): PendingEvent | undefined {
    if (ref.outer !== undefined) return void this.changed(ref);
    const { handle, path } = ref;
    const read = () => this.#model.texts.propertyMembers(ref);
    return changeEvent(handle, path, () => this.#present(handle, path, read));
  }

  reparented(handle: ExposedObjectHandle): void {
    if (!this.active) return;
    this.propertyChanged(handle, '', () => {
      const object = this.#model.texts.object(handle, Number.POSITIVE_INFINITY);
      return `"value":${object},"id":"${handle.id}","path":"","changed":true`;
    });
  }

  /** Queues an event whose members `read` gives at the end of the frame; none for what is gone by then. */
  propertyChanged(handle: ExposedObjectHandle, path: string, read: () => string | undefined): void {
    this.#stream.propertyChanged(handle, path, () => this.#present(handle, path, read));
  }

  /** Sends what the frame has brought: registrations and table changes go out together, with its other events. */
  frameEnd(): void {
    this.#model.changes.reportInline();
    this.#tellFromFurtherOut();
    if (this.#typesChanged) this.#stream.emit('types_update', '');
    this.#typesChanged = false;
    this.#emitRegistrations();
    this.#stream.frameEnd();
  }

  /** As values are now: what they lead to may have changed since. */
  #tellFromFurtherOut(): void {
    const places = [...this.#leadingBack.values()];
    this.#leadingBack.clear();
    for (const ref of places) {
      const present = this.#presentPlaceIfAny(ref);
      if (present === undefined) continue;
      const place = selfContainedPath(present);
      if (place !== present) this.changed(place);
    }
  }

  /**
   * The place as it is now: another object may hold it since, or a registered one, whose members have other paths.
   * @throws ExposedError `property-not-found`
   */
  #presentPlace(ref: PropertyRef): PropertyRef {
    if (ref.isTopLevel) return ref;
    const { handle, path } = ref;
    const found = this.#model.resolver.property(handle, path);
    if (found.handle !== handle || found.path !== path) throw new ExposedError('property-not-found', path);
    return found;
  }

  /** Of a place that is gone nothing is told. */
  #presentPlaceIfAny(ref: PropertyRef): PropertyRef | undefined {
    try {
      return this.#presentPlace(ref);
    } catch (error) {
      if (error instanceof ExposedError) return undefined;
      throw error;
    }
  }

  /** Undefined for what was removed, or cannot be read any more: it costs no other event. */
  #present(handle: ExposedObjectHandle, path: string, read: () => string | undefined): string | undefined {
    // Of what was registered and is so no more there is nothing to tell but that.
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
    // Nearly every frame.
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
      // Kept only where not everybody may know of all of them: the events outlive the objects.
      subjects: this.#isAuthorized ? handles : undefined,
    });
  }
}

/** One that was replaced under its id is neither new nor gone. */
function withoutIdsOf(handles: Set<ExposedObjectHandle>, others: Set<ExposedObjectHandle>) {
  if (handles.size === 0 || others.size === 0) return [...handles];
  const otherIds = new Set(idsOf(others));
  return [...handles].filter(({ id }) => !otherIds.has(id));
}

function idsOf(handles: Iterable<ExposedObjectHandle>): string[] {
  return Array.from(handles, ({ id }) => id);
}
