import type { EventKind } from '../../wire/event-kinds.js';
import type { StreamEvent } from '../events/stream-event.js';
import { decodeMessage, encodeMessage, MalformedMessage } from './message.js';

/** A message of `JetStreamEvents`. Epoch and sequence numbers are those of event ids. */
export type EventMessage =
  /** Events in order, numbered from `seq`. */
  | { readonly kind: 'events'; readonly epoch: string; readonly events: readonly StreamEvent[] }
  /**
   * `started`: a host publishes from here on. `truncated`: events before `seq` are missing. `ended`: the host has
   * stopped. `seq` is the number of the newest event.
   */
  | { readonly kind: MarkKind; readonly epoch: string; readonly seq: number };

export type MarkKind = 'started' | 'truncated' | 'ended';

/** The length of an event's text in bytes, and its attributes for filters and coalescing; null for absent ones. */
type Entry = readonly [
  bytes: number,
  kind: EventKind,
  addresses: readonly string[] | null,
  exceptClient: string | null,
  id: string | null,
  path: string,
];

interface Head {
  readonly kind: EventMessage['kind'];
  readonly epoch: string;
  readonly seq: number;
  readonly events?: readonly Entry[];
}

/** Encodes consecutive events of one epoch. */
export function encodeEvents(epoch: string, events: readonly StreamEvent[]): Uint8Array {
  const entries = events.map(
    ({ text, kind, addresses, exceptClient, id, path }): Entry => [
      Buffer.byteLength(text),
      kind,
      addresses ?? null,
      exceptClient ?? null,
      id ?? null,
      path,
    ],
  );
  const head: Head = { kind: 'events', epoch, seq: events[0]!.seq, events: entries };
  return encodeMessage(head, events.map(({ text }) => text).join(''));
}

export function encodeMark(kind: MarkKind, epoch: string, seq: number): Uint8Array {
  return encodeMessage({ kind, epoch, seq } satisfies Head);
}

/** @throws MalformedMessage */
export function decodeEvents(message: Uint8Array): EventMessage {
  const { head, bytes } = decodeMessage(message);
  const { kind, epoch, seq, events } = (head ?? {}) as Partial<Head>;
  if (typeof epoch !== 'string' || !Number.isSafeInteger(seq))
    throw new MalformedMessage('not a message of events');
  if (kind === 'started' || kind === 'truncated' || kind === 'ended') return { kind, epoch, seq: seq! };
  if (kind !== 'events' || !Array.isArray(events))
    throw new MalformedMessage(`unknown kind of message "${kind}"`);
  let at = 0;
  const decoded = (events as readonly Entry[]).map((entry, i): StreamEvent => {
    const [length, eventKind, addresses, exceptClient, id, path] = entry;
    const text = bytes.toString('utf8', at, at + length);
    at += length;
    return {
      seq: seq! + i,
      kind: eventKind,
      text,
      addresses: addresses ?? undefined,
      exceptClient: exceptClient ?? undefined,
      id: id ?? undefined,
      path,
    };
  });
  if (at !== bytes.length) throw new MalformedMessage('the events are not as long as announced');
  return { kind, epoch, events: decoded };
}
