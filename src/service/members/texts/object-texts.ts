import { ExposedError } from '../../common/exposed-error.js';
import type { HostObjects } from '../../host.js';
import type { ExposedObjectHandle } from '../../objects/handle.js';
import type { ExposedObjectRegistry } from '../../objects/object-registry.js';
import type { PropertyRef } from '../../objects/property-ref.js';
import { isLeaf } from '../../types/graph/kinds.js';
import { TextWalk } from '../../types/graph/text-walk.js';
import { type CachedPiece, JsonCache } from './json-cache.js';

/** Replaces the JSON of a written value that the response omits. */
export const truncatedJson = '{"@truncated":true}';

/** Compares properties with their captured defaults. */
export interface Defaults {
  isChanged(ref: PropertyRef, value: unknown): boolean;
}

/** Serializes objects and properties to the JSON of wire.md section 3 (objects O, properties P). */
export class ObjectTexts {
  readonly cache = new JsonCache();
  /** False if written values are omitted because a batch response is too large already. */
  echoesWrites = true;
  readonly #objects: ExposedObjectRegistry;
  readonly #host: HostObjects;
  readonly #defaults: Defaults;

  constructor(objects: ExposedObjectRegistry, host: HostObjects, defaults: Defaults) {
    this.#objects = objects;
    this.#host = host;
    this.#defaults = defaults;
  }

  /**
   * Returns O. `depth` 1 has the members with stubs for nested composites; Infinity expands everything up to the value
   * limit. Values beyond it become stubs, or are rejected if `refuseAt`, the object's own path, is given (DEP-13).
   * @throws ExposedError `answer-too-large`, only with `refuseAt`
   */
  object(handle: ExposedObjectHandle, depth: number, refuseAt?: string): string {
    const { version } = this.#objects;
    const cached = depth === 1 ? this.cache.object(handle, version) : undefined;
    if (cached !== undefined) return cached;
    const walk = new TextWalk(refuseAt);
    const text = `{${this.#head(handle)}${walk.members(handle.class, handle.target, depth - 1)}}`;
    if (depth === 1 && !walk.isCut) this.cache.putObject(handle, version, text);
    return text;
  }

  /** Makes `piece` drop its bytes when the depth-1 JSON of one of `handles` changes. */
  putPiece(handles: readonly ExposedObjectHandle[], piece: CachedPiece): void {
    this.cache.putPiece(handles, this.#objects.version, piece);
  }

  /**
   * Returns P, completely expanded up to the value limit (DEP-7 to 9). Larger JSON is cut, or rejected if
   * `isStrict`.
   * @throws ExposedError `get-failed` if the getter throws; `answer-too-large`
   */
  property(ref: PropertyRef, isStrict = false): string {
    const { handle, root, isTopLevel } = ref;
    const { version } = this.#objects;
    const value = isTopLevel ? root.readOrThrow(handle.target) : ref.get();
    const cached = isTopLevel ? this.cache.member(handle, root, value, version, isStrict) : undefined;
    if (cached !== undefined) return cached;
    // Leaf values contain no objects and need no walk.
    const walk = isLeaf(ref.type)
      ? undefined
      : new TextWalk(isStrict ? `/exposed/object/${handle.id}/${ref.path}` : undefined);
    const json =
      walk === undefined ? ref.type.write(value, 0) : walk.value(ref.type, value, Number.POSITIVE_INFINITY);
    const text = this.#propertyOf(ref, value, json);
    if (isTopLevel) this.cache.putMember(handle, root, value, version, text, walk?.isCut);
    return text;
  }

  /** Returns P for the response to a write; a value that cannot be read back is null. */
  written(ref: PropertyRef): string {
    if (!this.echoesWrites) return truncatedJson;
    try {
      return this.property(ref);
    } catch (error) {
      if (!(error instanceof ExposedError) || error.code !== 'get-failed') throw error;
      return `{"value":null,"id":"${ref.handle.id}","path":${JSON.stringify(ref.path)},"changed":false}`;
    }
  }

  /** Returns O, completely expanded, for the response to a write. */
  writtenObject(handle: ExposedObjectHandle): string {
    return this.echoesWrites ? this.object(handle, Number.POSITIVE_INFINITY) : truncatedJson;
  }

  /** Returns P without its braces, for property-change events. */
  propertyMembers(ref: PropertyRef): string {
    return this.property(ref).slice(1, -1);
  }

  /** Returns the parent of the object that clients see. */
  parentOf(handle: ExposedObjectHandle): ExposedObjectHandle | undefined {
    const gameObject = this.#host.gameObject(handle.target);
    const parent = gameObject && this.#host.parent(gameObject);
    return parent && this.#objects.ofGameObject(parent);
  }

  #propertyOf(ref: PropertyRef, value: unknown, json: string): string {
    return `{"value":${json}${ref.jsonEnd(this.#defaults.isChanged(ref, value))}`;
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
