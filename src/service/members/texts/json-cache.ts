import type { ExposedObjectHandle } from '../../objects/handle.js';
import { AssetType } from '../../types/asset.js';
import { EnumType } from '../../types/enum.js';
import type { ExposedMember } from '../../types/exposed-member.js';
import { NullableType } from '../../types/nullable.js';
import type { Type } from '../../types/type.js';
import { type PartsMap, partsOf } from '../../types/value.js';

/** The cached JSON of one member, with the value it was made from. */
interface CachedMember {
  /** The value itself, or a copy of a vector's or colour's components. */
  readonly value: unknown;
  /** Undefined for a member that was written and not read since. */
  readonly text: string | undefined;
  /** True if parts were omitted because of the value limit. */
  readonly isCut: boolean;
  readonly version: number;
}

/** The cached JSON of one object. */
class CachedObject {
  readonly members: (CachedMember | undefined)[] = [];
  text: string | undefined;
  version = -1;
  /** The bytes that contain its JSON. */
  piece: CachedPiece | undefined;
}

/** Bytes that contain the JSON of several objects. */
export interface CachedPiece {
  /** Undefined after the JSON of one of the objects has changed. */
  bytes: Uint8Array | undefined;
}

/**
 * Caches the JSON of members and objects. An entry is valid for one version of the registry, since it contains names
 * and ids, and only while the member returns the same value. Cached are elementary values, vectors, and values that the
 * service stores (`observed: true`); the JSON of the latter is cleared when a change is noted.
 */
export class JsonCache {
  /**
   * Returns the cached JSON of a member with this value; undefined if there is none.
   * @param isWhole requires JSON without omitted parts
   */
  member(
    handle: ExposedObjectHandle,
    member: ExposedMember,
    value: unknown,
    version: number,
    isWhole: boolean,
  ): string | undefined {
    const cached = cachedOf(handle)?.members[member.index];
    if (cached?.text === undefined || cached.version !== version || (isWhole && cached.isCut))
      return undefined;
    return isSame(partsOf(member.type), value, cached.value) ? cached.text : undefined;
  }

  putMember(
    handle: ExposedObjectHandle,
    member: ExposedMember,
    value: unknown,
    version: number,
    text: string | undefined,
    isCut = false,
  ): void {
    if (!handle.isRegistered || !isCacheable(member)) return;
    handle.cached ??= new CachedObject();
    const parts = partsOf(member.type);
    (handle.cached as CachedObject).members[member.index] = {
      value: copy(parts, value),
      text,
      isCut,
      version,
    };
  }

  /** Notes a written value that has not been read. */
  noteWritten(handle: ExposedObjectHandle, member: ExposedMember, value: unknown): void {
    this.putMember(handle, member, value, -1, undefined);
  }

  /** Returns the value that was read or written last; `unknownValue` if none is known. */
  last(handle: ExposedObjectHandle, member: ExposedMember): unknown {
    const cached = cachedOf(handle)?.members[member.index];
    return cached === undefined || partsOf(member.type) !== undefined ? unknownValue : cached.value;
  }

  /** Returns the cached depth-1 JSON of an object; undefined if there is none. */
  object(handle: ExposedObjectHandle, version: number): string | undefined {
    const cached = cachedOf(handle);
    return cached !== undefined && cached.version === version ? cached.text : undefined;
  }

  putObject(handle: ExposedObjectHandle, version: number, text: string): void {
    if (!handle.isRegistered || !handle.class.members.every((member) => member.isOwned)) return;
    handle.cached ??= new CachedObject();
    const cached = handle.cached as CachedObject;
    cached.text = text;
    cached.version = version;
  }

  /**
   * Registers bytes that contain the JSON of `handles`. They are cleared with the first object that changes,
   * or immediately if the JSON of one is not cached.
   */
  putPiece(handles: readonly ExposedObjectHandle[], version: number, piece: CachedPiece): void {
    for (const handle of handles) {
      if (this.object(handle, version) === undefined) piece.bytes = undefined;
      else cachedOf(handle)!.piece = piece;
    }
  }

  /** Clears the JSON of a member that has changed, and of its object. */
  forget(handle: ExposedObjectHandle, member: ExposedMember): void {
    const cached = cachedOf(handle);
    if (cached === undefined) return;
    cached.members[member.index] = undefined;
    cached.text = undefined;
    if (cached.piece !== undefined) cached.piece.bytes = undefined;
    cached.piece = undefined;
  }
}

/** Returned by `last` if no value is known. */
export const unknownValue = Symbol('unknown value');

function cachedOf({ cached }: ExposedObjectHandle): CachedObject | undefined {
  return cached as CachedObject | undefined;
}

function isCacheable(member: ExposedMember): boolean {
  return member.isOwned || isElementary(member.type);
}

/** True for immutable values, and for vectors and colours, which are copied. */
export function isElementary(type: Type): boolean {
  const plain = type instanceof NullableType ? type.inner : type;
  return plain instanceof EnumType || plain instanceof AssetType || 'valueType' in plain;
}

function copy(parts: PartsMap, value: unknown): unknown {
  if (parts === undefined || typeof value !== 'object' || value === null) return value;
  const copied: Record<string, unknown> = {};
  for (const [key, part] of parts) copied[key] = copy(part.parts, (value as Record<string, unknown>)[key]);
  return copied;
}

/** True if two values have the same JSON; stricter than equality, which treats 0 and -0 as equal. */
function isSame(parts: PartsMap, a: unknown, b: unknown): boolean {
  if (parts === undefined || typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) {
    return Object.is(a, b);
  }
  for (const [key, part] of parts) {
    const left = (a as Record<string, unknown>)[key];
    if (!isSame(part.parts, left, (b as Record<string, unknown>)[key])) return false;
  }
  return true;
}
