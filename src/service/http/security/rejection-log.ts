import { printableJson } from '../../printable.js';

/** For so long a caller that is refused again is not told again. */
const windowMs = 60_000;
/** So many are told of in one window: whoever makes up names must not fill the log. */
const maxPerWindow = 20;
const maxCharacters = 200;

/** Tells whoever runs the server of the pages and names that it refuses, each once in a while, and how to allow them. */
export class RejectionLog {
  readonly #warn: (message: string) => void;
  readonly #now: () => number;
  readonly #told = new Set<string>();
  #windowEnd = 0;

  /** @param now monotonic milliseconds */
  constructor(warn: (message: string) => void, now: () => number) {
    this.#warn = warn;
    this.#now = now;
  }

  /** A page of a foreign origin that wants to write. */
  origin(origin: string): void {
    this.#tell(
      `Refused a page of the origin ${quoted(origin)}: allow it with allowOrigins (sim-host --allow-origin)`,
    );
  }

  /** A page of a foreign origin that reads: browsers do not show it the answer. */
  unreadable(origin: string): void {
    this.#tell(
      `Answered a page of the origin ${quoted(origin)}, to which browsers do not show the answer: allow it with allowOrigins (sim-host --allow-origin)`,
    );
  }

  /** A name that is not this machine's own, as in DNS rebinding. */
  host(host: string): void {
    this.#tell(
      `Refused a request for the host ${quoted(host)}: allow it with allowHosts (sim-host --allow-host)`,
    );
  }

  /** A machine whose address is not in the list. */
  address(address: string): void {
    this.#tell(`Refused the address ${quoted(address)}: allow it with allowAddresses (sim-host --allow)`);
  }

  /** A machine that guesses tokens. */
  guesses(address: string, wrong: number): void {
    this.#tell(
      `${wrong} wrong tokens from the address ${quoted(address)}: answers to more of them are delayed`,
    );
  }

  /** A bound for all clients together was reached. */
  bound(message: string): void {
    this.#tell(message);
  }

  #tell(message: string): void {
    const now = this.#now();
    if (now >= this.#windowEnd) {
      this.#told.clear();
      this.#windowEnd = now + windowMs;
    }
    if (this.#told.has(message) || this.#told.size > maxPerWindow) return;
    this.#told.add(message);
    const isLast = this.#told.size > maxPerWindow;
    this.#warn(isLast ? 'Refused more, which is not listed for a minute' : message);
  }
}

/** As a JSON text, cut, with nothing left in it that could act on a terminal. */
function quoted(text: string): string {
  const shown = text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text;
  return printableJson(shown);
}
