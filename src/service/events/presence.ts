import type { HostClock } from '../host.js';

/** An app that called status or heartbeat counts as present for this long, in milliseconds of host time. */
const presenceMs = 30_000;
/** Callers that are remembered at most: an app that sends no client id is a new one with every connection. */
const maxCallers = 10_000;

/** Which apps are there: those with an open stream, and those that have called lately. */
export class Presence {
  readonly #clock: HostClock;
  readonly #streams = new Map<string, number>();
  readonly #lastCall = new Map<string, number>();

  constructor(clock: HostClock) {
    this.#clock = clock;
  }

  /** Notes a call; the latest callers stand last. */
  called(clientId: string): void {
    this.#lastCall.delete(clientId);
    this.#lastCall.set(clientId, this.#clock.now());
    if (this.#lastCall.size > maxCallers) this.#lastCall.delete(this.#lastCall.keys().next().value!);
  }

  streams(clientId: string): number {
    return this.#streams.get(clientId) ?? 0;
  }

  /** True when it is the app's first stream. */
  opened(clientId: string): boolean {
    const open = this.streams(clientId) + 1;
    this.#streams.set(clientId, open);
    return open === 1;
  }

  /** True when it was the app's last stream. */
  closed(clientId: string): boolean {
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
