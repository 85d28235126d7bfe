import { ExposedObjectHandle } from '../objects/handle.js';
import { ComputedRef, MemberRef, type PropertyRef } from '../objects/property-ref.js';
import type { ExposedObjectRegistry } from '../objects/registry.js';
import type { PathResolver } from '../objects/resolve.js';
import type { ClassTable } from '../types/class-table.js';
import type { ExposedMember } from '../types/exposed-class.js';
import type { Assignable } from '../types/plan.js';
import { InlineOwners } from './inline-owners.js';
import { InlineSets } from './inline-sets.js';
import { type KeptTexts, unknownValue } from './kept-texts.js';
import { memento } from './memento.js';
import { Callers, type ChangeOrigin, isEdit } from './origin.js';
import { make, type Prepared } from './prepared.js';
import { shownElsewhere } from './shown-elsewhere.js';
import { StaticKin } from './static-kin.js';
import type { Planned, Written } from './unit-of-work.js';
import { Units } from './units.js';
import { type Look, type Looked, type Scope, UnseenMembers } from './unseen.js';
import type { Carrier, WritePlan } from './write-plan.js';

/**
 * Objects of an application that are noted for one request, at most, so that a setter which throws can be undone wholly: a
 * batch notes them anew for each setter that it calls. Past it a setter is undone in its own object.
 */
const maxNoted = 1_000_000;

/** Told of every change of an exposed member. */
export interface ChangeSink {
  /** False while nobody is subscribed: old values are then not read, and every write counts as a change (EVT-2). */
  readonly active: boolean;
  /** `isWritten`: by the write path, which tells of it by `written` too. */
  changed(ref: PropertyRef, origin: ChangeOrigin, isWritten: boolean): void;
  /** The same, of what a load has set, where it is known already what files say of it and what a user has edited. */
  loaded(changed: readonly PropertyRef[]): void;
  /** Told of everything that went through the write path, whether it has changed a value or not. */
  written(write: Written): void;
  /** What is known to be the value of a member without reading it; `failed` when nothing is. */
  captured(handle: ExposedObjectHandle, member: ExposedMember): unknown;
}

type Told = Map<ExposedObjectHandle, Set<ExposedMember>>;

/**
 * All that changes, whoever changes it: writes, what application code sets in its accessors, and what it changes unseen
 * while a request runs it. Changes of a unit of work are told when it has succeeded, and are none when it has failed
 * (ERR-8).
 */
export class Changes {
  readonly callers = new Callers();
  readonly #units = new Units();
  readonly #sink: ChangeSink;
  /** What a plan needs of the unit of work that it is carried out in. */
  readonly #carrier: Carrier;
  readonly #objects: ExposedObjectRegistry;
  readonly #resolver: PathResolver;
  readonly #kept: KeptTexts;
  readonly #unseen: UnseenMembers;
  readonly #owners: InlineOwners;
  readonly #kin: StaticKin;
  /** Members that were noted, while what getters give is compared. */
  #noted: Set<string> | undefined;
  #isTogether = false;
  /** What is told of while asynchronous functions run, for each. */
  readonly #told = new Set<Told>();
  /** Objects that may still be noted for the request that is under way. */
  #notable = maxNoted;
  /** All unseen members as they were, while something is under way that may change any of them. */
  #look: Look | undefined;
  /** Accessors of inline objects that were set, until their owners are looked for. */
  #inline = new InlineSets();

  constructor(
    sink: ChangeSink,
    objects: ExposedObjectRegistry,
    classes: ClassTable,
    resolver: PathResolver,
    kept: KeptTexts,
  ) {
    this.#sink = sink;
    this.#carrier = {
      get compares() {
        return sink.active;
      },
      known: (target, to) => this.#known(target, to),
      units: this.#units,
    };
    this.#objects = objects;
    this.#resolver = resolver;
    this.#kept = kept;
    this.#unseen = new UnseenMembers();
    this.#owners = new InlineOwners(objects, classes);
    this.#kin = new StaticKin(objects, classes);
    classes.onChanged(() => {
      this.#kin.forget();
      this.#unseen.forget();
      this.#owners.forget();
    });
  }

  /** Something was done that `undo` takes back, should the unit of work that is under way fail. */
  undoBy(undo: () => void): void {
    this.#units.current?.undo.push(undo);
  }

  /**
   * Carries a plan out as one unit of work, and tells which of `planned` have changed something once it has succeeded. Where
   * the application's code runs in it, what that changed besides is told too.
   * @param changed what changes as a whole with a place
   * @throws what a setter throws, once everything is as before
   */
  carryOut(
    plan: WritePlan,
    origin: ChangeOrigin,
    handle: ExposedObjectHandle,
    planned: readonly Planned[],
    changed: (ref: PropertyRef) => PropertyRef,
  ): void {
    // What code has put somewhere before is told first: what is written may lie in it.
    if (this.#units.current === undefined) this.tellInline();
    const by = this.#onBehalfOf(origin);
    const act = () => this.#carryOut(plan, by, planned, changed);
    if (!this.#isTogether && this.#units.current === undefined) this.#notable = maxNoted;
    const edits = isEdit(by);
    if (plan.runsCode && edits) {
      if (this.#sink.active) this.observing(by, act);
      else this.#comparing(this.#objects, 'stored', by, act);
    } else if (this.#sink.active) {
      const scope = plan.runsCode ? 'unseen' : 'computed';
      this.#comparing(this.#writtenBy(plan, handle), scope, by, act);
    } else act();
    if (edits && this.#units.current === undefined) this.tellInline();
  }

  /**
   * Carries out what a load has prepared, outside of any unit of work. What it sets cannot fail and is nobody's but its
   * object's, so that nothing is noted to be taken back, and nothing is compared.
   * @param isKnown whoever notes what files say, and what a user has edited, knows of it already
   */
  carryOutPrepared({ assignments, changed }: Prepared, isKnown: boolean): void {
    if (changed.length === 0) return;
    make(assignments);
    const isAlone = this.#noted === undefined && this.#told.size === 0 && this.#look === undefined;
    const { handle, isShared } = changed[0]!;
    if (isKnown && isAlone && !isShared && handle.class.definition.kind !== 'static') {
      this.#kept.forgetAll(handle);
      this.#sink.loaded(changed);
      return;
    }
    for (const ref of changed) {
      this.note(ref, 'load', true);
      for (const other of shownElsewhere(ref, this.#owners, this.#resolver)) this.note(other, 'load');
    }
  }

  /** Runs application code on somebody's behalf: what it changes is told, whether the service sees it or not. */
  observing<T>(origin: ChangeOrigin, action: () => T): T {
    return this.together(origin, () => {
      this.#look ??= this.#unseen.look(this.#objects, 'unseen');
      return action();
    });
  }

  /** Compares once for all application code that `action` runs on somebody's behalf, and not for each. */
  together<T>(origin: ChangeOrigin, action: () => T): T {
    if (this.#isTogether) return action();
    this.tellInline();
    this.#isTogether = true;
    try {
      return action();
    } finally {
      this.#isTogether = false;
      const before = this.#look;
      this.#look = undefined;
      if (before !== undefined) {
        for (const ref of this.#differences(before, 'unseen', origin)) this.note(ref, origin);
        this.tellInline();
      }
    }
  }

  /**
   * Waits for what a function does after its first await. What is not as it was counts as its caller's doing, but for
   * members that were told of meanwhile: who changed them is known.
   */
  async until<T>(result: Promise<T>, origin: ChangeOrigin): Promise<T> {
    const before = this.#unseen.look(this.#objects, 'unseen');
    const told: Told = new Map();
    this.#told.add(told);
    try {
      return await result;
    } finally {
      this.#told.delete(told);
      for (const ref of this.#differences(before, 'unseen', origin)) {
        this.note(ref, told.get(ref.handle)?.has(ref.root) === true ? 'host' : origin);
      }
      this.tellInline();
    }
  }

  /** Notes a change: it is told at the end of the unit of work that is under way, at once without one. */
  note(ref: PropertyRef, origin: ChangeOrigin, isWritten = false): void {
    this.#note(ref, origin, isWritten);
    for (const other of this.#kin.of(ref)) this.#note(other, origin, false);
  }

  #note(ref: PropertyRef, origin: ChangeOrigin, isWritten: boolean): void {
    this.#kept.forget(ref.handle, ref.root);
    this.#noted?.add(memberKey(ref));
    if (this.#told.size > 0) this.#noteTold(ref);
    // Code that runs may have put another value there before, of which is told at its end: the place must be known.
    const isInUnseen = this.#look !== undefined && !ref.isTopLevel && !ref.root.isOwned;
    if (isInUnseen) {
      const Whole = ref.isPersistable ? MemberRef : ComputedRef;
      this.note(new Whole(ref.handle, ref.root), origin);
    }
    const by = this.#onBehalfOf(origin);
    if (this.#units.current === undefined) this.#sink.changed(ref, by, isWritten);
    else this.#units.current.notes.push({ ref, origin: by, isWritten });
  }

  #noteTold({ handle, root }: PropertyRef): void {
    for (const told of this.#told) {
      const members = told.get(handle);
      if (members === undefined) told.set(handle, new Set([root]));
      else members.add(root);
    }
  }

  /** A decorated accessor of some object was set by application code. */
  accessorWasSet(target: object, name: string, undo: () => void): void {
    // The write that is under way tells of it itself.
    if (this.#units.accessorWasSet(target, name, undo)) return;
    const handle = this.#objects.byTarget(target);
    if (handle === undefined) {
      return this.#inlineWasSet(target, name, this.#onBehalfOf('host'));
    }
    const member = handle.class.member(name);
    if (member !== undefined) this.note(new MemberRef(handle, member), 'host');
  }

  /** Notes that a member of an inline object was changed; false where no exposed object shows it. */
  noteInline(target: object, name: string, origin: ChangeOrigin): boolean {
    this.tellInline();
    const sets = new InlineSets();
    sets.add(target, name, { origin, told: undefined });
    return this.#tellOwners(sets);
  }

  /**
   * Tells of the members of inline objects that were set, in every object that shows them; to be called at the end of a
   * frame too.
   */
  tellInline(): void {
    if (this.#inline.isEmpty) return;
    const inline = this.#inline;
    this.#inline = new InlineSets();
    this.#tellOwners(inline);
  }

  /** @returns whether any object shows them */
  #tellOwners(inline: InlineSets): boolean {
    return inline.tell(this.#owners, this.#resolver, (ref, origin) => this.note(ref, origin));
  }

  #known(target: object, to: Assignable): unknown {
    const handle = this.#objects.byTarget(target);
    const member = handle?.class.member(to.name);
    if (handle === undefined || member !== to) return to.read(target);
    const last = this.#kept.last(handle, member as ExposedMember);
    return last === unknownValue ? this.#sink.captured(handle, member as ExposedMember) : last;
  }

  /** Engine code that runs in a write, or in a function, does what it does for whom that is done. */
  #onBehalfOf(origin: ChangeOrigin): ChangeOrigin {
    return origin === 'host' ? (this.#units.current?.origin ?? this.callers.current ?? origin) : origin;
  }

  /** `told`: where it is told of already. */
  #inlineWasSet(target: object, name: string, origin: ChangeOrigin, told?: PropertyRef): void {
    if (origin === 'host' && !this.#sink.active) return;
    (this.#units.current?.inline ?? this.#inline).add(target, name, { origin, told });
  }

  /** Other objects may show the inline ones that a write of `ref` went to, where application code made them. */
  #noteShared(plan: WritePlan, ref: PropertyRef, origin: ChangeOrigin): void {
    for (const { target, to } of plan.assignments) {
      if (to.isOwned || target === ref.handle.target || this.#objects.byTarget(target) !== undefined)
        continue;
      this.#inlineWasSet(target, to.name, origin, ref);
    }
  }

  #carryOut(
    plan: WritePlan,
    origin: ChangeOrigin,
    planned: readonly Planned[],
    changed: (ref: PropertyRef) => PropertyRef,
  ): void {
    const outer = this.#units.current;
    const unit = this.#units.carryOut(origin, (own) => {
      if (plan.runsCode) own.undo.push(this.#memento(plan, outer === undefined && isEdit(origin)));
      plan.carryOut(this.#carrier);
      for (const each of planned) {
        if (!each.plan.changed) continue;
        const ref = changed(each.ref);
        this.note(ref, origin, true);
        for (const other of shownElsewhere(ref, this.#owners, this.#resolver)) this.note(other, origin);
        this.#noteShared(plan, ref, origin);
      }
      for (const { ref, json, isReset, moved } of planned)
        own.written.push({ ref, origin, json, isReset, moved });
    });
    (outer?.inline ?? this.#inline).addAll(unit.inline);
    if (outer === undefined) {
      for (const note of unit.notes) this.#sink.changed(note.ref, note.origin, note.isWritten);
      for (const each of unit.written) this.#sink.written(each);
      this.#rememberWritten(plan);
    } else {
      outer.notes.push(...unit.notes);
      outer.written.push(...unit.written);
      outer.undo.push(...unit.undo);
    }
  }

  /**
   * A setter may change fields beside its own: what objects hold is set back at the very end. `isRequest`: of all objects
   * whose fields it may change unseen, and not of its own alone.
   */
  #memento(plan: WritePlan, isRequest: boolean): () => void {
    const targets = new Set<object>();
    const written = new Map<object, Set<Assignable>>();
    for (const { target, to } of plan.assignments) {
      if (!to.runsCode(target)) continue;
      targets.add(target);
      const members = written.get(target);
      if (members === undefined) written.set(target, new Set([to]));
      else members.add(to);
    }
    if (isRequest) {
      const holders = this.#unseen.holders(this.#objects);
      this.#notable -= holders.length;
      if (this.#notable >= 0) for (const { target } of holders) targets.add(target);
    }
    const isWritten = (target: object, member: ExposedMember) => written.get(target)?.has(member) === true;
    return memento(this.#objects, targets, isWritten);
  }

  /** Where old values are not read, what a setter was given last is known as its value. */
  #rememberWritten(plan: WritePlan): void {
    if (this.#sink.active || !plan.runsCode) return;
    for (const { target, to, value } of plan.assignments) {
      const handle = this.#objects.byTarget(target);
      const member = handle?.class.member(to.name);
      if (handle !== undefined && member === to)
        this.#kept.noteWritten(handle, member as ExposedMember, value);
    }
  }

  /** The object that is written, and those inline in it that are. */
  *#writtenBy(plan: WritePlan, handle: ExposedObjectHandle): Generator<Looked> {
    yield handle;
    const seen = new Set<object>([handle.target]);
    for (const { target, to } of plan.assignments) {
      if (to.isOwned || seen.has(target)) continue;
      seen.add(target);
      const cls = this.#objects.classOf(target);
      if (cls !== undefined) yield this.#objects.byTarget(target) ?? { target, class: cls };
    }
  }

  /** Members of exposed objects that differ; those of inline ones wait for their owners to be looked for. */
  *#differences(before: Look, scope: Scope, origin: ChangeOrigin): Generator<MemberRef> {
    for (const { object, member, isSaved } of this.#unseen.differences(before, scope)) {
      const handle = this.#objects.byTarget(object.target);
      const Difference = isSaved ? MemberRef : ComputedRef;
      if (handle !== undefined) {
        const own = handle.class.member(member.name);
        if (own !== undefined) yield new Difference(handle, own);
      } else if (!(object instanceof ExposedObjectHandle))
        this.#inlineWasSet(object.target, member.name, origin);
      else if (!object.isRegistered) yield new Difference(object, member);
    }
  }

  #comparing<T>(objects: Iterable<Looked>, scope: Scope, origin: ChangeOrigin, action: () => T): T {
    const before = this.#unseen.look(objects, scope);
    if (before.size === 0) return action();
    const outer = this.#noted;
    const noted = new Set<string>();
    this.#noted = noted;
    try {
      return action();
    } finally {
      this.#noted = outer;
      // What a reset or a load changes besides is no more and no less edited than before.
      const by = isEdit(origin) ? origin : 'host';
      for (const ref of this.#differences(before, scope, by)) {
        // What was written differs, and is told of by its own path.
        if (!noted.has(memberKey(ref))) this.note(ref, by);
      }
    }
  }
}

/** Tells the member of an object apart that a property stands in. */
function memberKey({ handle, root }: PropertyRef): string {
  return `${handle.id}/${root.index}`;
}
