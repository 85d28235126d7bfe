import { parseJson } from '../../../wire/json.js';
import type { JsonObject } from '../../common/json.js';
import { isMultilineText } from './container.js';
import type { Cut } from './file-text.js';
import { afterNewline, type Layout } from './layout.js';
import { type Edit, editText } from './text-edits.js';

/** The immutable text of an entry of `objects`, with the text before and after it. */
export class EntryText implements Cut {
  readonly lead: string;
  /** The text of the entry itself. */
  readonly text: string;
  readonly trail: string;
  readonly #layout: Layout;

  /** @param layout the layout of the entries around it */
  constructor({ lead, text, trail }: Cut, layout: Layout) {
    this.lead = lead;
    this.text = text;
    this.trail = trail;
    this.#layout = layout;
  }

  /** Parses the entry; the result is not cached, so that a document keeps only its text. */
  json(): JsonObject {
    return parseJson(this.text) as JsonObject;
  }

  /**
   * Returns the entry after edits, applied in order; the same entry if nothing changes.
   * @throws RangeError for an index that an array does not have
   */
  with(edits: readonly Edit[]): EntryText {
    const text = editText(this.text, edits, this.#ownLayout());
    return text === this.text
      ? this
      : new EntryText({ lead: this.lead, text, trail: this.trail }, this.#layout);
  }

  /** True if the members are on lines of their own. */
  get isMultiline(): boolean {
    return isMultilineText(this.text);
  }

  #ownLayout(): Layout {
    return this.lead.includes('\n') ? { ...this.#layout, indent: afterNewline(this.lead) } : this.#layout;
  }
}
