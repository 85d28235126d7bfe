import type { EventKind } from './api.js';
import type { PendingEvent } from './coalescing.js';
import type { StreamEvent } from './stream-event.js';

/** The bytes of an event without an id: what one subscriber alone is told. */
export function encodeBlock(kind: EventKind, members: string, timestamp: string): string {
  const comma = members === '' ? '' : ',';
  return `event: data\ndata: {"type":"data","data":{${members}${comma}"type":"${kind}","timestamp":"${timestamp}"}}\n\n`;
}

/** The event as it goes out, with its number; undefined when its object is gone meanwhile. */
export function encodeEvent(
  pending: PendingEvent,
  epoch: string,
  seq: number,
  timestamp: string,
): StreamEvent | undefined {
  const { kind, members, addresses, subjects, exceptClient, id, path } = pending;
  const json = typeof members === 'string' ? members : members();
  if (json === undefined) return undefined;
  const text = `id: ${epoch}:${seq}\n${encodeBlock(kind, json, timestamp)}`;
  return { seq, kind, text, addresses, subjects, exceptClient, id, path };
}

/** How a stream begins: whether anything was missed, and from which event on it tells the others. */
export interface Greeting {
  readonly clientId: string;
  readonly application: string;
  readonly epoch: string;
  readonly seq: number;
  readonly resume: 'fresh' | 'resumed' | 'gap';
}

/** `connected`, the first event of every stream. Its id lets a stream that breaks right after it go on (EVT-13). */
export function encodeGreeting(greeting: Greeting, timestamp: string): string {
  const { clientId, application, epoch, seq, resume } = greeting;
  const members =
    `"clientId":${JSON.stringify(clientId)},"serverTime":"${timestamp}",` +
    `"message":${JSON.stringify(`Connected to ${application}`)},` +
    `"instanceId":"${epoch}","resume":"${resume}","cursor":"${epoch}:${seq}"`;
  return `id: ${epoch}:${seq}\n${encodeBlock('connected', members, timestamp)}`;
}

/** The number in an event id of this epoch; undefined for an id of another start, or none. */
export function sequenceOf(eventId: string, epoch: string): number | undefined {
  const match = /^(.+):(\d+)$/.exec(eventId);
  return match?.[1] === epoch ? Number(match[2]) : undefined;
}
