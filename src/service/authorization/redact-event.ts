import type { EventKind } from '../../wire/event-kinds.js';
import { parseJson } from '../../wire/json.js';
import { ExposedError } from '../common/exposed-error.js';
import { type JsonObject, stringifyJson } from '../common/json.js';
import type { StreamEvent } from '../events/stream-event.js';
import type { ExposedObjectHandle } from '../objects/handle.js';
import type { PropertyRef } from '../objects/property-ref.js';
import type { Guard } from './guard.js';
import { redactMembers, withValue } from './redact.js';
import { Redactor } from './redactor.js';

const opening = '\ndata: {"type":"data","data":';

type RedactEvent = (guard: Guard, event: StreamEvent) => StreamEvent | undefined;

/** The redaction of each kind of event. An event that contains no object is sent unchanged. */
const redactions: Readonly<Record<EventKind, RedactEvent>> = {
  connected: unredacted,
  exposed_object_updated: redactChange,
  exposed_objects_changed: redactRegistrations,
  types_update: unredacted,
  system_notification: unredacted,
  confirm_request: unredacted,
  confirm_dismiss: unredacted,
  client_connected: unredacted,
  client_disconnected: unredacted,
};

/** Returns an event without its hidden parts; undefined if nothing is left, or its object is gone. */
export function redactEvent(guard: Guard, event: StreamEvent): StreamEvent | undefined {
  return redactions[event.kind](guard, event);
}

function unredacted(_guard: Guard, event: StreamEvent): StreamEvent {
  return event;
}

function redactChange(guard: Guard, event: StreamEvent): StreamEvent | undefined {
  const handle = event.id === undefined ? undefined : guard.model.objects.resolve(event.id);
  if (handle === undefined || !guard.canRead(handle)) return undefined;
  if (event.path === '') {
    const data = dataIn(event);
    return withData(event, withValue(data, new Redactor(guard, handle).object(data.value as JsonObject)));
  }
  const ref = findProperty(guard, handle, event.path);
  if (ref === undefined) return undefined;
  return withData(event, redactMembers(guard, ref, dataIn(event)));
}

function redactRegistrations(guard: Guard, event: StreamEvent): StreamEvent | undefined {
  const readable = new Set<string>();
  for (const handle of event.subjects ?? []) if (guard.canRead(handle)) readable.add(handle.id);
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

/** Returns the position of an event's data in its text. */
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
