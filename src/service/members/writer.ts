import { failed } from '../common/application-code.js';
import { ExposedError, recode } from '../common/exposed-error.js';
import { isJsonObject, type Json } from '../common/json.js';
import { maxListLength } from '../limits.js';
import { canonicalPath } from '../objects/canonical-path.js';
import {
  appendElement,
  markOwned,
  ownedList,
  removeElement,
  reorderElement,
} from '../objects/copy-on-write-list.js';
import type { ExposedObjectHandle } from '../objects/handle.js';
import { MemberRef } from '../objects/member-ref.js';
import { notCaptured, type PropertyRef } from '../objects/property-ref.js';
import { CompositeType } from '../types/composite.js';
import type { ExposedMember } from '../types/exposed-member.js';
import { mergeMember } from '../types/graph/composite-body.js';
import { compositeForm } from '../types/graph/composite-form.js';
import { plainType } from '../types/nullable.js';
import { assignImmediately } from '../types/plan.js';
import { unreadable } from '../types/type.js';
import type { Changes } from './changes.js';
import { type FileElement, type FileJson, readFileValue } from './file-values.js';
import {
  isChangedByMove,
  mayMoveElements,
  planMove,
  planRemoval,
  requireArray,
  requireWritable,
  withMoved,
} from './list-operations.js';
import type { ChangeOrigin } from './origin.js';
import type { Planned, Written } from './transactions/transaction.js';
import { WritePlan } from './transactions/write-plan.js';

export type { ChangeOrigin };

type WriteDetails = Omit<Written, 'ref' | 'origin'>;

/**
 * The single write path: converts, compares, sets, marks dirty and reports. PUT, batch, array operations, functions,
 * engine code, loads and resets differ only in their origin.
 */
export class Writer {
  readonly #changes: Changes;
  readonly #keyedCollectionChanged: () => void;

  constructor(changes: Changes, keyedCollectionChanged: () => void) {
    this.#changes = changes;
    this.#keyedCollectionChanged = keyedCollectionChanged;
  }

  /** Sets a property from JSON. @throws ExposedError; nothing is changed then */
  write(ref: PropertyRef, json: Json, origin: ChangeOrigin): void {
    requireWritable(ref);
    this.#convertAndCommit(ref, json, origin);
  }

  /** Sets a property from JSON as engine code, which may also set read-only properties. */
  writeAsEngine(ref: PropertyRef, json: Json): void {
    this.#convertAndCommit(ref, json, 'host');
  }

  /** Sets a property to a copy of a value of its type, as engine code; equal content changes nothing. */
  copyAsEngine(ref: PropertyRef, value: unknown): void {
    const snapshot = ref.type.capture(value);
    const current = ref.get();
    if (ref.type.same(current, snapshot)) {
      // The present object may have been changed in place.
      const isSameObject = typeof value === 'object' && value !== null && value === current;
      if (isSameObject && ref.type.kind !== 'leaf') this.noteChanged(ref, 'host');
      return;
    }
    const plan = new WritePlan();
    this.#commit(ref, ref.type.restore(snapshot, current, plan), plan, 'host');
  }

  #convertAndCommit(ref: PropertyRef, json: Json, origin: ChangeOrigin): void {
    const current = ref.type.needsCurrent ? beforeWrite(ref) : undefined;
    if (this.#changes.isPlain(ref.whole)) {
      // A plain value contains no other object, so no plan is needed.
      const value = ref.type.read(json, current, assignImmediately, ref.path);
      return this.#setPlain({ ref, origin, json }, value);
    }
    const plan = new WritePlan();
    this.#commit(ref, ref.type.read(json, current, plan, ref.path), plan, origin, { json });
  }

  /**
   * Writes several members of an object, all or none (END-6). Unknown members are ignored.
   * @throws ExposedError; nothing is changed then
   */
  writeMembers(handle: ExposedObjectHandle, json: Json, origin: ChangeOrigin): void {
    const planned: Planned[] = [];
    for (const { ref, member, json: value } of membersIn(handle, json)) {
      const plan = new WritePlan();
      mergeMember(handle.target, member, value, plan, member.name);
      planned.push({ ref, plan, json: value });
    }
    const whole = new WritePlan(planned.map(({ plan }) => plan));
    this.#changes.commit(whole, origin, handle, planned, this.#forgetKeysAndWiden);
  }

  /** Appends an element; without `json`, a new one of the element type's first concrete class (END-17). */
  append(ref: PropertyRef, json: Json | undefined, origin: ChangeOrigin): void {
    const { element, items } = requireArray(ref, 'append-failed');
    if (items.length >= maxListLength)
      throw new ExposedError('append-failed', `${ref.path} may have at most ${maxListLength} elements`);
    const plan = new WritePlan();
    const where = `${ref.path}/${items.length}`;
    const plain = plainType(element);
    let value: unknown;
    if (json !== undefined) value = recode('append-failed', () => element.read(json, undefined, plan, where));
    else value = plain instanceof CompositeType ? plain.freshElement(where) : element.defaultValue();
    const own = ownedList(items);
    if (own === undefined) return this.#commitAppended(ref, [...items, value], plan, origin);
    plan.assign(own, appendElement(ref, element), value);
    this.#carryOut(ref, plan, origin, { moved: (index) => index });
  }

  #commitAppended(ref: PropertyRef, items: unknown[], plan: WritePlan, origin: ChangeOrigin): void {
    this.#commit(ref, markOwned(ref, items), plan, origin, { moved: (index) => index });
  }

  /** Removes the element at `index`; -1 is the last. */
  remove(ref: PropertyRef, index: number, origin: ChangeOrigin): void {
    const { items, at, moved } = planRemoval(ref, index);
    const plan = new WritePlan();
    const own = ownedList(items);
    if (own === undefined) ref.assign(plan, markOwned(ref, items.toSpliced(at, 1)));
    else plan.assign(own, removeElement(ref, at), undefined);
    this.#carryOut(ref, plan, origin, { moved });
  }

  /** Moves the element at `from` to `to`. */
  reorder(ref: PropertyRef, from: number, to: number, origin: ChangeOrigin): void {
    const { element, items, moved } = planMove(ref, from, to);
    const plan = new WritePlan();
    const own = isChangedByMove(items, from, to, element) ? ownedList(items) : undefined;
    if (own === undefined) ref.assign(plan, markOwned(ref, withMoved(items, from, to)));
    else plan.assign(own, reorderElement(ref, from, to), undefined);
    this.#carryOut(ref, plan, origin, { moved });
  }

  /**
   * Resets a property to its captured default. `members` are the captured defaults of its owner. @throws
   * ExposedError
   */
  reset(ref: PropertyRef, members: readonly unknown[] | undefined, origin: ChangeOrigin): void {
    requireWritable(ref);
    const present = orFailed(() => ref.get());
    const snapshot = members === undefined ? notCaptured : ref.valueIn(members);
    if (snapshot === notCaptured) throw new ExposedError('set-failed', `${ref.path} has no captured default`);
    const plan = new WritePlan();
    this.#commit(ref, ref.type.restore(snapshot, present, plan), plan, origin, { isReset: true });
  }

  /** Sets a property from a file. Unreadable parts are reported to its problems and stay unchanged. */
  load(file: FileJson, origin: ChangeOrigin = 'load'): void {
    const { ref, json } = file;
    const plan = this.#changes.isPlain(ref.whole) ? undefined : new WritePlan();
    const value = readFileValue(file, plan ?? assignImmediately);
    if (value === unreadable) return;
    if (plan === undefined) return this.#setPlain({ ref, origin, json, isOfFile: true }, value);
    ref.assign(plan, value);
    this.#carryOut(ref, plan, origin, { json, isOfFile: true });
  }

  /** Sets elements of a list, whose present ones are `items`, to values read from a file. It sets the list only once. */
  loadElements(list: PropertyRef, items: readonly unknown[], read: readonly FileElement[]): void {
    const changed = Array.from(items);
    const listPlan = new WritePlan();
    const planned = read.map(({ ref, json, index, value, plan }): Planned => {
      const hasChanged = !ref.type.equal(items[index], value);
      changed[index] = value;
      return { ref, plan: hasChanged ? listPlan : plan, json, isOfFile: true };
    });
    if (planned.some(({ plan }) => plan === listPlan)) list.assign(listPlan, markOwned(list, changed));
    const parts = read.flatMap(({ plan }) => (plan.assignments.length > 0 ? plan : []));
    const plan = parts.length === 0 ? listPlan : new WritePlan([...parts, listPlan]);
    this.#changes.commit(plan, 'load', list.handle, planned, this.#forgetKeysAndWiden);
  }

  /** The origin of current writes by application code; undefined outside of function calls. */
  get ambientOrigin(): ChangeOrigin | undefined {
    return this.#changes.callers.current;
  }

  /** Notes a change that application code made itself. */
  noteChanged(ref: PropertyRef, origin: ChangeOrigin): void {
    this.#changes.note(this.#forgetKeysAndWiden(ref), origin);
  }

  #commit(
    ref: PropertyRef,
    value: unknown,
    plan: WritePlan,
    origin: ChangeOrigin,
    details: WriteDetails = {},
  ): void {
    if (this.#changes.isPlain(ref.whole)) return this.#setPlain({ ref, origin, ...details }, value);
    ref.assign(plan, value);
    this.#carryOut(ref, plan, origin, details);
  }

  #setPlain(written: Written, value: unknown): void {
    const { ref } = written;
    this.#changes.setPlain(ref.whole, ref.inWhole(value), written);
  }

  #carryOut(ref: PropertyRef, plan: WritePlan, origin: ChangeOrigin, details: WriteDetails): void {
    this.#changes.commit(plan, origin, ref.handle, [{ ref, plan, ...details }], this.#forgetKeysAndWiden);
  }

  /** Forgets the keys of a written collection. Returns the property to report: the whole member, by its canonical path. */
  readonly #forgetKeysAndWiden = (ref: PropertyRef): PropertyRef => {
    if (mayMoveElements(ref)) this.#keyedCollectionChanged();
    return canonicalPath(ref.whole);
  };
}

/** A member that a request body names, with its JSON. */
interface NamedMember {
  readonly ref: PropertyRef;
  readonly member: ExposedMember;
  readonly json: Json;
}

/** @throws ExposedError */
function membersIn(handle: ExposedObjectHandle, json: Json): NamedMember[] {
  if (!isJsonObject(json)) throw new ExposedError('invalid-request', '"value" must be an object of members');
  if (compositeForm(json).kind === 'wrong')
    throw new ExposedError(
      'invalid-request',
      '"value" has "@truncated" and members: a stub has "@type" alone',
    );
  return Object.keys(json).flatMap((name) => {
    const member = name.startsWith('@') ? undefined : handle.class.member(name);
    return member === undefined ? [] : [{ ref: new MemberRef(handle, member), member, json: json[name]! }];
  });
}

function beforeWrite(ref: PropertyRef): unknown {
  return orFailed(() => ref.beforeWrite());
}

/** Returns `failed` if a getter throws, which the write may repair. */
function orFailed(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    if (error instanceof ExposedError && error.code === 'get-failed') return failed;
    throw error;
  }
}
