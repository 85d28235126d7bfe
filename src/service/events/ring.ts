import type { ExposedObjectHandle } from '../objects/handle.js';
import type { EventKind } from './api.js';
import type { EventFilter } from './filter.js';
import type { StreamEvent } from './stream-event.js';

/**
 * The recent events, for apps that come back; bounded in bytes and number, the oldest go first.
 *
 * Texts are kept as bytes in one block and the rest in arrays that were there before: thousands of small objects a
 * second that live for a while cost the garbage collector pauses of 10 ms, and the frames with it.
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
  /** Where the next text goes in the block. */
  #end = 0;

  /**
   * @param bytes what texts may take
   * @param capacity the most events
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

  /** Takes the event that follows the last one. */
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
   * What an app has missed that has seen everything up to `seq`: only the last value of each property when it is more
   * than `limit` bytes.
   * @param last the newest event that there has been
   * @returns undefined when some of it is gone, or it is too much even so
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
    if (filter.changesTexts) return this.#shownBytes(wanted, filter, limit);
    const size = this.#size(wanted);
    return size > limit ? undefined : this.#bytes(wanted, size);
  }

  /** Forgets everything: the event after the next one is as good as the first. */
  clear(): void {
    this.#clear(this.#newest + 2);
  }

  #clear(next: number): void {
    this.#oldest = next;
    this.#newest = next - 1;
    this.#end = 0;
  }

  /** Drops what stands where the next text goes; the block is written round and round, in the order of the events. */
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

  #lastValues(places: readonly number[]): number[] {
    const seen = new Set<string>();
    const kept = places.toReversed().filter((at) => {
      const id = this.#ids[at];
      if (id === undefined) return true;
      const property = `${id}/${this.#paths[at]}`;
      if (seen.has(property)) return false;
      seen.add(property);
      return true;
    });
    return kept.reverse();
  }

  #size(places: readonly number[]): number {
    let size = 0;
    for (const at of places) size += this.#lengths[at]!;
    return size;
  }

  #shownBytes(places: readonly number[], filter: EventFilter, limit: number): Buffer | undefined {
    const texts = places.map((at) => filter.shown(this.#event(at))?.text ?? '');
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

  #bytes(places: readonly number[], size: number): Buffer {
    const bytes = Buffer.allocUnsafe(size);
    let end = 0;
    for (const at of places) {
      const start = this.#starts[at]!;
      end += this.#block.copy(bytes, end, start, start + this.#lengths[at]!);
    }
    return bytes;
  }
}
