import type { JsonObject } from '../../json.js';
import { toTheEnd } from '../../to-the-end.js';
import { slice } from '../../types/graph/long-lists.js';
import type { Steps } from '../slices.js';
import { lineFeed, textOf } from './bytes.js';
import { type Edit, editInSteps } from './edits.js';
import { afterNewline, JsonText, type Layout } from './layout.js';
import { isMultilineText, List } from './list.js';
import { parseText } from './parse.js';
import { parseInSteps } from './parse-in-steps.js';
import type { ListedValue } from './scanner.js';

/** What less text says of elements takes no longer than those of one slice. */
const bytesOfElement = 16;

/** An entry of `objects` as its text stands in a document, with what is before and behind it. Never changes. */
export class EntryText {
  readonly #bytes: Uint8Array;
  readonly #at: ListedValue;
  readonly #layout: Layout;

  /**
   * @param at where it stands in `bytes`
   * @param layout how entries are laid out around it
   */
  constructor(bytes: Uint8Array, at: ListedValue, layout: Layout) {
    this.#bytes = bytes;
    this.#at = at;
    this.#layout = layout;
  }

  /** A new entry, with what is before it behind another one. */
  static of(lead: Uint8Array, text: Uint8Array, layout: Layout): EntryText {
    const bytes = Buffer.concat([lead, text]);
    const at = { from: 0, start: lead.length, end: bytes.length, to: bytes.length };
    return new EntryText(bytes, at, layout);
  }

  /** Whether it may say of so many elements that it is gone through in slices. */
  get isLong(): boolean {
    return this.#at.end - this.#at.start > slice.elements * bytesOfElement;
  }

  /** What it says: parsed anew each time, so that a document holds its text alone. */
  json(): JsonObject {
    return parseText(this.#bytes, this.#at.start, this.#at.end) as JsonObject;
  }

  /** The same in steps. */
  read(): Steps<JsonObject> {
    return parseInSteps(this.#bytes.subarray(this.#at.start, this.#at.end)) as Steps<JsonObject>;
  }

  /** The same as it is written, to be put into another document. */
  get written(): JsonText {
    return new JsonText(this.#bytes.subarray(this.#at.start, this.#at.end));
  }

  /** A member as it is written; undefined when there is none. */
  writtenMember(name: string): JsonText | undefined {
    const item = List.of(this.written.bytes, this.#layout).find(name);
    return item && new JsonText(item.value);
  }

  /** Its text, without what is around it. */
  get text(): string {
    return textOf(this.#bytes, this.#at.start, this.#at.end);
  }

  /**
   * The entry after edits, each of which counts on those before it; this one when they change nothing.
   * @throws RangeError for an index that an array does not have
   */
  with(edits: readonly Edit[]): EntryText {
    return toTheEnd(this.edited(edits));
  }

  /** The same in steps. */
  *edited(edits: readonly Edit[]): Steps<EntryText> {
    const { from, start, end, to } = this.#at;
    const before = this.#bytes.subarray(start, end);
    const after = yield* editInSteps(before, edits, this.#ownLayout());
    if (after === before) return this;
    const bytes = Buffer.concat([this.#bytes.subarray(from, start), after, this.#bytes.subarray(end, to)]);
    const at = { from: 0, start: start - from, end: start - from + after.length, to: bytes.length };
    return new EntryText(bytes, at, this.#layout);
  }

  /** True when its members are on lines of their own. */
  get isMultiline(): boolean {
    return isMultilineText(this.#bytes.subarray(this.#at.start, this.#at.end));
  }

  /** What is before it. */
  get lead(): Uint8Array {
    return this.#bytes.subarray(this.#at.from, this.#at.start);
  }

  /** The text from here to the end of `last`, which is this one or one behind it, and with its trail where another follows. */
  upTo(last: EntryText, isAnotherBehind: boolean): Uint8Array {
    return this.#bytes.subarray(this.#at.start, isAnotherBehind ? last.#at.to : last.#at.end);
  }

  /** True when it stands behind another one, with but a comma between. */
  isBehind(other: EntryText): boolean {
    return this.#bytes === other.#bytes && this.#at.from === other.#at.to + 1;
  }

  #ownLayout(): Layout {
    const { lead } = this;
    return lead.includes(lineFeed) ? { ...this.#layout, indent: afterNewline(textOf(lead)) } : this.#layout;
  }
}
