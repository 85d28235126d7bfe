import type { Json, JsonObject } from '../../json.js';
import { toTheEnd } from '../../to-the-end.js';
import { FileRefused } from '../format.js';
import { eachInSteps, type Steps } from '../slices.js';
import { lineAt, textOf } from './bytes.js';
import { type Edit, editText, type Placement } from './edits.js';
import { EntryText } from './entry-text.js';
import {
  innerLayout,
  type JsonText,
  type Layout,
  laidOut,
  layOut,
  layoutBetween,
  leadOf,
  usualLayout,
} from './layout.js';
import { List, none } from './list.js';
import { parseText } from './parse.js';
import { entriesName, scanFile } from './scan-file.js';
import type { Scanner } from './scanner.js';

const entriesPerStep = 1000;
const laidOutPerStep = 20;

/** The members of a file in their order: a new one goes behind those before it that are there. */
const order = ['format', 'formatVersion', 'baseSceneName', 'metadata'];

export interface DocumentChanges {
  /** Members of the outer object other than `objects`; undefined takes one out. */
  readonly members?: { readonly [name: string]: Json | undefined };
  readonly replaced?: ReadonlyMap<EntryText, EntryText>;
  readonly removed?: ReadonlySet<EntryText>;
  /** New entries, which go behind those that are there; one of another document keeps its scalars as they stand. */
  readonly added?: readonly (JsonObject | JsonText)[];
}

/** The text of a document without its entries. */
interface Frame {
  /** What is before the outer object: nothing, spaces, a byte order mark. */
  readonly before: Uint8Array;
  /** The outer object, with nothing between the brackets of `objects` when there are entries. */
  readonly object: Uint8Array;
  readonly after: Uint8Array;
  /** What is before the first entry, and behind the last. */
  readonly head: Uint8Array;
  readonly tail: Uint8Array;
}

/**
 * The text of a file with `objects`: a live scene or settings. It never changes; edits give another document, which
 * shares with it all that they do not touch, so that an edit costs as much as the text that it is about. Of members with
 * the same name the last counts, as JSON.parse has it. A byte order mark stays where it is.
 */
export class DocumentText {
  readonly entries: readonly EntryText[];
  readonly #frame: Frame;
  /** The text in one, of a file as it was read. */
  readonly #whole: Uint8Array | undefined;
  #outer: List | undefined;

  private constructor(frame: Frame, entries: readonly EntryText[], whole?: Uint8Array) {
    this.#frame = frame;
    this.entries = entries;
    this.#whole = whole;
  }

  /**
   * Reads a file, in steps of well under a millisecond: validates it whole, and finds its entries.
   * @param bytes are kept, and must not change
   * @throws FileRefused for what is no UTF-8, no JSON, no object, of none of the `accepted` formats, too new, or has an
   * `objects` that is no list of objects
   */
  static *scan(path: string, bytes: Uint8Array, accepted: readonly string[]): Steps<DocumentText> {
    const { scanner } = yield* scanFile(path, bytes, accepted);
    const badAt = scanner.list?.badAt;
    if (badAt !== undefined) {
      const reason = `it is broken: "${entriesName}" is no list of objects`;
      throw new FileRefused(path, lineAt(bytes, badAt), reason);
    }
    return yield* DocumentText.#scanned(bytes, scanner);
  }

  /** Reads a file at once. @throws FileRefused, as `scan` */
  static read(path: string, bytes: Uint8Array, accepted: readonly string[]): DocumentText {
    return toTheEnd(DocumentText.scan(path, bytes, accepted));
  }

  /** A document that has no file yet, with no entries: two spaces, LF, a line end at the end. */
  static create(members: JsonObject): DocumentText {
    const object = Buffer.from(layOut({ ...members, [entriesName]: [] }, usualLayout));
    return new DocumentText(
      { before: none, object, after: Buffer.from(usualLayout.newline), head: none, tail: none },
      [],
    );
  }

  static *#scanned(bytes: Uint8Array, { start, end, list }: Scanner): Steps<DocumentText> {
    const values = list?.values ?? [];
    const first = values[0];
    const last = values.at(-1);
    const frame = {
      before: bytes.subarray(0, start),
      object: first
        ? Buffer.concat([bytes.subarray(start, first.from), bytes.subarray(last!.to, end)])
        : bytes.subarray(start, end),
      after: bytes.subarray(end),
      head: first ? bytes.subarray(first.from, first.start) : none,
      tail: last ? bytes.subarray(last.end, last.to) : none,
    };
    // What is before the first and behind the last is the list's, whatever entries come and go.
    if (first) values[0] = { ...first, from: first.start };
    if (last) values[values.length - 1] = { ...values.at(-1)!, to: last.end };
    const layout = layoutOfEntries(frame, List.of(frame.object, usualLayout).layout);
    const entries: EntryText[] = [];
    yield* eachInSteps(values, entriesPerStep, (at) => void entries.push(new EntryText(bytes, at, layout)));
    return new DocumentText(frame, entries, bytes);
  }

  /** What the outer object says of a member other than `objects`; undefined when it is not there. */
  member(name: string): Json | undefined {
    const item = this.#members.find(name);
    return item && parseText(item.value);
  }

  /** The document after changes; this one when there are none. */
  with(changes: DocumentChanges): DocumentText {
    return toTheEnd(this.changed(changes));
  }

  /** The same in steps. */
  *changed({ members = {}, replaced, removed, added = [] }: DocumentChanges): Steps<DocumentText> {
    const kept = yield* this.#entriesAfter(replaced, removed);
    const edits = Object.entries(members).map(
      ([name, value]): Edit =>
        value === undefined ? { kind: 'remove', path: [name] } : { kind: 'set', path: [name], value },
    );
    if (added.length > 0 && this.#members.find(entriesName) === undefined) {
      edits.push({ kind: 'set', path: [entriesName], value: [] });
    }
    const object = editText(this.#frame.object, edits, usualLayout, inOrder);
    if (kept === this.entries && object === this.#frame.object && added.length === 0) return this;
    const frame = { ...this.#frame, object };
    if (added.length === 0) return new DocumentText(frame, kept);
    const { layout } = List.of(object, usualLayout);
    return this.entries.length === 0
      ? new DocumentText(withHead(frame, layout), yield* withAdded(kept, added, innerLayout(layout)))
      : new DocumentText(frame, yield* withAdded(kept, added, layoutOfEntries(frame, layout)));
  }

  *#entriesAfter(
    replaced: DocumentChanges['replaced'] = new Map(),
    removed: DocumentChanges['removed'] = new Set(),
  ): Steps<readonly EntryText[]> {
    if (replaced.size === 0 && removed.size === 0) return this.entries;
    const after: EntryText[] = [];
    yield* eachInSteps(this.entries, entriesPerStep, (entry) => {
      const next = removed.has(entry) ? undefined : (replaced.get(entry) ?? entry);
      if (next !== undefined) after.push(next);
    });
    const isSame = after.length === this.entries.length && after.every((each, i) => each === this.entries[i]);
    return isSame ? this.entries : after;
  }

  /** The text in pieces, most of them parts of the file that was read; they can be asked for again. */
  pieces(): Iterable<Uint8Array> {
    return { [Symbol.iterator]: () => this.#pieces() };
  }

  *#pieces(): Generator<Uint8Array> {
    if (this.#whole !== undefined) return yield this.#whole;
    const { before, object, after, head, tail } = this.#frame;
    yield before;
    if (this.entries.length === 0) yield object;
    else {
      const list = this.#members.find(entriesName)!.value;
      const start = list.byteOffset - object.byteOffset;
      yield object.subarray(0, start + 1);
      yield head;
      yield* runs(this.entries);
      yield tail;
      yield object.subarray(start + list.length - 1);
    }
    yield after;
  }

  /** The text in one, of a document that is short. */
  get text(): string {
    return Buffer.concat([...this.pieces()]).toString('utf8');
  }

  get #members(): List {
    this.#outer ??= List.of(this.#frame.object, usualLayout);
    return this.#outer;
  }
}

const inOrder: Placement = (names, name) => {
  const known = order.indexOf(name);
  if (known < 0) return names.length;
  return names.findLastIndex((each) => order.slice(0, known).includes(each)) + 1;
};

/** How entries are laid out that are there, else those that will come. */
function layoutOfEntries({ head, tail }: Frame, outer: Layout): Layout {
  return head.length + tail.length === 0
    ? innerLayout(outer)
    : layoutBetween(textOf(head), textOf(tail), outer, undefined);
}

function withHead(frame: Frame, outer: Layout): Frame {
  if (!outer.isMultiline) return frame;
  const head = Buffer.from(leadOf(innerLayout(outer)));
  return { ...frame, head, tail: Buffer.from(leadOf(outer)) };
}

function* withAdded(
  kept: readonly EntryText[],
  added: NonNullable<DocumentChanges['added']>,
  layout: Layout,
): Steps<EntryText[]> {
  const last = kept.at(-1);
  const isMultiline = last === undefined ? layout.isMultiline : last.isMultiline;
  const lead = kept.length > 1 ? last!.lead : Buffer.from(leadOf(layout));
  const entries = [...kept];
  for (const [i, json] of added.entries()) {
    const text = Buffer.from(yield* laidOut(json, { ...layout, isMultiline }));
    entries.push(EntryText.of(entries.length === 0 ? none : lead, text, layout));
    if ((i + 1) % laidOutPerStep === 0) yield (i + 1) / added.length;
  }
  return entries;
}

const separator = Buffer.from(',');

/** Entries that stand one behind the other where they were read are one piece. */
function* runs(entries: readonly EntryText[]): Generator<Uint8Array> {
  let first = entries[0]!;
  for (const [i, entry] of entries.entries()) {
    const next = entries[i + 1];
    if (next?.isBehind(entry)) continue;
    yield first.upTo(entry, next !== undefined);
    if (next === undefined) return;
    yield separator;
    yield next.lead;
    first = next;
  }
}
