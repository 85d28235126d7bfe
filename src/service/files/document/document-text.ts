import { parseJson } from '../../../wire/json.js';
import type { Json, JsonObject } from '../../common/json.js';
import { runToCompletion } from '../../common/run-to-completion.js';
import type { IncrementalTask } from '../run-incrementally.js';
import { Container, Value } from './container.js';
import { EntryText } from './entry-text.js';
import { entriesName, fileText, readFileText } from './file-text.js';
import { innerLayout, type Layout, layOut, layoutBetween, leadOf, usualLayout } from './layout.js';
import { type Edit, editText, type Placement } from './text-edits.js';

/** The order of members. A new member is inserted after those that precede it in this list. */
const order = ['format', 'formatVersion', 'baseSceneName', 'metadata'];

export interface DocumentChanges {
  /** Members of the outer object other than `objects`; undefined removes one. */
  readonly members?: { readonly [name: string]: Json | undefined };
  readonly replaced?: ReadonlyMap<EntryText, EntryText>;
  readonly removed?: ReadonlySet<EntryText>;
  /** New entries, added at the end; one of another document keeps its text. */
  readonly added?: readonly (JsonObject | EntryText)[];
}

/** The text of a document without its entries. */
interface Frame {
  /** The text before the outer object: empty, spaces or a byte order mark. */
  readonly before: string;
  /** The outer object; if there are entries, the brackets of `objects` are empty. */
  readonly object: string;
  readonly after: string;
  /** The text before the first entry and after the last. */
  readonly head: string;
  readonly tail: string;
}

/**
 * The immutable text of a file with `objects`: a live scene or settings. Edits return a new document that shares
 * all unchanged parts. If members have the same name, the last one counts. A byte order mark stays.
 */
export class DocumentText {
  readonly entries: readonly EntryText[];
  readonly #frame: Frame;
  #outer: Container | undefined;

  private constructor(frame: Frame, entries: readonly EntryText[]) {
    this.#frame = frame;
    this.entries = entries;
  }

  /** Validates a file and finds its entries. @throws FileRefused as `readFileText` does */
  static read(path: string, bytes: Uint8Array, accepted: readonly string[]): DocumentText {
    const { text, start, end, inside, entries } = readFileText(path, bytes, accepted);
    const last = entries.length - 1;
    const frame = {
      before: text.slice(0, start),
      object: inside ? text.slice(start, inside.from) + text.slice(inside.to, end) : text.slice(start, end),
      after: text.slice(end),
      head: entries[0]?.lead ?? '',
      tail: entries[last]?.trail ?? '',
    };
    const layout = layoutOfEntries(frame, Container.of(frame.object, usualLayout).layout);
    // The text before the first and after the last entry belongs to the list, whichever entries are added or
    // removed.
    const texts = entries.map((cut, i) => {
      const own = { ...cut, ...(i === 0 && { lead: '' }), ...(i === last && { trail: '' }) };
      return new EntryText(own, layout);
    });
    return new DocumentText(frame, texts);
  }

  /** Creates a document without a file or entries. It has two-space indentation, LF and a final line end. */
  static create(members: JsonObject): DocumentText {
    const text = fileText({ ...members, [entriesName]: [] });
    const object = text.trimEnd();
    return new DocumentText({ before: '', object, after: text.slice(object.length), head: '', tail: '' }, []);
  }

  /** Returns a member of the outer object other than `objects`; undefined if it is missing. */
  member(name: string): Json | undefined {
    const item = this.#members.find(name);
    return item && parseJson(item.value.text);
  }

  /** Returns the document after changes; the same document if nothing changes. */
  with(changes: DocumentChanges): DocumentText {
    return runToCompletion(this.withIncrementally(changes));
  }

  /** Like `with`, in steps, since there may be many new entries. */
  *withIncrementally({
    members = {},
    replaced,
    removed,
    added = [],
  }: DocumentChanges): IncrementalTask<DocumentText> {
    const kept = this.#entriesAfter(replaced, removed);
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
    const { layout } = Container.of(object, usualLayout);
    return this.entries.length === 0
      ? new DocumentText(withHead(frame, layout), yield* withAdded(kept, added, innerLayout(layout)))
      : new DocumentText(frame, yield* withAdded(kept, added, layoutOfEntries(frame, layout)));
  }

  #entriesAfter(
    replaced: DocumentChanges['replaced'] = new Map(),
    removed: DocumentChanges['removed'] = new Set(),
  ): readonly EntryText[] {
    const after = this.entries.flatMap((entry) => (removed.has(entry) ? [] : (replaced.get(entry) ?? entry)));
    const isSame = after.length === this.entries.length && after.every((each, i) => each === this.entries[i]);
    return isSame ? this.entries : after;
  }

  get text(): string {
    const { before, object, after, head, tail } = this.#frame;
    if (this.entries.length === 0) return before + object + after;
    let inside = head;
    for (const [i, { lead, text }] of this.entries.entries())
      inside += i === 0 ? text : `${this.entries[i - 1]!.trail},${lead}${text}`;
    const outer = Container.of(object, usualLayout);
    outer.find(entriesName)!.value = new Value(`[${inside}${tail}]`);
    return before + outer.print() + after;
  }

  get #members(): Container {
    this.#outer ??= Container.of(this.#frame.object, usualLayout);
    return this.#outer;
  }
}

const inOrder: Placement = (names, name) => {
  const known = order.indexOf(name);
  if (known < 0) return names.length;
  return names.findLastIndex((each) => order.slice(0, known).includes(each)) + 1;
};

/** Returns the layout of the present entries, or of the first ones to be added. */
function layoutOfEntries({ head, tail }: Frame, outer: Layout): Layout {
  return head.length + tail.length === 0 ? innerLayout(outer) : layoutBetween(head, tail, outer, undefined);
}

function withHead(frame: Frame, outer: Layout): Frame {
  return outer.isMultiline ? { ...frame, head: leadOf(innerLayout(outer)), tail: leadOf(outer) } : frame;
}

function* withAdded(
  kept: readonly EntryText[],
  added: readonly (JsonObject | EntryText)[],
  layout: Layout,
): IncrementalTask<EntryText[]> {
  const last = kept.at(-1);
  const isMultiline = last === undefined ? layout.isMultiline : last.isMultiline;
  const lead = kept.length > 1 ? last!.lead : leadOf(layout);
  const entries = [...kept];
  for (const each of added) {
    const text = each instanceof EntryText ? each.text : layOut(each, { ...layout, isMultiline });
    entries.push(new EntryText({ lead: entries.length === 0 ? '' : lead, text, trail: '' }, layout));
    yield;
  }
  return entries;
}
