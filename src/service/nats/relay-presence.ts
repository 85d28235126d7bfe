import { ByteBudget } from '../common/byte-budget.js';
import type { EventStream } from '../events/event-stream.js';
import { longestClientId } from '../http/received-request.js';
import { MalformedMessage, MessageJoiner } from './message.js';

type StreamCounter = Pick<EventStream, 'noteRelayStreamOpened' | 'noteRelayStreamClosed'>;

/** The presence record that a relay publishes. */
export interface RelayRecord {
  /** Number of open streams of each app. */
  readonly apps: Readonly<Record<string, number>>;
}

/** Milliseconds after which a silent relay counts as gone, with its apps. */
export const relayExpiryMs = 15_000;
/** Interval of the relays' records and of the host's check for silent relays, in milliseconds. */
export const heartbeatMs = relayExpiryMs / 3;

/** Limits what any publisher at NATS could invent. */
const limits = { relays: 10_000, streamsOfAnApp: 1000, characters: 64 * 1024 * 1024 };
/** Maximum size of incomplete records of all relays together, in bytes. */
const maxPartialBytes = 64 * 1024 * 1024;
/** Characters that an app counts in addition to its id. */
const appOverhead = 64;

interface Relay {
  lastSeen: number;
  /** Number of open streams of each app. */
  apps: ReadonlyMap<string, number>;
  readonly joiner: MessageJoiner;
}

/**
 * The apps at relays. Each relay publishes a record of all its apps after each change and with each heartbeat, so the
 * next record replaces a lost one.
 */
export class RelayPresence {
  readonly #stream: StreamCounter;
  readonly #now: () => number;
  readonly #relays = new Map<string, Relay>();
  readonly #partial = new ByteBudget<MessageJoiner>(maxPartialBytes, (joiner) => joiner.clear());
  #swept: number;
  /** Characters of the app ids at all relays. */
  #characters = 0;

  /** @param now returns real monotonic milliseconds; the clocks of relays do not matter */
  constructor(stream: StreamCounter, now: () => number) {
    this.#stream = stream;
    this.#now = now;
    this.#swept = now();
  }

  /** The number of apps; an app at two relays counts twice. */
  get apps(): number {
    let count = 0;
    for (const { apps } of this.#relays.values()) count += apps.size;
    return count;
  }

  /**
   * Takes a presence record, or a part of one.
   * @throws MalformedMessage, SyntaxError for anything else, which changes nothing
   */
  update(id: string, message: Uint8Array): void {
    const relay = this.#relayFor(id);
    const whole = relay.joiner.add(message);
    this.#partial.hold(relay.joiner, relay.joiner.bytes);
    if (whole !== undefined) this.#apply(relay, appsOf(whole));
  }

  /** Removes relays that have been silent for too long. Call it every `heartbeatMs`. */
  sweep(): void {
    const now = this.#now();
    const isLate = now - this.#swept > 2 * heartbeatMs;
    this.#swept = now;
    // A process that was suspended has not received the latest records yet.
    if (isLate) return;
    for (const [id, { lastSeen }] of this.#relays) if (lastSeen < now - relayExpiryMs) this.#remove(id);
  }

  /** Removes all relays and their apps. */
  clear(): void {
    for (const id of [...this.#relays.keys()]) this.#remove(id);
  }

  #relayFor(id: string): Relay {
    let relay = this.#relays.get(id);
    if (relay === undefined) {
      if (!/^[\w-]{1,64}$/.test(id)) throw new MalformedMessage('invalid relay id');
      if (this.#relays.size === limits.relays) throw new MalformedMessage('there are too many relays');
      relay = { lastSeen: 0, apps: new Map(), joiner: new MessageJoiner() };
      this.#relays.set(id, relay);
    }
    relay.lastSeen = this.#now();
    return relay;
  }

  #remove(id: string): void {
    const relay = this.#relays.get(id)!;
    this.#relays.delete(id);
    this.#partial.release(relay.joiner);
    this.#apply(relay, new Map());
  }

  #apply(relay: Relay, apps: ReadonlyMap<string, number>): void {
    const before = relay.apps;
    const characters = this.#characters - charactersOf(before) + charactersOf(apps);
    if (characters > limits.characters) throw new MalformedMessage('there are too many apps');
    this.#characters = characters;
    relay.apps = apps;
    for (const [clientId, streams] of apps) this.#report(clientId, before.get(clientId) ?? 0, streams);
    for (const [clientId, streams] of before) if (!apps.has(clientId)) this.#report(clientId, streams, 0);
  }

  #report(clientId: string, before: number, now: number): void {
    for (let i = before; i < now; i++) this.#stream.noteRelayStreamOpened(clientId);
    for (let i = before; i > now; i--) this.#stream.noteRelayStreamClosed(clientId);
  }
}

function charactersOf(apps: ReadonlyMap<string, number>): number {
  let characters = 0;
  for (const clientId of apps.keys()) characters += clientId.length + appOverhead;
  return characters;
}

/** @throws MalformedMessage, SyntaxError */
function appsOf(message: Uint8Array): ReadonlyMap<string, number> {
  const { apps } = (JSON.parse(Buffer.from(message).toString()) ?? {}) as Partial<RelayRecord>;
  if (typeof apps !== 'object' || apps === null || !Object.entries(apps).every(isApp))
    throw new MalformedMessage('the record of a relay must count the streams of its apps');
  return new Map(Object.entries(apps).map(([id, streams]) => [id, Math.min(streams, limits.streamsOfAnApp)]));
}

/** True for a valid entry of a record. Hashing and comparing thousands of ids of more than 16 kB would take seconds. */
function isApp([id, streams]: [string, number]): boolean {
  return id.length <= longestClientId && Number.isSafeInteger(streams) && streams > 0;
}
