import { ExposedError } from '../../exposed-error.js';
import type { HostObjects } from '../../host.js';
import type { ExposedObjectHandle } from '../../objects/handle.js';
import type { PropertyRef } from '../../objects/property-ref.js';
import type { ExposedObjectRegistry } from '../../objects/registry.js';
import { isLeaf } from '../../types/graph/kinds.js';
import { TextWalk } from '../../types/graph/text.js';
import { type CachedPiece, JsonCache } from './json-cache.js';

/** What stands for the text of something that was written where nobody is told of it. */
export const leftOut = '{"@truncated":true}';

/** Answers whether a property differs from its captured default. */
export interface Baselines {
  isChanged(ref: PropertyRef, value: unknown): boolean;
}

/** Serializes objects and properties to the JSON of wire.md section 3 (objects O, properties P). */
export class ObjectTexts {
  readonly kept = new JsonCache();
  /** False while what is written is not told: a batch has answered too much already. */
  tellsWritten = true;
  readonly #objects: ExposedObjectRegistry;
  readonly #host: HostObjects;
  readonly #baselines: Baselines;

  constructor(objects: ExposedObjectRegistry, host: HostObjects, baselines: Baselines) {
    this.#objects = objects;
    this.#host = host;
    this.#baselines = baselines;
  }

  /**
   * `depth` 1 shows the object's members with stubs for nested composites; Infinity expands everything, up to the limit
   * of values: what lies beyond is stubs, or, with `refuseAt`, the object's own path, the text is refused (DEP-13).
   * @throws ExposedError `answer-too-large`, with `refuseAt` alone
   */
  object(handle: ExposedObjectHandle, depth: number, refuseAt?: string): string {
    const { version } = this.#objects;
    const kept = depth === 1 ? this.kept.object(handle, version) : undefined;
    if (kept !== undefined) return kept;
    const walk = new TextWalk(refuseAt);
    const text = `{${this.#head(handle)}${walk.members(handle.class, handle.target, depth - 1)}}`;
    if (depth === 1 && !walk.isCut) this.kept.keepObject(handle, version, text);
    return text;
  }

  /** True when the depth-1 text of an object is at hand. */
  isKept(handle: ExposedObjectHandle): boolean {
    return this.kept.object(handle, this.#objects.version) !== undefined;
  }

  /** Has `piece` forget its bytes when the depth-1 text of one of `handles` is another. */
  keepPiece(handles: readonly ExposedObjectHandle[], piece: CachedPiece): void {
    this.kept.keepPiece(handles, this.#objects.version, piece);
  }

  /**
   * P. Always fully expanded (DEP-7 to 9), up to the limit; a text past it is refused where `refuses`, and else cut.
   * @throws ExposedError `get-failed` when the getter throws; `answer-too-large`
   */
  property(ref: PropertyRef, refuses = false): string {
    const { handle, root, isTopLevel } = ref;
    const { version } = this.#objects;
    const value = isTopLevel ? root.readOrThrow(handle.target) : ref.get();
    const kept = isTopLevel ? this.kept.member(handle, root, value, version, refuses) : undefined;
    if (kept !== undefined) return kept;
    // What leads to no other object needs no walk.
    const walk = isLeaf(ref.type)
      ? undefined
      : new TextWalk(refuses ? `/exposed/object/${handle.id}/${ref.path}` : undefined);
    const json =
      walk === undefined ? ref.type.write(value, 0) : walk.value(ref.type, value, Number.POSITIVE_INFINITY);
    const text = this.#propertyOf(ref, value, json);
    if (isTopLevel) this.kept.keepMember(handle, root, value, version, text, walk?.isCut);
    return text;
  }

  /** P in the answer to a write, which has happened: what cannot be read back is null, as an object shows it. */
  written(ref: PropertyRef): string {
    if (!this.tellsWritten) return leftOut;
    try {
      return this.property(ref);
    } catch (error) {
      if (!(error instanceof ExposedError) || error.code !== 'get-failed') throw error;
      return `{"value":null,"id":"${ref.handle.id}","path":${JSON.stringify(ref.path)},"changed":false}`;
    }
  }

  /** O in the answer to a write, with all that is in it. */
  writtenObject(handle: ExposedObjectHandle): string {
    return this.tellsWritten ? this.object(handle, Number.POSITIVE_INFINITY) : leftOut;
  }

  /** P without its braces: what a property-change event carries too. */
  propertyMembers(ref: PropertyRef): string {
    return this.property(ref).slice(1, -1);
  }

  /** The handle's engine parent as remote apps know it. */
  parentOf(handle: ExposedObjectHandle): ExposedObjectHandle | undefined {
    const gameObject = this.#host.gameObject(handle.target);
    const parent = gameObject && this.#host.parent(gameObject);
    return parent && this.#objects.ofGameObject(parent);
  }

  #propertyOf(ref: PropertyRef, value: unknown, json: string): string {
    return `{"value":${json}${ref.jsonEnd(this.#baselines.isChanged(ref, value))}`;
  }

  #head(handle: ExposedObjectHandle): string {
    const { class: cls, sourceKey } = handle;
    const instanceId = this.#host.instanceId(handle.target);
    const parent = this.parentOf(handle);
    let text = `"@type":${cls.jsonName},"@id":"${handle.id}"`;
    if (instanceId !== undefined) text += `,"@instanceID":${instanceId}`;
    text += `,"@name":${JSON.stringify(handle.name)}`;
    if (sourceKey !== undefined) text += `,"@source":${JSON.stringify(sourceKey)}`;
    if (cls.definition.icon !== undefined) text += `,"@icon":${JSON.stringify(cls.definition.icon)}`;
    if (parent !== undefined) text += `,"@parent":"${parent.id}"`;
    return text;
  }
}
