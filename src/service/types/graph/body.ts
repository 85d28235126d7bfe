import { failed } from '../../application-code.js';
import { ExposedError } from '../../exposed-error.js';
import type { Json, JsonObject } from '../../json.js';
import { maxAnswerValues } from '../../limits.js';
import type { ExposedClass } from '../exposed-class.js';
import type { ExposedMember } from '../exposed-member.js';
import { atOnce, type Plan } from '../plan.js';
import type { Type } from '../type.js';
import { notConvertible } from '../values/value-type.js';
import { type CompositeForm, compositeForm } from './composite-form.js';
import { type CompositeKind, isArray, isComposite, isLeaf, isNullable, itemsOf } from './kinds.js';

/** An object of which a body names members. */
interface Found {
  readonly target: object;
  readonly class: ExposedClass;
  readonly json: JsonObject;
  readonly names: readonly string[];
  readonly where: string;
  readonly isReadOnly: boolean;
  /** It was made for this body, and nobody else has it. */
  readonly isFresh: boolean;
}

/** What is to be assigned to an object that lives. */
interface Assigned {
  readonly target: object;
  readonly members: ExposedMember[];
  readonly values: unknown[];
}

/**
 * Converts a body by the rules of wire.md section 2, and changes nothing: what it asks for goes into the plan, also for
 * instances that are made for it. What lies in a read-only member may be there as it is, and no otherwise (ERR-10).
 */
class BodyWalk {
  readonly #plan: Plan;
  readonly #found: Found[] = [];
  readonly #assigned: Assigned[] = [];
  /** Of those that the body makes or lists, counted as an answer counts them. */
  #values = 0;

  constructor(plan: Plan) {
    this.#plan = plan;
  }

  /**
   * @param current undefined where there is no such place yet: an element beyond the end
   * @param isFresh what it lies in was made for this body
   */
  value(
    type: Type,
    json: Json,
    current: unknown,
    where: string,
    isReadOnly: boolean,
    isFresh = false,
  ): unknown {
    const present = current === failed ? null : current;
    if (isLeaf(type)) {
      return type.read(json, present, this.#plan, where);
    }
    if (isNullable(type))
      return compositeForm(json).kind === 'null'
        ? null
        : this.value(type.inner, json, present, where, isReadOnly, isFresh);
    if (isArray(type)) {
      if (!Array.isArray(json)) throw notConvertible(where, type.name, json);
      this.#count(json.length, where);
      const before = itemsOf(present) ?? [];
      return json.map((item, i) => {
        const old = i < before.length ? (before[i] ?? null) : undefined;
        return this.value(type.element, item, old, `${where}/${i}`, isReadOnly, isFresh);
      });
    }
    if (!isComposite(type)) return present;
    const form = compositeForm(json);
    // Null that was read may be written back.
    if (form.kind === 'null' && (current === null || type.isReference)) return null;
    return this.#composite(type, json, form, present, where, isReadOnly, isFresh);
  }

  /** One member of a body. @throws ExposedError `read-only` */
  member(
    target: object,
    member: ExposedMember,
    json: Json,
    where: string,
    isReadOnly: boolean,
    isFresh = false,
  ): unknown {
    const read = member.read(target);
    const current = read === undefined ? null : read;
    const keeps = isReadOnly || member.isReadOnlyIn(target);
    // What the service keeps in a fresh object is as fresh.
    const value = this.value(member.type, json, current, where, keeps, isFresh && member.isOwned);
    if (keeps && (current === failed || !member.type.equal(current, value)))
      throw new ExposedError('read-only', where);
    return value;
  }

  /** Visits what was found, the last first, and hands to the plan what objects hold before they are assigned themselves. */
  finish(): void {
    for (let next = this.#found.pop(); next !== undefined; next = this.#found.pop()) this.#visit(next);
    for (const { target, members, values } of this.#assigned.reverse())
      for (let i = 0; i < members.length; i++) this.#plan.assign(target, members[i]!, values[i]);
  }

  #composite(
    type: CompositeKind,
    json: Json,
    form: CompositeForm,
    current: unknown,
    where: string,
    isReadOnly: boolean,
    isFresh: boolean,
  ): unknown {
    const reference = `{"@ref"} of a ${type.name} or null`;
    if (form.kind === 'null' || form.kind === 'wrong')
      throw notConvertible(where, type.isReference ? reference : type.name, json);
    if (form.kind === 'reference') return type.readReference(form.to, where);
    if (form.kind === 'stub') {
      // It leaves the child as it is (DEP-11), also when there is none.
      if (current !== undefined) return current;
      throw notConvertible(where, `a ${type.name}: a stub stands for an element that is there`, json);
    }
    const members = form.json;
    const present = form.isNew ? undefined : type.living(current);
    const presentClass = present && type.classOfInline(present);
    if (present !== undefined && presentClass === undefined) throw notConvertible(where, reference, json);
    const wanted = type.wantedClass(members, where);
    if (present !== undefined && (wanted === undefined || wanted === presentClass)) {
      this.#merge(present, presentClass!, members, where, isReadOnly, isFresh);
      return present;
    }
    if (type.isReference) throw notConvertible(where, reference, json);
    if (isReadOnly) throw new ExposedError('read-only', where);
    const cls = wanted ?? type.concrete(where, 'set-failed');
    this.#count(cls.members.length, where);
    const fresh = type.fresh(cls);
    this.#merge(fresh, cls, members, where, false, true);
    return fresh;
  }

  /** What nobody could read back is not begun: a short text may ask for very many objects (DEP-13). */
  #count(values: number, where: string): void {
    this.#values += values;
    if (this.#values > maxAnswerValues)
      throw new ExposedError(
        'answer-too-large',
        `${where} would expand to more than ${maxAnswerValues} values`,
      );
  }

  #merge(
    target: object,
    cls: ExposedClass,
    json: JsonObject,
    where: string,
    isReadOnly: boolean,
    isFresh: boolean,
  ): void {
    const names = Object.keys(json);
    // Thousands of empty objects are a short text.
    if (names.length > 0) this.#found.push({ target, class: cls, json, names, where, isReadOnly, isFresh });
  }

  #visit(found: Found): void {
    let assigned: Assigned | undefined;
    for (const name of found.names) {
      const member = memberOf(found, name);
      if (member === undefined) continue;
      const { target, json, where, isReadOnly, isFresh } = found;
      const value = this.member(target, member, json[name]!, `${where}/${member.name}`, isReadOnly, isFresh);
      assigned = this.#assign(found, member, value, assigned);
    }
  }

  /** Sets a member of a found object, or notes that it is to be set in `assigned`, which is made with the first of them. */
  #assign(
    { target, isReadOnly, isFresh }: Found,
    member: ExposedMember,
    value: unknown,
    assigned: Assigned | undefined,
  ): Assigned | undefined {
    if (isReadOnly || member.isReadOnlyIn(target)) return assigned;
    // Nobody has to be able to take back what nobody has seen.
    if (isFresh && member.isOwned && !member.type.refers) {
      atOnce.assign(target, member, value);
      return assigned;
    }
    const all = assigned ?? { target, members: [], values: [] };
    if (assigned === undefined) this.#assigned.push(all);
    all.members.push(member);
    all.values.push(value);
    return all;
  }
}

/** The member that a body names; undefined for what is none. */
function memberOf({ class: cls }: Found, name: string): ExposedMember | undefined {
  return name.startsWith('@') ? undefined : cls.member(name);
}

/** @throws ExposedError; what must be set on objects that live already is queued in `plan` */
export function readBody(type: Type, json: Json, current: unknown, plan: Plan, where: string): unknown {
  const walk = new BodyWalk(plan);
  const value = walk.value(type, json, current, where, false);
  walk.finish();
  return value;
}

/**
 * Queues the write of one member of a body. A read-only member is left out when the body says what it is already, as
 * one that was read before does, and refused otherwise (ERR-10).
 */
export function mergeMember(
  target: object,
  member: ExposedMember,
  json: Json,
  plan: Plan,
  where: string,
): void {
  const walk = new BodyWalk(plan);
  const value = walk.member(target, member, json, where, false);
  walk.finish();
  if (!member.isReadOnlyIn(target)) plan.assign(target, member, value);
}
