import { longestEvent } from './bounded-text.js';

/** Of a line in memory, however short it is. */
const lineCost = 32;

/** Parses an event stream as it comes (HTML, "Server-sent events"): fields `data` and `id`; the rest is not used here. */
export class EventParser {
  readonly #onEvent: (data: string, id: string | undefined) => void;
  /** The line that has not ended yet. */
  #rest: string[] = [];
  #restLength = 0;
  #data: string[] = [];
  /** Of `#data`, with what a line takes beside its characters. */
  #length = 0;
  #id: string | undefined;

  constructor(onEvent: (data: string, id: string | undefined) => void) {
    this.#onEvent = onEvent;
  }

  /** @throws RangeError for a line, or an event, that does not end */
  feed(text: string): void {
    // The rest has no end of a line, but for a `\r` at its end: a long line is neither looked through nor copied again with each piece.
    if (lineEnd(text, 0) < 0 && !this.#rest.at(-1)?.endsWith('\r')) return this.#keep(text);
    let from = Math.max(0, this.#restLength - 1);
    const all = this.#rest.join('') + text;
    this.#rest = [];
    this.#restLength = 0;
    let start = 0;
    for (;;) {
      const end = lineEnd(all, from);
      if (end < 0) break;
      this.#line(all.slice(start, end));
      start = end + (all.startsWith('\r\n', end) ? 2 : 1);
      from = start;
    }
    this.#keep(all.slice(start));
  }

  #keep(rest: string): void {
    if (rest !== '') this.#rest.push(rest);
    this.#restLength += rest.length;
    if (this.#restLength + this.#length > longestEvent)
      throw new RangeError(`an event is longer than ${longestEvent} characters`);
  }

  #line(line: string): void {
    if (line === '') {
      if (this.#data.length > 0) this.#onEvent(this.#data.join('\n'), this.#id);
      this.#data = [];
      this.#length = 0;
      this.#id = undefined;
      return;
    }
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + (line[colon + 1] === ' ' ? 2 : 1));
    if (field === 'data') {
      this.#data.push(value);
      this.#length += value.length + lineCost;
    }
    if (field === 'id' && !value.includes('\0')) this.#id = value;
  }
}

/** Where the next line ends; -1 while its end has not come, also for a `\r` that a `\n` may follow. */
function lineEnd(text: string, from: number): number {
  for (let i = from; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 10) return i;
    if (code === 13) return i + 1 < text.length ? i : -1;
  }
  return -1;
}
