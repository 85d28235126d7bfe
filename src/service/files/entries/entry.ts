import type { JsonObject } from '../../common/json.js';
import type { ExposedModel } from '../../model/model.js';
import type { EntryText } from '../document/entry-text.js';
import { PendingReferences } from '../pending/pending-references.js';
import { type Address, type BoundObject, findObject, parseAddress } from './bound-object.js';

/** The effect of an entry: to modify, create or remove its object. */
export type EntryKind = 'override' | 'new' | 'removed';

/** `@origin` of objects that the engine spawned itself. */
export const engineOrigin = 'engine';

/** An entry of a file: the state of one object, bound to it once it exists. */
export class Entry {
  text: EntryText;
  /** `@source`, or `@id` of a new object; undefined if the entry names no object. */
  readonly source: string | undefined;
  readonly address: Address | undefined;
  typeName!: string;
  prefab: string | undefined;
  /** `@name` of a new object. */
  name: string | undefined;
  kind!: EntryKind;
  /** True if the engine once spawned the object itself, and may do so again at any start. */
  isOfEngine!: boolean;
  /** `@parent`: a source key, or null for the root; undefined if the entry does not set it. */
  parent: string | null | undefined;
  object: BoundObject | undefined;
  /** True for an inner entry whose value did not exist when the file was loaded, until a save rewrites the entry. */
  lacksValue = false;
  readonly pending = new PendingReferences();

  constructor(text: EntryText, json: JsonObject = text.json()) {
    this.text = text;
    const source = json['@source'] ?? json['@id'];
    this.source = typeof source === 'string' ? source : undefined;
    this.address = this.source === undefined ? undefined : parseAddress(this.source);
    this.#readHeader(json);
  }

  /** True for an entry of a root object, not of a component or a value inside it. */
  get isRoot(): boolean {
    return (
      this.address !== undefined && this.address.component === undefined && this.address.rest === undefined
    );
  }

  /** True for an entry of a composite inside an object. */
  get isInner(): boolean {
    return this.address?.rest !== undefined;
  }

  /** Looks for the object; true if it exists and has the type of the entry. */
  bind(model: ExposedModel): boolean {
    const object = this.address && findObject(model, this.address);
    if (object === undefined || model.objects.isDestroyed(object.owner.target)) return false;
    const cls = this.typeName === '' ? object.owner.class : model.classes.find(this.typeName);
    const isOfType = this.isInner || (cls !== undefined && object.owner.class.isA(cls));
    if (isOfType) this.object = object;
    return isOfType;
  }

  /** Adopts the saved text. @param isRedefined true if the kind or the parent may have changed */
  adoptSaved(text: EntryText, isRedefined = true): void {
    this.text = text;
    this.lacksValue = false;
    if (isRedefined) this.#readHeader(text.json());
  }

  #readHeader(json: JsonObject): void {
    this.typeName = typeof json['@type'] === 'string' ? json['@type'] : '';
    this.prefab = typeof json['@prefab'] === 'string' ? json['@prefab'] : undefined;
    this.name = typeof json['@name'] === 'string' ? json['@name'] : undefined;
    this.kind = kindOf(json);
    this.isOfEngine = json['@origin'] === engineOrigin;
    this.parent = parentOf(json);
  }

  /** Unbinds the entry because its object is gone; the entry becomes pending, unchanged. */
  unbind(): void {
    this.object = undefined;
    this.pending.clear();
  }
}

function kindOf(json: JsonObject): EntryKind {
  if (json['@op'] === 'removed') return 'removed';
  return '@prefab' in json || json['@op'] === 'new' || !('@source' in json) ? 'new' : 'override';
}

function parentOf({ '@parent': parent }: JsonObject): string | null | undefined {
  return typeof parent === 'string' || parent === null ? parent : undefined;
}
