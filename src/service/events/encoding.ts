import type { EventKind } from '../../wire/event-kinds.js';
import type { PendingEvent } from './pending-events.js';
import type { StreamEvent } from './stream-event.js';

/** Encodes an event without an id, for one subscriber only. */
export function encodeBlock(kind: EventKind, members: string, timestamp: string): string {
  const comma = members === '' ? '' : ',';
  return `event: data\ndata: {"type":"data","data":{${members}${comma}"type":"${kind}","timestamp":"${timestamp}"}}\n\n`;
}

/** Encodes an event with its number; undefined if its object is gone. */
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

/**
 * The content of the connected event: whether events were missed, and the number of the last one before the
 * stream.
 */
export interface ConnectedEvent {
  readonly clientId: string;
  readonly application: string;
  readonly epoch: string;
  readonly seq: number;
  readonly resume: 'fresh' | 'resumed' | 'gap';
}

/**
 * Encodes `connected`, the first event of a stream. Its id lets a client resume if the stream breaks immediately
 * (EVT-13).
 */
export function encodeConnectedEvent(event: ConnectedEvent, timestamp: string): string {
  const { clientId, application, epoch, seq, resume } = event;
  const members =
    `"clientId":${JSON.stringify(clientId)},"serverTime":"${timestamp}",` +
    `"message":${JSON.stringify(`Connected to ${application}`)},` +
    `"instanceId":"${epoch}","resume":"${resume}","cursor":"${epoch}:${seq}"`;
  return `id: ${epoch}:${seq}\n${encodeBlock('connected', members, timestamp)}`;
}

/** Returns the number in an event id of this epoch; undefined for an id of another start, or an invalid one. */
export function sequenceOf(eventId: string, epoch: string): number | undefined {
  const match = /^(.+):(\d+)$/.exec(eventId);
  return match?.[1] === epoch ? Number(match[2]) : undefined;
}
