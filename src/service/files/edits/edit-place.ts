import { isJsonObject, type Json, type JsonObject } from '../../json.js';
import type { Steps } from '../../objects/property-ref.js';
import type { Mark } from '../../state/marks.js';
import type { ExposedClass } from '../../types/exposed-class.js';
import type { ExposedMember } from '../../types/exposed-member.js';
import type { Type } from '../../types/type.js';

/** What of an entry is kept out of edits: it waits, and stands in the file as it is. */
export interface Kept {
  readonly path: Steps;
  /** The same place as it is in the object now. */
  readonly place: Steps;
  /** The element of an array that it stands for is not there. */
  readonly isLeftOut: boolean;
}

/** What waits for a place in a value, and so is not in it. */
export interface Awaited {
  readonly path: Steps;
  readonly json: Json;
}

/** What an earlier entry holds at a place, or in that where it is about something inside. */
export interface Under {
  /** From the place on. */
  readonly path: Steps;
  readonly json: Json;
}

/** A value of an entry, and what it was when the file was in step. */
export interface Place {
  readonly type: Type;
  /** What the entry holds; undefined for nothing. */
  readonly held: Json | undefined;
  /** Where that is in the entry. */
  readonly file: Steps;
  readonly before: unknown;
  readonly now: unknown;
  /** The captured default; `noBaseline` when there is none. */
  readonly default: unknown;
  /** From here on. */
  readonly marks: readonly Mark[];
  readonly kept: readonly Kept[];
  /** What earlier entries of the object hold there: this one is applied over that, and not over the default. */
  readonly under: readonly Under[];
  /** What waits there in those. */
  readonly awaitedUnder: readonly Awaited[];
  /** A list that tells of the captured default, whatever earlier entries hold. */
  readonly isOfDefault?: boolean;
  /** Places of which other entries say what they are. */
  readonly elsewhere: readonly Steps[];
  /** A user has written something of it. */
  readonly isEdited: boolean;
  /** The object in the entry that holds it; undefined for an element of an array. */
  readonly holder?: Holder | undefined;
  /** It is the entry of a new element of an array. */
  readonly isNewElement?: boolean;
  /** The inline objects that it is in. */
  readonly within?: Within | undefined;
}

/** An inline object, and what it is in. */
export interface Within {
  readonly target: object;
  readonly above: Within | undefined;
}

/** An object in an entry, of which members may be taken out. */
export interface Holder {
  readonly held: JsonObject;
  readonly file: Steps;
  readonly above: Holder | undefined;
}

/** Where elements of an array of an entry went: places in it by the index that they had. */
export interface MovedEntries {
  readonly array: Steps;
  readonly moved: ReadonlyMap<number, number>;
}

/** The names that an object of a file has for members: of current and former ones the last. */
export function heldNames(
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

/** What an object of a file holds of a member of a class, if anything. */
export function heldOf(held: Json, member: ExposedMember, cls: ExposedClass): Json[] {
  if (!isJsonObject(held)) return [];
  const name = heldNames(held, (each) => cls.member(each)).get(member);
  return name === undefined ? [] : [held[name]!];
}

/** What earlier entries hold of a member of an inline object. */
export function underMember(under: readonly Under[], member: ExposedMember, cls: ExposedClass): Under[] {
  return under.flatMap(({ path: [name, ...rest], json }) => {
    if (name === undefined) return heldOf(json, member, cls).map((held) => ({ path: [], json: held }));
    return name === member.name ? [{ path: rest, json }] : [];
  });
}

/** What of paths is at a step or below it, from there on. */
export function below<T extends { readonly path: Steps }>(paths: readonly T[], step: string | number): T[] {
  return paths.flatMap((each) => (each.path[0] === step ? [{ ...each, path: each.path.slice(1) }] : []));
}

/** The same of what is kept. */
export function keptBelow(kept: readonly Kept[], step: string | number): Kept[] {
  return below(kept, step).map((each) => ({ ...each, place: each.place.slice(1) }));
}

/** The same of paths alone. */
export function pathsBelow(paths: readonly Steps[], step: string | number): Steps[] {
  return paths.flatMap((path) => (path[0] === step ? [path.slice(1)] : []));
}

/** The same for every step at once, of which there may be very many. */
export function belowEach<T extends { readonly path: Steps }>(
  paths: readonly T[],
): (step: string | number) => readonly T[] {
  const groups = new Map<string | number, T[]>();
  for (const each of paths) {
    const [step, ...rest] = each.path;
    if (step === undefined) continue;
    const below = { ...each, path: rest };
    const group = groups.get(step);
    if (group === undefined) groups.set(step, [below]);
    else group.push(below);
  }
  return (step) => groups.get(step) ?? none;
}

const none: readonly never[] = [];

/** The object of a place is one of those that it is in. */
export function isInItself({ now, within }: Place): boolean {
  for (let each = within; each !== undefined; each = each.above) if (each.target === now) return true;
  return false;
}

/** The inline objects that a place is in, the nearest first. */
export function* targets(within: Within | undefined): Generator<object> {
  for (let each = within; each !== undefined; each = each.above) yield each.target;
}

/** A user has decided what the place is. */
export function isDecided({ marks }: Place): boolean {
  return marks.some(({ path, kind }) => path.length === 0 && kind === 'decided');
}
