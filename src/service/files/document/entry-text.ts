import { parseJson } from '../../../wire/json.js';
import type { JsonObject } from '../../json.js';
import { slice } from '../../types/graph/long-lists.js';
import { Container, isMultilineText } from './container.js';
import { type Edit, editText } from './edits.js';
import type { Cut } from './file-text.js';
import { afterNewline, JsonText, type Layout } from './layout.js';

/** What less text says of elements takes no longer than those of one slice. */
const charactersOfElement = 16;

/** An entry of `objects` as its text stands in a document, with what is before and behind it. Never changes. */
export class EntryText implements Cut {
  readonly lead: string;
  /** Its text, without what is around it. */
  readonly text: string;
  readonly trail: string;
  readonly #layout: Layout;

  /** @param layout how entries are laid out around it */
  constructor({ lead, text, trail }: Cut, layout: Layout) {
    this.lead = lead;
    this.text = text;
    this.trail = trail;
    this.#layout = layout;
  }

  /** Whether it may say of so many elements that it is gone through in slices. */
  get isLong(): boolean {
    return this.text.length > slice.elements * charactersOfElement;
  }

  /** What it says: parsed anew each time, so that a document holds its text alone. */
  json(): JsonObject {
    return parseJson(this.text) as JsonObject;
  }

  /** The same as it is written, to be put into another document. */
  get written(): JsonText {
    return new JsonText(this.text);
  }

  /** A member as it is written; undefined when there is none. */
  writtenMember(name: string): JsonText | undefined {
    const item = Container.of(this.text, this.#layout).find(name);
    return item && new JsonText(item.value.text);
  }

  /**
   * The entry after edits, each of which counts on those before it; this one when they change nothing.
   * @throws RangeError for an index that an array does not have
   */
  with(edits: readonly Edit[]): EntryText {
    const text = editText(this.text, edits, this.#ownLayout());
    return text === this.text
      ? this
      : new EntryText({ lead: this.lead, text, trail: this.trail }, this.#layout);
  }

  /** True when its members are on lines of their own. */
  get isMultiline(): boolean {
    return isMultilineText(this.text);
  }

  #ownLayout(): Layout {
    return this.lead.includes('\n') ? { ...this.#layout, indent: afterNewline(this.lead) } : this.#layout;
  }
}
