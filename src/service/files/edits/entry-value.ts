import type { Json, JsonObject } from '../../common/json.js';
import type { PathSegments } from '../../objects/property-ref.js';
import type { Mark } from '../../state/marks.js';
import type { ExposedMember } from '../../types/exposed-member.js';
import type { Type } from '../../types/type.js';
import type { Entry } from '../entries/entry.js';

/** A pending value of an entry, which edits leave unchanged. */
export interface PendingValue {
  readonly path: PathSegments;
  /** The same path as it is in the object now. */
  readonly objectPath: PathSegments;
  /** True for an array element that the object's array lacks. */
  readonly isLeftOut: boolean;
}

/** The JSON of a value in an earlier entry of its object. Later entries are applied over it. */
export interface EarlierJson {
  readonly entry: Entry;
  readonly json: Json;
  /** Its path in the entry. */
  readonly entryPath: PathSegments;
  readonly container: JsonContainer | undefined;
  /** The path from the value to the JSON, for the entry of something inside the value. */
  readonly inside: PathSegments;
}

/** A value that an entry describes, with its state when the file was last in sync. */
export interface EntryValue {
  readonly type: Type;
  /** The JSON in the entry; undefined if there is none. */
  readonly held: Json | undefined;
  /** The path in the entry. */
  readonly entryPath: PathSegments;
  /** The saved value. */
  readonly before: unknown;
  readonly now: unknown;
  /** The captured default; `notCaptured` if there is none. */
  readonly default: unknown;
  /** Marks at or inside the value, with relative paths. */
  readonly marks: readonly Mark[];
  /** Pending values at or inside the value, with relative paths. */
  readonly pending: readonly PendingValue[];
  /** The JSON of earlier entries for the value. If there is any, the entry is applied over it, not over the default. */
  readonly earlier: readonly EarlierJson[];
  /** Paths that other entries describe. */
  readonly describedElsewhere: readonly PathSegments[];
  /** True if a user has written any part of the value. */
  readonly isEdited: boolean;
  /** The object in the entry that contains it; undefined for an element of an array. */
  readonly container?: JsonContainer | undefined;
  /** True for the entry of a new element of an array. */
  readonly isNewElement?: boolean;
  /** The inline objects that contain it. */
  readonly within?: Enclosing | undefined;
}

/** An inline object and the ones that contain it. */
export interface Enclosing {
  readonly target: object;
  readonly outer: Enclosing | undefined;
}

/** An object in an entry, of which members may be removed. */
export interface JsonContainer {
  readonly held: JsonObject;
  readonly entryPath: PathSegments;
  readonly outer: JsonContainer | undefined;
}

/**
 * Returns the member names that an object of a file uses. If it has a current and a former name, the last one counts.
 */
export function namesInFile(
  held: JsonObject,
  memberOf: (name: string) => ExposedMember | undefined,
): Map<ExposedMember, string> {
  const names = new Map<ExposedMember, string>();
  for (const name of Object.keys(held)) {
    const member = name.startsWith('@') ? undefined : memberOf(name);
    if (member !== undefined) names.set(member, name);
  }
  return names;
}

/** Selects the items at or inside a path segment, with paths relative to it. */
export function selectInside<T extends { readonly path: PathSegments }>(
  paths: readonly T[],
  segment: string | number,
): T[] {
  return paths.flatMap((each) => (each.path[0] === segment ? [{ ...each, path: each.path.slice(1) }] : []));
}

/** Like `selectInside`, for pending values. */
export function selectPendingInside(
  pending: readonly PendingValue[],
  segment: string | number,
): PendingValue[] {
  return selectInside(pending, segment).map(
    (each): PendingValue => ({ ...each, objectPath: each.objectPath.slice(1) }),
  );
}

/** Like `selectInside`, for paths. */
export function selectPathsInside(paths: readonly PathSegments[], segment: string | number): PathSegments[] {
  return paths.flatMap((path) => (path[0] === segment ? [path.slice(1)] : []));
}

/** Like `selectInside`, for all segments in one pass, since there may be many paths. */
export function groupBySegment<T extends { readonly path: PathSegments }>(
  paths: readonly T[],
): (step: string | number) => readonly T[] {
  const groups = new Map<string | number, T[]>();
  for (const each of paths) {
    const [segment, ...rest] = each.path;
    if (segment === undefined) continue;
    const inside = { ...each, path: rest };
    const group = groups.get(segment);
    if (group === undefined) groups.set(segment, [inside]);
    else group.push(inside);
  }
  return (segment) => groups.get(segment) ?? none;
}

const none: readonly never[] = [];

/** True if the object of a value also contains the value. */
export function isOwnAncestor({ now, within }: EntryValue): boolean {
  for (let each = within; each !== undefined; each = each.outer) if (each.target === now) return true;
  return false;
}

/** Yields the inline objects that contain a value, innermost first. */
export function* enclosingTargets(within: Enclosing | undefined): Generator<object> {
  for (let each = within; each !== undefined; each = each.outer) yield each.target;
}

/** True if a user has decided the value. */
export function isDecided({ marks }: EntryValue): boolean {
  return marks.some(({ path, kind }) => path.length === 0 && kind === 'decided');
}

/** Returns the pending values of an entry, which edits leave unchanged. */
export function pendingValuesOf({ pending }: Entry): PendingValue[] {
  // Paths of an inner entry begin at its value, those of references at the object.
  return pending.all.map(({ entryPath, objectPath, isLeftOut }) => ({
    path: entryPath,
    objectPath: objectPath.slice(objectPath.length - entryPath.length),
    isLeftOut,
  }));
}
