/** Who is told of apps that open streams at relays, and of those that end. */
export interface AttendanceOwner {
  joined(clientId: string): void;
  parted(clientId: string): void;
}

/** One app has come to a relay or gone; `change` counts such messages of a relay by one. */
export interface AppMessage {
  readonly relay: string;
  readonly change: number;
  readonly opened?: string;
  readonly closed?: string;
}

/** What a relay says of itself again and again: how many changes there were, and the open streams of each app. */
export interface RelayRecord {
  readonly change: number;
  readonly streams: number;
  /** Left out where there are too many for a message. */
  readonly apps?: Readonly<Record<string, number>>;
}

/** A relay that has not been heard of for so long is gone, with its apps, in milliseconds. */
export const relayExpiryMs = 15_000;

interface Relay {
  heard: number;
  change: number;
  readonly streams: Map<string, number>;
}

/**
 * Which apps are there at relays. Messages tell of each that comes and goes; a record that has seen more of them than have
 * come here puts right what was lost on the way.
 */
export class Attendance {
  readonly #owner: AttendanceOwner;
  readonly #now: () => number;
  readonly #relays = new Map<string, Relay>();

  /** @param now real monotonic milliseconds: the clocks of relays do not matter */
  constructor(owner: AttendanceOwner, now: () => number) {
    this.#owner = owner;
    this.#now = now;
  }

  /** Relays that are there. */
  get relays(): number {
    return this.#relays.size;
  }

  changed({ relay: id, change, opened, closed }: AppMessage): void {
    const relay = this.#heard(id);
    // A record has had it already.
    if (change <= relay.change) return;
    // One that was lost is in the next record.
    if (change === relay.change + 1) relay.change = change;
    if (opened !== undefined) this.#join(relay, opened);
    if (closed !== undefined) this.#part(relay, closed);
  }

  recorded(id: string, { change, apps }: RelayRecord): void {
    const relay = this.#heard(id);
    if (change <= relay.change || apps === undefined) return;
    relay.change = change;
    for (const [clientId, wanted] of Object.entries(apps)) {
      while ((relay.streams.get(clientId) ?? 0) < wanted) this.#join(relay, clientId);
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
    for (const clientId of [...relay.streams.keys()])
      while (relay.streams.has(clientId)) this.#part(relay, clientId);
  }

  /** Gives up the relays of which nothing was heard for long. */
  sweep(): void {
    const since = this.#now() - relayExpiryMs;
    for (const [id, { heard }] of this.#relays) if (heard < since) this.gone(id);
  }

  /** Everybody goes. */
  clear(): void {
    for (const id of [...this.#relays.keys()]) this.gone(id);
  }

  #heard(id: string): Relay {
    let relay = this.#relays.get(id);
    if (relay === undefined) {
      relay = { heard: 0, change: 0, streams: new Map() };
      this.#relays.set(id, relay);
    }
    relay.heard = this.#now();
    return relay;
  }

  #join({ streams }: Relay, clientId: string): void {
    streams.set(clientId, (streams.get(clientId) ?? 0) + 1);
    this.#owner.joined(clientId);
  }

  #part({ streams }: Relay, clientId: string): void {
    const open = streams.get(clientId);
    // Its coming was lost.
    if (open === undefined) return;
    if (open === 1) streams.delete(clientId);
    else streams.set(clientId, open - 1);
    this.#owner.parted(clientId);
  }
}
