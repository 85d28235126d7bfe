import { parseJson } from '../../wire/json.js';
import { ExposedError } from '../common/exposed-error.js';
import { type JsonObject, stringifyJson } from '../common/json.js';
import type { EventGuard, StreamEvent } from '../events/stream-event.js';
import type { Access } from '../http/security/access.js';
import type { ExposedModel } from '../model/model.js';
import type { ExposedObjectHandle } from '../objects/handle.js';
import type { PropertyRef } from '../objects/property-ref.js';
import { isFullyReadable } from './full-access.js';
import { Guard } from './guard.js';
import { hasChangedFlag, redactMembers, withValue } from './redact.js';
import { Redactor } from './redactor.js';
import { isVisiblyChanged } from './visible-change.js';

/** Provides one guard per access; subscribers with the same access share their events. */
export class Guards {
  readonly #model: ExposedModel;
  readonly #onException: (error: unknown) => void;
  readonly #guards = new WeakMap<Access, Guard>();
  readonly #failed = new WeakSet<Access>();
  #count = 0;

  /** @param onException called once per access with what a rule throws while events are sent */
  constructor(model: ExposedModel, onException: (error: unknown) => void) {
    this.#model = model;
    this.#onException = onException;
  }

  /** Returns the guard of an access; undefined for a caller that may do everything. */
  of(access: Access | undefined): Guard | undefined {
    if (access === undefined) return undefined;
    let guard = this.#guards.get(access);
    if (guard === undefined) {
      guard = new Guard(this.#model, access, String(++this.#count));
      this.#guards.set(access, guard);
    }
    return guard;
  }

  /** Returns the guard for events; undefined for a caller that may read all of them. */
  ofEvents(access: Access | undefined): EventGuard | undefined {
    const guard = this.of(access);
    if (guard === undefined || guard.readsAll) return undefined;
    return { key: guard.key, visible: (event) => this.#tryRedact(guard, event) };
  }

  /** Redacts an event; a rule that throws hides it. */
  #tryRedact(guard: Guard, event: StreamEvent): StreamEvent | undefined {
    try {
      return redactEvent(guard, event);
    } catch (error) {
      if (!this.#failed.has(guard.access)) this.#onException(error);
      this.#failed.add(guard.access);
      return undefined;
    }
  }
}

const opening = '\ndata: {"type":"data","data":';

/** Returns an event without what the guard hides; undefined if nothing is left, or its object is gone. */
function redactEvent(guard: Guard, event: StreamEvent): StreamEvent | undefined {
  if (event.kind === 'exposed_objects_changed') return redactRegistrations(guard, event);
  if (event.kind !== 'exposed_object_updated') return event;
  const handle = event.id === undefined ? undefined : guard.model.objects.resolve(event.id);
  if (handle === undefined || !guard.reads(handle)) return undefined;
  if (event.path === '') {
    const data = dataIn(event);
    return withData(event, withValue(data, new Redactor(guard, handle).object(data.value as JsonObject)));
  }
  const ref = findProperty(guard, handle, event.path);
  if (ref === undefined) return undefined;
  const { memberPath, type } = ref;
  const isReadable = isFullyReadable(guard, handle, memberPath, type, event.text);
  if (isReadable && (!hasChangedFlag(event.text) || isVisiblyChanged(guard, ref))) return event;
  return withData(event, redactMembers(guard, ref, dataIn(event)));
}

function redactRegistrations(guard: Guard, event: StreamEvent): StreamEvent | undefined {
  const readable = new Set<string>();
  for (const handle of event.subjects ?? []) if (guard.reads(handle)) readable.add(handle.id);
  if (readable.size === 0) return undefined;
  const data = dataIn(event);
  const shown = (ids: unknown) => (ids as string[]).filter((id) => readable.has(id));
  return withData(event, stringifyJson({ ...data, added: shown(data.added), removed: shown(data.removed) }));
}

function findProperty(guard: Guard, handle: ExposedObjectHandle, path: string): PropertyRef | undefined {
  try {
    return guard.model.resolver.property(handle, path, false, guard);
  } catch (error) {
    if (error instanceof ExposedError) return undefined;
    throw error;
  }
}

/** Returns where an event's data are in its text. */
function rangeOfData({ text }: StreamEvent): { readonly start: number; readonly end: number } {
  return { start: text.indexOf(opening) + opening.length, end: text.lastIndexOf('}') };
}

function dataIn(event: StreamEvent): JsonObject {
  const { start, end } = rangeOfData(event);
  return parseJson(event.text.slice(start, end)) as JsonObject;
}

function withData(event: StreamEvent, data: string): StreamEvent {
  const { start, end } = rangeOfData(event);
  return { ...event, text: event.text.slice(0, start) + data + event.text.slice(end) };
}
