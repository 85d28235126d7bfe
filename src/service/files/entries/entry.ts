import type { JsonObject } from '../../json.js';
import type { ExposedModel } from '../../model.js';
import type { EntryText } from '../document/entry-text.js';
import { PendingReferences } from '../pending/pending-references.js';
import { type Address, findPlace, type Place, parseAddress } from './place.js';

/** What an entry says of its object: that it changes one, makes a new one, or takes it out. */
export type EntryKind = 'override' | 'new' | 'removed';

/** `@origin` of what the engine has spawned by itself. */
export const engineOrigin = 'engine';

/** An entry of a file: the state of one object, bound to it once the object is there. */
export class Entry {
  text: EntryText;
  /** `@source`, of a new object also `@id`; undefined for an entry that names nothing. */
  readonly source: string | undefined;
  readonly address: Address | undefined;
  typeName!: string;
  prefab: string | undefined;
  /** `@name`: that of a new object. */
  name: string | undefined;
  kind!: EntryKind;
  /** The engine has spawned the object by itself once, and may do so again at any start. */
  isOfEngine!: boolean;
  /** `@parent`: a source key, null for the root; undefined when it says nothing of it. */
  parent: string | null | undefined;
  place: Place | undefined;
  /** Of an entry of something inside an object: that was not there when the file was loaded, and no save has said anything of it since. */
  lacksPlace = false;
  readonly waiting = new PendingReferences();

  constructor(text: EntryText, json: JsonObject = text.json()) {
    this.text = text;
    const source = json['@source'] ?? json['@id'];
    this.source = typeof source === 'string' ? source : undefined;
    this.address = this.source === undefined ? undefined : parseAddress(this.source);
    this.#take(json);
  }

  /** An entry of a whole object, and not of something inside it. */
  get isRoot(): boolean {
    return (
      this.address !== undefined && this.address.component === undefined && this.address.rest === undefined
    );
  }

  /** An entry of a composite inside of an object. */
  get isInner(): boolean {
    return this.address?.rest !== undefined;
  }

  /** Looks for the object; true when it is there and of the type that the entry is of. */
  bind(model: ExposedModel): boolean {
    const place = this.address && findPlace(model, this.address);
    if (place === undefined || model.objects.isDestroyed(place.unit.target)) return false;
    const cls = this.typeName === '' ? place.unit.class : model.classes.find(this.typeName);
    const isOfType = this.isInner || (cls !== undefined && place.unit.class.isA(cls));
    if (isOfType) this.place = place;
    return isOfType;
  }

  /** Takes the text that it was saved with. @param saysWhat that may say what it is in another way, or another parent */
  retake(text: EntryText, saysWhat = true): void {
    this.text = text;
    this.lacksPlace = false;
    if (saysWhat) this.#take(text.json());
  }

  #take(json: JsonObject): void {
    this.typeName = typeof json['@type'] === 'string' ? json['@type'] : '';
    this.prefab = typeof json['@prefab'] === 'string' ? json['@prefab'] : undefined;
    this.name = typeof json['@name'] === 'string' ? json['@name'] : undefined;
    this.kind = kindOf(json);
    this.isOfEngine = json['@origin'] === engineOrigin;
    this.parent = parentOf(json);
  }

  /** The object is gone: the entry waits for it as it stands. */
  unbind(): void {
    this.place = undefined;
    this.waiting.clear();
  }
}

function kindOf(json: JsonObject): EntryKind {
  if (json['@op'] === 'removed') return 'removed';
  return '@prefab' in json || json['@op'] === 'new' || !('@source' in json) ? 'new' : 'override';
}

function parentOf({ '@parent': parent }: JsonObject): string | null | undefined {
  return typeof parent === 'string' || parent === null ? parent : undefined;
}
