import { printableJson } from '../../common/printable.js';

/** Milliseconds for which a message is not repeated. */
const windowMs = 60_000;
/** Maximum messages per window, so that invented names cannot fill the log. */
const maxPerWindow = 20;
const maxCharacters = 200;

/** Logs rejected pages, hosts and addresses for the operator, each at most once per minute, and how to allow them. */
export class RejectionLog {
  readonly #warn: (message: string) => void;
  readonly #now: () => number;
  readonly #loggedMessages = new Set<string>();
  #windowEnd = 0;

  /** @param now monotonic milliseconds */
  constructor(warn: (message: string) => void, now: () => number) {
    this.#warn = warn;
    this.#now = now;
  }

  /** A page of a foreign origin tried to write. */
  origin(origin: string): void {
    this.#log(
      `Refused a page of the origin ${quoted(origin)}: allow it with allowOrigins (sim-host --allow-origin)`,
    );
  }

  /** A page of a foreign origin read something, which its browser does not show to it. */
  unreadable(origin: string): void {
    this.#log(
      `Answered a page of the origin ${quoted(origin)}, to which browsers do not show the answer: allow it with allowOrigins (sim-host --allow-origin)`,
    );
  }

  /** A request named a host that is not this machine, as in DNS rebinding. */
  host(host: string): void {
    this.#log(
      `Refused a request for the host ${quoted(host)}: allow it with allowHosts (sim-host --allow-host)`,
    );
  }

  /** A request came from an address that is not allowed. */
  address(address: string): void {
    this.#log(`Refused the address ${quoted(address)}: allow it with allowAddresses (sim-host --allow)`);
  }

  /** An address has sent many wrong tokens. */
  guesses(address: string, wrong: number): void {
    this.#log(
      `${wrong} wrong tokens from the address ${quoted(address)}: answers to more of them are delayed`,
    );
  }

  /** A limit for all clients together was reached. */
  bound(message: string): void {
    this.#log(message);
  }

  #log(message: string): void {
    const now = this.#now();
    if (now >= this.#windowEnd) {
      this.#loggedMessages.clear();
      this.#windowEnd = now + windowMs;
    }
    if (this.#loggedMessages.has(message) || this.#loggedMessages.size > maxPerWindow) return;
    this.#loggedMessages.add(message);
    const isLast = this.#loggedMessages.size > maxPerWindow;
    this.#warn(isLast ? 'Refused more, which is not listed for a minute' : message);
  }
}

/** Returns a shortened JSON string without characters that could act on a terminal. */
function quoted(text: string): string {
  const shown = text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text;
  return printableJson(shown);
}
