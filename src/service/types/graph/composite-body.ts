import { failed } from '../../common/application-code.js';
import { ExposedError } from '../../common/exposed-error.js';
import type { Json, JsonObject } from '../../common/json.js';
import { maxResponseValues } from '../../limits.js';
import type { ExposedClass } from '../exposed-class.js';
import type { ExposedMember } from '../exposed-member.js';
import { assignImmediately, type Plan } from '../plan.js';
import type { Type } from '../type.js';
import { notConvertible } from '../values/value-type.js';
import { type CompositeForm, compositeForm } from './composite-form.js';
import { type CompositeKind, isArray, isComposite, isLeaf, isNullable, itemsOf } from './kinds.js';

/**
 * Converts a request body (wire.md section 2) without changing anything: the plan receives all assignments, including
 * those for new instances. Values in a read-only member must equal the present ones (ERR-10).
 */
export class BodyWalk {
  readonly #plan: Plan;
  /** Number of values created or listed so far, counted as in a response. */
  #values = 0;

  constructor(plan: Plan) {
    this.#plan = plan;
  }

  /**
   * Converts a value.
   * @param current undefined if there is no such value yet, such as an element beyond the end
   * @param isFresh true if the enclosing object was created for this body
   * @throws ExposedError
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
    // A null that was read may be written back.
    if (form.kind === 'null' && (current === null || type.isReference)) return null;
    return this.#composite(type, json, form, present, where, isReadOnly, isFresh);
  }

  /** Converts one member. @throws ExposedError `read-only` */
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
    // Values that the service stores in a new object are new as well.
    const value = this.value(member.type, json, current, where, keeps, isFresh && member.isOwned);
    if (keeps && (current === failed || !member.type.equal(current, value)))
      throw new ExposedError('read-only', where);
    return value;
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
      // A stub leaves the child unchanged (DEP-11), also if there is none.
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

  /** Limits the values, since a short body may create more objects than a response may contain (DEP-13). */
  #count(values: number, where: string): void {
    this.#values += values;
    if (this.#values > maxResponseValues)
      throw new ExposedError(
        'answer-too-large',
        `${where} would expand to more than ${maxResponseValues} values`,
      );
  }

  /** Plans the members that a body names, after the contents of their values. */
  #merge(
    target: object,
    cls: ExposedClass,
    json: JsonObject,
    where: string,
    isReadOnly: boolean,
    isFresh: boolean,
  ): void {
    const assigned: [ExposedMember, unknown][] = [];
    for (const [name, inner] of Object.entries(json)) {
      const member = name.startsWith('@') ? undefined : cls.member(name);
      if (member === undefined) continue;
      const value = this.member(target, member, inner!, `${where}/${member.name}`, isReadOnly, isFresh);
      if (isReadOnly || member.isReadOnlyIn(target)) continue;
      // Assignments to a new object need no undo.
      if (isFresh && member.isOwned && !member.type.refers) assignImmediately.assign(target, member, value);
      else assigned.push([member, value]);
    }
    for (const [member, value] of assigned) this.#plan.assign(target, member, value);
  }
}

/**
 * Plans the write of one member. A read-only member is skipped if the body has its present value,
 * and rejected otherwise (ERR-10).
 */
export function mergeMember(
  target: object,
  member: ExposedMember,
  json: Json,
  plan: Plan,
  where: string,
): void {
  const value = new BodyWalk(plan).member(target, member, json, where, false);
  if (!member.isReadOnlyIn(target)) plan.assign(target, member, value);
}
