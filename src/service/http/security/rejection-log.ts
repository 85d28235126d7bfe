import { printableJson } from '../../common/printable.js';

/** Milliseconds for which a message is not repeated. */
const windowMs = 60_000;
/** Maximum messages per window, so that invented names cannot fill the log. */
const maxPerWindow = 20;
const maxCharacters = 200;

/** Logs what was rejected for the operator, each message at most once per minute. */
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

  log(message: string): void {
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
export function quoted(text: string): string {
  const shown = text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text;
  return printableJson(shown);
}
