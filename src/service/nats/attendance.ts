import { ByteBudget } from '../byte-budget.js';
import { longestClientId } from '../http/request.js';
import { MalformedMessage } from './message.js';
import { Joiner } from './parts.js';

/** Who is told of apps that open streams at relays, and of those that end. */
export interface AttendanceOwner {
  joined(clientId: string): void;
  parted(clientId: string): void;
  /** Something that a relay has told was lost: it should say which apps are there. */
  missed(relay: string): void;
}

/** One app has come to a relay or gone; `change` counts such messages of a relay by one. */
export interface AppMessage {
  readonly relay: string;
  readonly change: number;
  readonly opened?: string;
  readonly closed?: string;
}

/** What a relay says of itself again and again: how many changes there were. */
export interface RelayRecord {
  readonly change: number;
  readonly streams: number;
  /** The open streams of each app: when the host asks for it, and when the relay was cut off. */
  readonly apps?: Readonly<Record<string, number>>;
}

/** A relay that has not been heard of for so long is gone, with its apps, in milliseconds. */
export const relayExpiryMs = 15_000;
/** Between looks at which relays are gone, in milliseconds. */
export const sweepMs = relayExpiryMs / 3;

/** Past these, relays and apps are not heard of: nobody has so many, and whoever can publish could make them up. */
const most = { relays: 10_000, streamsOfAnApp: 1000, characters: 64 * 1024 * 1024 };
/** Of records of which parts have come, together, in bytes. */
const mostPartial = 64 * 1024 * 1024;
/** What an app costs beside the characters of its id. */
const perApp = 64;

interface Relay {
  heard: number;
  change: number;
  readonly streams: Map<string, number>;
  readonly joiner: Joiner;
}

/**
 * Which apps are there at relays. Messages tell of each that comes and goes; a record that has seen more of them than have
 * come here puts right what was lost on the way.
 */
export class Attendance {
  readonly #owner: AttendanceOwner;
  readonly #now: () => number;
  readonly #relays = new Map<string, Relay>();
  /** Records of which parts have come. */
  readonly #byteBudget = new ByteBudget<Joiner>(mostPartial, (joiner) => joiner.letGo());
  #swept: number;
  /** Of the ids of all apps at all relays, and what they cost beside. */
  #characters = 0;

  /** @param now real monotonic milliseconds: the clocks of relays do not matter */
  constructor(owner: AttendanceOwner, now: () => number) {
    this.#owner = owner;
    this.#now = now;
    this.#swept = now();
  }

  /** Apps that are there, those at two relays twice. */
  get apps(): number {
    let apps = 0;
    for (const { streams } of this.#relays.values()) apps += streams.size;
    return apps;
  }

  /** What a relay has put into the bucket: a record, or part of one. @throws MalformedMessage, SyntaxError */
  heardOf(key: string, value: Uint8Array): void {
    const [id = ''] = key.split('.');
    const { joiner } = this.#heard(id);
    const whole = joiner.add(value);
    this.#byteBudget.hold(joiner, joiner.bytes);
    if (whole !== undefined) this.recorded(id, JSON.parse(Buffer.from(whole).toString()));
  }

  /** @param message an AppMessage, of a relay of ours. @throws MalformedMessage */
  changed(message: unknown): void {
    const { relay: id, change, opened, closed } = checked(message);
    if (!isIdOrNone(opened) || !isIdOrNone(closed)) throw new MalformedMessage('the id of an app is none');
    const relay = this.#heard(id);
    // A record has had it already.
    if (change <= relay.change) return;
    // One that was lost is in the next record.
    if (change === relay.change + 1) relay.change = change;
    if (opened !== undefined) this.#join(relay, opened);
    if (closed !== undefined) this.#part(relay, closed);
  }

  /** @param record a RelayRecord, of a relay of ours. @throws MalformedMessage */
  recorded(id: string, record: unknown): void {
    const { change, apps } = checked({ ...(record as object), relay: id });
    const relay = this.#heard(id);
    if (change <= relay.change) return;
    if (apps === undefined) return this.#owner.missed(id);
    relay.change = change;
    for (const [clientId, open] of Object.entries(apps)) {
      const wanted = Math.min(open, most.streamsOfAnApp);
      while ((relay.streams.get(clientId) ?? 0) < wanted && this.#join(relay, clientId));
    }
    for (const clientId of [...relay.streams.keys()]) {
      const wanted = Object.hasOwn(apps, clientId) ? apps[clientId]! : 0;
      while ((relay.streams.get(clientId) ?? 0) > wanted) this.#part(relay, clientId);
    }
  }

  /** A relay says goodbye, or is given up. */
  gone(id: string): void {
    const relay = this.#relays.get(id);
    if (relay === undefined) return;
    this.#relays.delete(id);
    this.#byteBudget.release(relay.joiner);
    for (const clientId of [...relay.streams.keys()])
      while (relay.streams.has(clientId)) this.#part(relay, clientId);
  }

  /** Gives up the relays of which nothing was heard for long; to be called every `sweepMs`. */
  sweep(): void {
    const now = this.#now();
    const isLate = now - this.#swept > 2 * sweepMs;
    this.#swept = now;
    // Whoever did something else without a pause has not read yet what has come meanwhile.
    if (isLate) return;
    const since = now - relayExpiryMs;
    for (const [id, { heard }] of this.#relays) if (heard < since) this.gone(id);
  }

  /** Everybody goes. */
  clear(): void {
    for (const id of [...this.#relays.keys()]) this.gone(id);
  }

  #heard(id: string): Relay {
    let relay = this.#relays.get(id);
    if (relay === undefined) {
      if (this.#relays.size === most.relays) throw new MalformedMessage('there are too many relays');
      relay = { heard: 0, change: 0, streams: new Map(), joiner: new Joiner() };
      this.#relays.set(id, relay);
    }
    relay.heard = this.#now();
    return relay;
  }

  /** @returns false where there is no room for it */
  #join({ streams }: Relay, clientId: string): boolean {
    const open = streams.get(clientId) ?? 0;
    const costs = open === 0 ? clientId.length + perApp : 0;
    if (open === most.streamsOfAnApp || this.#characters + costs > most.characters) return false;
    this.#characters += costs;
    streams.set(clientId, open + 1);
    this.#owner.joined(clientId);
    return true;
  }

  #part({ streams }: Relay, clientId: string): void {
    const open = streams.get(clientId);
    // Its coming was lost.
    if (open === undefined) return;
    if (open === 1) {
      streams.delete(clientId);
      this.#characters -= clientId.length + perApp;
    } else streams.set(clientId, open - 1);
    this.#owner.parted(clientId);
  }
}

/** What a relay of ours may have said; what else says so is none. @throws MalformedMessage */
function checked(message: unknown): AppMessage & Pick<RelayRecord, 'apps'> {
  const { relay, change, apps, ...others } = (message ?? {}) as Partial<AppMessage & RelayRecord>;
  if (typeof relay !== 'string' || !/^[\w-]{1,64}$/.test(relay) || !Number.isSafeInteger(change))
    throw new MalformedMessage('the word of a relay has no name, or no number');
  const isCount = ([id, open]: [string, number]) => isIdOrNone(id) && Number.isSafeInteger(open);
  if (apps === null || !Object.entries(apps ?? {}).every(isCount))
    throw new MalformedMessage('what a relay tells of its apps is no counts');
  return { ...others, relay, change: change!, ...(apps !== undefined && { apps }) };
}

/** No door lets a longer one in. Past 16 kB they would hash alike, so that to tell thousands apart takes seconds. */
function isIdOrNone(id: unknown): boolean {
  return id === undefined || (typeof id === 'string' && id.length <= longestClientId);
}
