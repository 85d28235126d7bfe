import { type ExposedClass, ExposedError } from '../../../service/index.js';
import { isIndex, keyText } from '../../../service/objects/element-keys.js';
import { type PathSegment, parsePath, unfold } from '../../../service/objects/path.js';
import { ArrayType } from '../../../service/types/array.js';
import { CompositeType } from '../../../service/types/composite.js';
import type { ExposedMember } from '../../../service/types/exposed-member.js';
import { plainType } from '../../../service/types/nullable.js';
import type { Type } from '../../../service/types/type.js';
import type { ValueType } from '../../../service/types/values/value-type.js';
import { nearest } from '../diagnostics.js';
import type { SceneModel } from './scene-model.js';

/** Where a path begins. */
export interface PathStart {
  readonly class: ExposedClass;
  /** The object as it is at the start; left out, any of its class or one that derives from it. */
  readonly target?: object | undefined;
  /** Members that the scene itself writes later: what is in them then cannot be known. */
  readonly changing?: ReadonlySet<string>;
  /** The path is followed at the start, when everything is as the file has it: what is null then leads nowhere. */
  readonly isAtStart?: boolean;
}

/** What stands at the end of a path: its type and member, undefined where they can only be known at run time. */
export interface PathEnd {
  readonly type: Type | undefined;
  readonly member?: ExposedMember | undefined;
  /** What stands there goes to files: none of the members on the way is left out of them. */
  readonly isSaved?: boolean;
  /** The path in current names, the same for all ways to write it. */
  readonly place?: string;
  readonly problem?: undefined;
}

/** Why a path leads nowhere. */
export interface PathProblem {
  readonly problem: string;
  readonly expected?: string;
  readonly hint?: string | undefined;
}

const unknown: PathEnd = { type: undefined };

/** A step that was taken: what is there, and its value where that is known. */
interface Here {
  readonly type?: Type | undefined;
  readonly member?: ExposedMember;
  /** Set at the start of the path instead of a type. */
  readonly class?: ExposedClass;
  readonly value: unknown;
  readonly isKnown: boolean;
}

/** Follows a property path as the service would, as far as it can be known before anything runs. */
export function followPath(model: SceneModel, start: PathStart, path: string): PathEnd | PathProblem {
  let pending: PathSegment[];
  try {
    pending = parsePath(path);
  } catch (error) {
    if (!(error instanceof ExposedError)) throw error;
    return { problem: error.message };
  }
  let here: Here = { class: start.class, value: start.target, isKnown: start.target !== undefined };
  let isSaved = true;
  const place: string[] = [];
  try {
    while (pending.length > 0) {
      const { text } = pending[0]!;
      const next = step(model, start, here, pending);
      if ('problem' in next) return next;
      if (next.type === undefined) return unknown;
      here = next;
      place.push(here.member?.name ?? text);
      isSaved &&= here.member?.isPersistable ?? true;
    }
  } catch (error) {
    if (!(error instanceof ExposedError)) throw error;
    return { problem: error.message };
  }
  return { type: here.type, member: here.member, isSaved, place: place.join('/') };
}

function step(model: SceneModel, start: PathStart, here: Here, pending: PathSegment[]): Here | PathProblem {
  const type = here.type && plainType(here.type);
  if (type instanceof ArrayType) return element(model, type, here, pending);
  if (type === undefined || type instanceof CompositeType) return memberStep(model, start, here, pending);
  const parts = (type as { valueType?: ValueType }).valueType?.parts;
  const { text } = pending[0]!;
  if (parts === undefined) {
    return { problem: `a ${type.name} has no "${text}" inside`, expected: 'a path that ends here' };
  }
  const part = parts.get(text);
  if (part !== undefined) {
    pending.shift();
    return { type: model.table.type(part.name), value: undefined, isKnown: false };
  }
  if (unfolded(pending, (head) => parts.has(head))) return step(model, start, here, pending);
  return {
    problem: `${type.name} has no part "${text}"`,
    expected: [...parts.keys()].join(', '),
    hint: nearest(text, parts.keys()),
  };
}

function memberStep(
  model: SceneModel,
  start: PathStart,
  here: Here,
  pending: PathSegment[],
): Here | PathProblem {
  const { text } = pending[0]!;
  const declared = here.class ?? (plainType(here.type!) as CompositeType).class;
  if (here.isKnown && here.value == null && here.class === undefined) {
    if (start.isAtStart) return { problem: `"${here.member?.name ?? text}" holds nothing at the start` };
  }
  const isAlive = here.isKnown && here.value != null;
  const exact = isAlive ? model.classOf(here.value as object) : undefined;
  const cls = exact ?? declared;
  // Any engine object: what it has is seen when it runs.
  if (cls === undefined) return { type: undefined, value: undefined, isKnown: false };
  const find = (name: string) => cls.member(name) ?? (exact ? undefined : memberOfSubtype(model, cls, name));
  const member = find(text);
  if (member !== undefined) {
    pending.shift();
    const changes = start.changing?.has(member.name) === true && !start.isAtStart;
    const isKnown = isAlive && !changes;
    return {
      type: member.type,
      member,
      value: isKnown ? member.get(here.value as object) : undefined,
      isKnown,
    };
  }
  if (unfolded(pending, (head) => find(head) !== undefined)) return memberStep(model, start, here, pending);
  const known = cls.members.map(({ name }) => name);
  return {
    problem: `${cls.name} has no member "${text}"`,
    ...(known.length > 0 && { expected: known.join(', ') }),
    hint: nearest(text, known),
  };
}

function memberOfSubtype(model: SceneModel, cls: ExposedClass, name: string): ExposedMember | undefined {
  for (const subtype of model.table.concreteSubtypes(cls)) {
    const member = subtype.member(name);
    if (member !== undefined) return member;
  }
  return undefined;
}

/** A step into an array: an index, a key of its elements, or the class of a component. */
function element(
  model: SceneModel,
  { element: type }: ArrayType,
  here: Here,
  pending: PathSegment[],
): Here | PathProblem {
  const { text, isQuoted } = pending[0]!;
  const items = here.isKnown ? ((here.value ?? []) as readonly unknown[]) : undefined;
  const name = here.member?.name ?? 'the array';
  const at = (item: unknown): Here => {
    pending.shift();
    return { type, value: item, isKnown: items !== undefined };
  };
  if (!isQuoted && isIndex(text)) {
    if (items === undefined || Number(text) < items.length) return at(items?.[Number(text)]);
    const count = items.length === 1 ? '1 element' : `${items.length} elements`;
    return { problem: `"${name}" has ${count} and none at ${text}`, expected: 'an index from 0' };
  }
  const composite = plainType(type);
  const cls = composite instanceof CompositeType ? composite.class : undefined;
  const isReference = composite instanceof CompositeType && composite.isReference;
  if (cls?.keyMember === undefined && !isReference && !hasKeyedSubtype(model, cls)) {
    if (unfolded(pending, isIndex)) return element(model, new ArrayType(type), here, pending);
    return { problem: `the elements of "${name}" have no keys, but "${text}" is one`, expected: 'an index' };
  }
  if (items === undefined) return { type: undefined, value: undefined, isKnown: false };
  const keyed = (key: string) =>
    items.find((item) => keyOf(model, item) === key || isOfClass(model, item, key));
  const found = keyed(text);
  if (found !== undefined) return at(found);
  if (unfolded(pending, (head) => (isIndex(head) ? Number(head) < items.length : keyed(head) !== undefined)))
    return element(model, new ArrayType(type), here, pending);
  const keys = items.flatMap((item) => keyOf(model, item) ?? classNameOf(model, item) ?? []);
  return {
    problem: `"${name}" has no element "${text}"`,
    ...(keys.length > 0 && { expected: keys.join(', ') }),
    hint: nearest(text, keys),
  };
}

function hasKeyedSubtype(model: SceneModel, cls: ExposedClass | undefined): boolean {
  return cls !== undefined && model.table.concreteSubtypes(cls).some((each) => each.keyMember !== undefined);
}

function keyOf(model: SceneModel, item: unknown): string | undefined {
  if (typeof item !== 'object' || item === null) return undefined;
  const member = model.classOf(item)?.keyMember;
  return member && keyText(member, member.get(item));
}

function classNameOf(model: SceneModel, item: unknown): string | undefined {
  return typeof item === 'object' && item !== null ? model.classOf(item)?.name : undefined;
}

function isOfClass(model: SceneModel, item: unknown, name: string): boolean {
  const cls = model.class(name);
  return cls !== undefined && classNameOf(model, item) === cls.name;
}

/** Takes the next segment for a path of its own where it means nothing as one name. */
function unfolded(pending: PathSegment[], isKnown: (head: string) => boolean): boolean {
  const segment = pending.shift()!;
  if (unfold(segment, pending, (heads) => heads.find(isKnown))) return true;
  pending.unshift(segment);
  return false;
}
