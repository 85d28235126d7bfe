/** Parses an event stream as it comes (HTML, "Server-sent events"): fields `data` and `id`; the rest is not used here. */
export class EventParser {
  readonly #onEvent: (data: string, id: string | undefined) => void;
  #rest = '';
  #data: string[] = [];
  #id: string | undefined;

  constructor(onEvent: (data: string, id: string | undefined) => void) {
    this.#onEvent = onEvent;
  }

  feed(text: string): void {
    // The rest has no end of a line, but for a `\r` at its end: a long line is not looked through again with each piece.
    let from = Math.max(0, this.#rest.length - 1);
    const all = this.#rest + text;
    let start = 0;
    for (;;) {
      const end = lineEnd(all, from);
      if (end < 0) break;
      this.#line(all.slice(start, end));
      start = end + (all.startsWith('\r\n', end) ? 2 : 1);
      from = start;
    }
    this.#rest = all.slice(start);
  }

  #line(line: string): void {
    if (line === '') {
      if (this.#data.length > 0) this.#onEvent(this.#data.join('\n'), this.#id);
      this.#data = [];
      this.#id = undefined;
      return;
    }
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + (line[colon + 1] === ' ' ? 2 : 1));
    if (field === 'data') this.#data.push(value);
    else if (field === 'id' && !value.includes('\0')) this.#id = value;
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
