import type { EventKind } from '../../wire/event-kinds.js';
import type { ExposedObjectHandle } from '../objects/handle.js';
import type { EventFilter } from './event-filter.js';
import type { StreamEvent } from './stream-event.js';

/**
 * Recent events for clients that reconnect, limited in bytes and number; the oldest are dropped first.
 * Texts are in one block of bytes and the rest in preallocated arrays. Thousands of small objects per second would
 * cause garbage collection pauses of 10 ms.
 */
export class EventRing {
  readonly #block: Buffer;
  readonly #capacity: number;
  readonly #starts: Uint32Array;
  readonly #lengths: Uint32Array;
  readonly #kinds: EventKind[];
  readonly #addresses: (readonly string[] | undefined)[];
  readonly #subjects: (readonly ExposedObjectHandle[] | undefined)[];
  readonly #exceptClients: (string | undefined)[];
  readonly #ids: (string | undefined)[];
  readonly #paths: string[];
  #oldest = 1;
  #newest = 0;
  /** The offset of the next text in the block. */
  #end = 0;

  /**
   * @param bytes size of the block for texts
   * @param capacity maximum number of events
   */
  constructor(bytes: number, capacity: number) {
    this.#block = Buffer.allocUnsafeSlow(bytes);
    this.#capacity = capacity;
    this.#starts = new Uint32Array(capacity);
    this.#lengths = new Uint32Array(capacity);
    this.#kinds = new Array(capacity);
    this.#addresses = new Array(capacity);
    this.#subjects = new Array(capacity);
    this.#exceptClients = new Array(capacity);
    this.#ids = new Array(capacity);
    this.#paths = new Array(capacity);
  }

  /** Adds the event that follows the last one. */
  push(event: StreamEvent): void {
    const length = Buffer.byteLength(event.text);
    if (event.seq !== this.#newest + 1 || length > this.#block.length) this.#clear(event.seq);
    if (length > this.#block.length) return;
    this.#makeRoom(length);
    this.#newest = event.seq;
    const at = event.seq % this.#capacity;
    this.#starts[at] = this.#end;
    this.#lengths[at] = length;
    this.#kinds[at] = event.kind;
    this.#addresses[at] = event.addresses;
    this.#subjects[at] = event.subjects;
    this.#exceptClients[at] = event.exceptClient;
    this.#ids[at] = event.id;
    this.#paths[at] = event.path;
    this.#end += this.#block.write(event.text, this.#end);
  }

  /**
   * Returns the events after `seq` for a client; only the last value of each property if there are more than
   * `limit` bytes.
   * @param last the number of the newest event
   * @returns undefined if some are dropped, or they are still too large
   */
  replay(
    seq: number,
    last: number,
    filter: EventFilter,
    clientId: string,
    limit: number,
  ): Uint8Array | undefined {
    if (seq === last) return Buffer.alloc(0);
    if (seq > last || seq + 1 < this.#oldest || this.#newest !== last) return undefined;
    let wanted: number[] = [];
    for (let each = seq + 1; each <= last; each++) {
      const at = each % this.#capacity;
      if (this.#exceptClients[at] === clientId) continue;
      if (filter.matches(this.#kinds[at]!, this.#addresses[at], this.#paths[at]!)) wanted.push(at);
    }
    if (this.#size(wanted) > limit) wanted = this.#lastValues(wanted);
    if (filter.changesTexts) return this.#renderedBytes(wanted, filter, limit);
    const size = this.#size(wanted);
    return size > limit ? undefined : this.#bytes(wanted, size);
  }

  /** Forgets everything; the next event is not a successor of the present ones. */
  clear(): void {
    this.#clear(this.#newest + 2);
  }

  #clear(next: number): void {
    this.#oldest = next;
    this.#newest = next - 1;
    this.#end = 0;
  }

  /** Drops events that the next text overwrites; the block is written cyclically. */
  #makeRoom(length: number): void {
    if (this.#newest - this.#oldest + 1 === this.#capacity) this.#oldest++;
    if (this.#end + length > this.#block.length) {
      while (this.#oldest <= this.#newest && this.#startOfOldest() >= this.#end) this.#oldest++;
      this.#end = 0;
    }
    const end = this.#end + length;
    while (
      this.#oldest <= this.#newest &&
      this.#startOfOldest() >= this.#end &&
      this.#startOfOldest() < end
    ) {
      this.#oldest++;
    }
  }

  #startOfOldest(): number {
    return this.#starts[this.#oldest % this.#capacity]!;
  }

  #lastValues(slots: readonly number[]): number[] {
    const seen = new Set<string>();
    const remaining = slots.toReversed().filter((at) => {
      const id = this.#ids[at];
      if (id === undefined) return true;
      const property = `${id}/${this.#paths[at]}`;
      if (seen.has(property)) return false;
      seen.add(property);
      return true;
    });
    return remaining.reverse();
  }

  #size(slots: readonly number[]): number {
    let size = 0;
    for (const at of slots) size += this.#lengths[at]!;
    return size;
  }

  #renderedBytes(slots: readonly number[], filter: EventFilter, limit: number): Buffer | undefined {
    const texts = slots.map((at) => filter.render(this.#event(at))?.text ?? '');
    const bytes = Buffer.from(texts.join(''));
    return bytes.length > limit ? undefined : bytes;
  }

  #event(at: number): StreamEvent {
    const start = this.#starts[at]!;
    return {
      seq: 0,
      kind: this.#kinds[at]!,
      text: this.#block.toString('utf8', start, start + this.#lengths[at]!),
      addresses: this.#addresses[at],
      subjects: this.#subjects[at],
      exceptClient: this.#exceptClients[at],
      id: this.#ids[at],
      path: this.#paths[at]!,
    };
  }

  #bytes(slots: readonly number[], size: number): Buffer {
    const bytes = Buffer.allocUnsafe(size);
    let end = 0;
    for (const at of slots) {
      const start = this.#starts[at]!;
      end += this.#block.copy(bytes, end, start, start + this.#lengths[at]!);
    }
    return bytes;
  }
}
