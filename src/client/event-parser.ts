/** Maximum length of an event in characters, so that one that never ends cannot exhaust the memory. */
export const maxEventLength = 2 ** 26;
/** Memory that a line takes in addition to its characters. */
const lineOverhead = 32;
/** A `\r` at the end of a chunk may be followed by a `\n`. */
const lineEnd = /\r\n|\n|\r(?!$)/;

/** Parses the fields `data` and `id` of an event stream (HTML, "Server-sent events"). */
export class EventParser {
  readonly #onEvent: (data: string, id: string | undefined) => void;
  /** Pieces of the incomplete last line. */
  #rest: string[] = [];
  #restLength = 0;
  #data: string[] = [];
  /** Length of `#data`, with the overhead of each line. */
  #dataLength = 0;
  #id: string | undefined;

  constructor(onEvent: (data: string, id: string | undefined) => void) {
    this.#onEvent = onEvent;
  }

  /** @throws RangeError for a line or an event beyond the maximum length */
  feed(text: string): void {
    const hasEnd = /[\r\n]/.test(text) || this.#rest.at(-1)?.endsWith('\r');
    this.#rest.push(text);
    this.#restLength += text.length;
    if (hasEnd) {
      // Lines are joined only when one has ended, so that a long one is not copied with every piece.
      const lines = this.#rest.join('').split(lineEnd);
      const rest = lines.pop()!;
      this.#rest = [rest];
      this.#restLength = rest.length;
      for (const line of lines) this.#line(line);
    }
    if (this.#restLength + this.#dataLength > maxEventLength)
      throw new RangeError(`an event is longer than ${maxEventLength} characters`);
  }

  #line(line: string): void {
    if (line === '') {
      if (this.#data.length > 0) this.#onEvent(this.#data.join('\n'), this.#id);
      this.#data = [];
      this.#dataLength = 0;
      this.#id = undefined;
      return;
    }
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + (line[colon + 1] === ' ' ? 2 : 1));
    if (field === 'data') {
      this.#data.push(value);
      this.#dataLength += value.length + lineOverhead;
    }
    if (field === 'id' && !value.includes('\0')) this.#id = value;
  }
}
