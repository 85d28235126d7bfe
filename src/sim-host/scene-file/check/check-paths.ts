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

/** The object or value that a path starts at. */
export interface PathStart {
  readonly class: ExposedClass;
  /** The object at the start of the run; without it, any object of the class or a derived one. */
  readonly target?: object | undefined;
  /** Members that actions write, whose later values are unknown. */
  readonly changing?: ReadonlySet<string>;
  /** The path is followed at the start, when null values lead nowhere. */
  readonly isAtStart?: boolean;
}

/** The end of a path: its type and member, undefined if only known at run time. */
export interface PathEnd {
  readonly type: Type | undefined;
  readonly member?: ExposedMember | undefined;
  /** True if all members along the path are saved to files. */
  readonly isSaved?: boolean;
  /** The path in current names and one spelling. */
  readonly place?: string;
  readonly problem?: undefined;
}

/** The reason why a path leads nowhere. */
export interface PathProblem {
  readonly problem: string;
  readonly expected?: string;
  readonly hint?: string | undefined;
}

const unknown: PathEnd = { type: undefined };

/** The position after a segment, and its value if that is known. */
interface Here {
  readonly type?: Type | undefined;
  readonly member?: ExposedMember;
  /** Set instead of a type at the start of the path. */
  readonly class?: ExposedClass;
  readonly value: unknown;
  readonly isKnown: boolean;
}

/** Follows a property path like the service, as far as it is known before the run. */
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
  if (joinedSegment(pending, (head) => parts.has(head))) return step(model, start, here, pending);
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
  // The members of any engine object are only known at run time.
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
  if (joinedSegment(pending, (head) => find(head) !== undefined))
    return memberStep(model, start, here, pending);
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

/** Follows a segment into an array: an index, a key of an element, or the class of a component. */
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
    if (joinedSegment(pending, isIndex)) return element(model, new ArrayType(type), here, pending);
    return { problem: `the elements of "${name}" have no keys, but "${text}" is one`, expected: 'an index' };
  }
  if (items === undefined) return { type: undefined, value: undefined, isKnown: false };
  const keyed = (key: string) =>
    items.find((item) => keyOf(model, item) === key || isOfClass(model, item, key));
  const found = keyed(text);
  if (found !== undefined) return at(found);
  if (
    joinedSegment(pending, (head) =>
      isIndex(head) ? Number(head) < items.length : keyed(head) !== undefined,
    )
  )
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

/** Joins the next segment to a name that is unknown alone. */
function joinedSegment(pending: PathSegment[], isKnown: (head: string) => boolean): boolean {
  const segment = pending.shift()!;
  if (unfold(segment, pending, (heads) => heads.find(isKnown))) return true;
  pending.unshift(segment);
  return false;
}
