import type { HostClock } from '../host.js';

/** Milliseconds of host time for which a client counts as present after a status or heartbeat request. */
const presenceMs = 30_000;
/** Maximum number of remembered callers; a client without a client id is a new one with every connection. */
const maxCallers = 10_000;

/** Tracks the present clients: those with an open stream, and those with a recent request. */
export class Presence {
  readonly #clock: HostClock;
  readonly #streams = new Map<string, number>();
  readonly #lastCall = new Map<string, number>();

  constructor(clock: HostClock) {
    this.#clock = clock;
  }

  /** Notes a request; the latest callers come last. */
  noteRequest(clientId: string): void {
    this.#lastCall.delete(clientId);
    this.#lastCall.set(clientId, this.#clock.now());
    if (this.#lastCall.size > maxCallers) this.#lastCall.delete(this.#lastCall.keys().next().value!);
  }

  streams(clientId: string): number {
    return this.#streams.get(clientId) ?? 0;
  }

  /** Notes an opened stream; true if it is the client's first. */
  noteOpened(clientId: string): boolean {
    const open = this.streams(clientId) + 1;
    this.#streams.set(clientId, open);
    return open === 1;
  }

  /** Notes a closed stream; true if it was the client's last. */
  noteClosed(clientId: string): boolean {
    const open = this.streams(clientId) - 1;
    if (open > 0) this.#streams.set(clientId, open);
    else this.#streams.delete(clientId);
    return open <= 0;
  }

  get connectedClients(): number {
    const since = this.#clock.now() - presenceMs;
    for (const [clientId, at] of this.#lastCall) {
      if (at >= since) break;
      this.#lastCall.delete(clientId);
    }
    let callers = 0;
    for (const clientId of this.#lastCall.keys()) if (!this.#streams.has(clientId)) callers++;
    return this.#streams.size + callers;
  }
}
