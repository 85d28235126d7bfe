import type { ExposedObjectHandle } from '../../objects/handle.js';
import { AssetType } from '../../types/asset.js';
import { EnumType } from '../../types/enum.js';
import type { ExposedMember } from '../../types/exposed-member.js';
import { NullableType } from '../../types/nullable.js';
import type { Type } from '../../types/type.js';
import type { ValueType } from '../../types/values/value-type.js';

/** The text of one member, with what it was made of. */
interface KeptMember {
  /** The value itself, of a vector or colour a copy of its components. */
  readonly value: unknown;
  /** Undefined for one that was written and not read since. */
  readonly text: string | undefined;
  /** Something was left out of the text because of the limit of values. */
  readonly isCut: boolean;
  readonly version: number;
}

/** What is kept of one object. */
class KeptObject {
  readonly members: (KeptMember | undefined)[] = [];
  text: string | undefined;
  version = -1;
  /** What its text is part of. */
  piece: CachedPiece | undefined;
}

/** Bytes that hold the texts of several objects. */
export interface CachedPiece {
  /** Undefined once one of the texts is not good any more. */
  bytes: Uint8Array | undefined;
}

/**
 * The one owner of texts that are kept, and the rule of what may be kept. A text is good
 * - for one version of the registry, since it shows names and ids of other objects, and whether it is `changed`;
 * - where its value is an elementary one or a vector: while the member still gives the same value, which is looked at on
 *   every read, so that no way of changing it has to be known;
 * - where the service owns the storage (`observed: true`): until a change is told, since only the write path changes it;
 * - anything else is never kept.
 */
export class JsonCache {
  /**
   * The text of a member whose present value is `value`; undefined where it has to be made.
   * @param isWhole one that is cut will not do
   */
  member(
    handle: ExposedObjectHandle,
    member: ExposedMember,
    value: unknown,
    version: number,
    isWhole: boolean,
  ): string | undefined {
    const kept = keptOf(handle)?.members[member.index];
    if (kept?.text === undefined || kept.version !== version || (isWhole && kept.isCut)) return undefined;
    return isSame(partsOf(member.type), value, kept.value) ? kept.text : undefined;
  }

  keepMember(
    handle: ExposedObjectHandle,
    member: ExposedMember,
    value: unknown,
    version: number,
    text: string | undefined,
    isCut = false,
  ): void {
    if (!handle.isRegistered || !mayBeKept(member)) return;
    handle.kept ??= new KeptObject();
    const parts = partsOf(member.type);
    (handle.kept as KeptObject).members[member.index] = { value: copy(parts, value), text, isCut, version };
  }

  /** A member was written, and is not read. */
  noteWritten(handle: ExposedObjectHandle, member: ExposedMember, value: unknown): void {
    this.keepMember(handle, member, value, -1, undefined);
  }

  /** The value that was read or written last, as far as one is known; `unknownValue` otherwise. */
  last(handle: ExposedObjectHandle, member: ExposedMember): unknown {
    const kept = keptOf(handle)?.members[member.index];
    return kept === undefined || partsOf(member.type) !== undefined ? unknownValue : kept.value;
  }

  /** The depth-1 text of a whole object; undefined where it has to be made. */
  object(handle: ExposedObjectHandle, version: number): string | undefined {
    const kept = keptOf(handle);
    return kept !== undefined && kept.version === version ? kept.text : undefined;
  }

  keepObject(handle: ExposedObjectHandle, version: number, text: string): void {
    if (!handle.isRegistered || !handle.class.members.every((member) => member.isOwned)) return;
    handle.kept ??= new KeptObject();
    const kept = handle.kept as KeptObject;
    kept.text = text;
    kept.version = version;
  }

  /**
   * The texts of `handles` are in the bytes of `piece`, which are dropped with the first of them that is not good any more; at
   * once where one of them may not be kept. They are good for one version of the registry, like the texts.
   */
  keepPiece(handles: readonly ExposedObjectHandle[], version: number, piece: CachedPiece): void {
    for (const handle of handles) {
      if (this.object(handle, version) === undefined) piece.bytes = undefined;
      else keptOf(handle)!.piece = piece;
    }
  }

  /** Changes of any of its members are told. */
  forgetAll(handle: ExposedObjectHandle): void {
    const kept = keptOf(handle);
    if (kept === undefined) return;
    if (kept.piece !== undefined) kept.piece.bytes = undefined;
    handle.kept = undefined;
  }

  /** A change of a member is told. */
  forget(handle: ExposedObjectHandle, member: ExposedMember): void {
    const kept = keptOf(handle);
    if (kept === undefined) return;
    kept.members[member.index] = undefined;
    kept.text = undefined;
    if (kept.piece !== undefined) kept.piece.bytes = undefined;
    kept.piece = undefined;
  }
}

/** What `last` gives where nothing is known. */
export const unknownValue = Symbol('unknown value');

function keptOf({ kept }: ExposedObjectHandle): KeptObject | undefined {
  return kept as KeptObject | undefined;
}

function mayBeKept(member: ExposedMember): boolean {
  return member.isOwned || isElementary(member.type);
}

/** True for values that do not change in themselves, vectors and colours aside, which are copied. */
export function isElementary(type: Type): boolean {
  const plain = type instanceof NullableType ? type.inner : type;
  return plain instanceof EnumType || plain instanceof AssetType || 'valueType' in plain;
}

type PartsMap = ReadonlyMap<string, ValueType> | undefined;

/** The components of a vector or colour type; undefined for any other. */
export function partsOf(type: Type): PartsMap {
  const plain = type instanceof NullableType ? type.inner : type;
  return (plain as { readonly valueType?: ValueType }).valueType?.parts;
}

function copy(parts: PartsMap, value: unknown): unknown {
  if (parts === undefined || typeof value !== 'object' || value === null) return value;
  const copied: Record<string, unknown> = {};
  for (const [key, part] of parts) copied[key] = copy(part.parts, (value as Record<string, unknown>)[key]);
  return copied;
}

/** The same to the last bit: what is equal as a value may still be written in another way, as 0 and -0 are. */
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
