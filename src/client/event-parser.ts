/** In characters; a host that never ends one must not fill the memory. */
export const maxEventLength = 2 ** 26;
/** Of a line in memory, however short it is. */
const lineOverhead = 32;
/** A `\r` at the end may be followed by a `\n`. */
const lineEnd = /\r\n|\n|\r(?!$)/;

/** Parses an event stream as it comes (HTML, "Server-sent events"): fields `data` and `id`; the rest is not used here. */
export class EventParser {
  readonly #onEvent: (data: string, id: string | undefined) => void;
  /** Pieces of the line that has not ended yet. */
  #rest: string[] = [];
  #restLength = 0;
  #data: string[] = [];
  /** Of `#data`, with what a line takes beside its characters. */
  #dataLength = 0;
  #id: string | undefined;

  constructor(onEvent: (data: string, id: string | undefined) => void) {
    this.#onEvent = onEvent;
  }

  /** @throws RangeError for a line, or an event, that does not end */
  feed(text: string): void {
    const hasEnd = /[\r\n]/.test(text) || this.#rest.at(-1)?.endsWith('\r');
    this.#rest.push(text);
    this.#restLength += text.length;
    if (hasEnd) {
      // Only now, so that a long line is not copied with each of its pieces.
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
