import { parseJson } from '../../wire/json.js';
import type { EventGuard, StreamEvent } from '../events/stream-event.js';
import { ExposedError } from '../exposed-error.js';
import type { Access } from '../http/security/access.js';
import { type JsonObject, stringifyJson } from '../json.js';
import type { ExposedModel } from '../model.js';
import type { ExposedObjectHandle } from '../objects/handle.js';
import type { PropertyRef } from '../objects/property-ref.js';
import { isFullyReadable } from './full-access.js';
import { Guard } from './guard.js';
import { redactMembers, saysChanged, withValue } from './redact.js';
import { Redactor } from './redactor.js';
import { isVisiblyChanged } from './visible-change.js';

/** One guard for each access: subscribers of the same one share their events. */
export class Guards {
  readonly #model: ExposedModel;
  readonly #onException: (error: unknown) => void;
  readonly #guards = new WeakMap<Access, Guard>();
  readonly #failed = new WeakSet<Access>();
  #count = 0;

  /** @param onException told of what rules throw while events are sent, once for each access */
  constructor(model: ExposedModel, onException: (error: unknown) => void) {
    this.#model = model;
    this.#onException = onException;
  }

  /** Undefined for a caller that may do everything. */
  of(access: Access | undefined): Guard | undefined {
    if (access === undefined) return undefined;
    let guard = this.#guards.get(access);
    if (guard === undefined) {
      guard = new Guard(this.#model, access, String(++this.#count));
      this.#guards.set(access, guard);
    }
    return guard;
  }

  /** Undefined for a caller that sees every event. */
  ofEvents(access: Access | undefined): EventGuard | undefined {
    const guard = this.of(access);
    if (guard === undefined || guard.readsAll) return undefined;
    return { key: guard.key, visible: (event) => this.#visible(guard, event) };
  }

  /** A rule that fails hides the event: the stream goes on. */
  #visible(guard: Guard, event: StreamEvent): StreamEvent | undefined {
    try {
      return visibleEvent(guard, event);
    } catch (error) {
      if (!this.#failed.has(guard.access)) this.#onException(error);
      this.#failed.add(guard.access);
      return undefined;
    }
  }
}

const opening = '\ndata: {"type":"data","data":';

/** An event without what may not be seen; undefined when nothing is left of it, or it is about what is gone. */
function visibleEvent(guard: Guard, event: StreamEvent): StreamEvent | undefined {
  if (event.kind === 'exposed_objects_changed') return visibleRegistrations(guard, event);
  if (event.kind !== 'exposed_object_updated') return event;
  const handle = event.id === undefined ? undefined : guard.model.objects.resolve(event.id);
  if (handle === undefined || !guard.reads(handle)) return undefined;
  if (event.path === '') {
    const data = dataIn(event);
    return rewritten(event, withValue(data, new Redactor(guard, handle).object(data.value as JsonObject)));
  }
  const ref = placeOf(guard, handle, event.path);
  if (ref === undefined) return undefined;
  const { memberPath, type } = ref;
  const shows = isFullyReadable(guard, handle, memberPath, type, event.text);
  if (shows && (!saysChanged(event.text) || isVisiblyChanged(guard, ref))) return event;
  return rewritten(event, redactMembers(guard, ref, dataIn(event)));
}

function visibleRegistrations(guard: Guard, event: StreamEvent): StreamEvent | undefined {
  const readable = new Set<string>();
  for (const handle of event.subjects ?? []) if (guard.reads(handle)) readable.add(handle.id);
  if (readable.size === 0) return undefined;
  const data = dataIn(event);
  const shown = (ids: unknown) => (ids as string[]).filter((id) => readable.has(id));
  return rewritten(event, stringifyJson({ ...data, added: shown(data.added), removed: shown(data.removed) }));
}

function placeOf(guard: Guard, handle: ExposedObjectHandle, path: string): PropertyRef | undefined {
  try {
    return guard.model.resolver.property(handle, path, false, guard);
  } catch (error) {
    if (error instanceof ExposedError) return undefined;
    throw error;
  }
}

/** Where the data of an event stand in its text. */
function placeOfData({ text }: StreamEvent): { readonly start: number; readonly end: number } {
  return { start: text.indexOf(opening) + opening.length, end: text.lastIndexOf('}') };
}

function dataIn(event: StreamEvent): JsonObject {
  const { start, end } = placeOfData(event);
  return parseJson(event.text.slice(start, end)) as JsonObject;
}

function rewritten(event: StreamEvent, data: string): StreamEvent {
  const { start, end } = placeOfData(event);
  return { ...event, text: event.text.slice(0, start) + data + event.text.slice(end) };
}
