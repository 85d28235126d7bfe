import type { ExposedObjectHandle } from '../objects/handle.js';
import { ComputedRef, MemberRef } from '../objects/member-ref.js';
import type { PropertyRef } from '../objects/property-ref.js';
import type { ExposedObjectRegistry } from '../objects/registry.js';
import type { PathResolver } from '../objects/resolve.js';
import type { ClassTable } from '../types/class-table.js';
import type { ExposedClass } from '../types/exposed-class.js';
import type { ChangeSink } from './change-sink.js';
import { InlineSets } from './inline-sets.js';
import { make, type Prepared } from './loads/prepared.js';
import { ChangeDetector } from './observation/change-detector.js';
import { LastKnownValues } from './observation/last-known-values.js';
import { type Looked, UnobservedMembers } from './observation/unobserved-members.js';
import { Callers, type ChangeOrigin, isEdit } from './origin.js';
import { aliasesOf } from './texts/aliases.js';
import type { JsonCache } from './texts/json-cache.js';
import { OwnerIndex } from './texts/owner-index.js';
import { SharedStatics } from './texts/shared-statics.js';
import { Rollback } from './transactions/rollback.js';
import type { Planned, Written } from './transactions/transaction.js';
import { TransactionStack } from './transactions/transaction-stack.js';
import type { Carrier, WritePlan } from './transactions/write-plan.js';

/**
 * All that changes, whoever changes it: writes, what application code sets in its accessors, and what it changes unobservedMembers
 * while a request runs it. Changes of a unit of work are told when it has succeeded, and are none when it has failed
 * (ERR-8).
 */
export class Changes {
  readonly callers = new Callers();
  readonly #transactionStack = new TransactionStack();
  readonly #sink: ChangeSink;
  /** What a plan needs of the unit of work that it is carried out in. */
  readonly #carrier: Carrier;
  readonly #objects: ExposedObjectRegistry;
  readonly #resolver: PathResolver;
  readonly #jsonCache: JsonCache;
  readonly #changeDetector: ChangeDetector;
  readonly #rollback: Rollback;
  readonly #lastKnownValues: LastKnownValues;
  readonly #ownerIndex: OwnerIndex;
  readonly #sharedStatics: SharedStatics;
  /** Classes of plain objects that were registered: what referred to one of them shows it inline since, and several may. */
  readonly #formerlyRegistered = new Set<ExposedClass>();
  /** Accessors of inline objects that were set, until their owners are looked for. */
  #inline = new InlineSets();

  constructor(
    sink: ChangeSink,
    objects: ExposedObjectRegistry,
    classes: ClassTable,
    resolver: PathResolver,
    jsonCache: JsonCache,
  ) {
    this.#sink = sink;
    this.#carrier = {
      get compares() {
        return sink.active;
      },
      known: (target, to) => this.#lastKnownValues.of(target, to),
      units: this.#transactionStack,
    };
    this.#objects = objects;
    this.#resolver = resolver;
    this.#jsonCache = jsonCache;
    this.#lastKnownValues = new LastKnownValues(sink, objects, jsonCache);
    const unobservedMembers = new UnobservedMembers();
    this.#rollback = new Rollback(objects, unobservedMembers);
    this.#changeDetector = new ChangeDetector(unobservedMembers, objects, {
      note: (ref, origin) => this.note(ref, origin),
      inlineWasSet: (target, name, origin) => this.#inlineWasSet(target, name, origin),
      tellInline: () => this.tellInline(),
    });
    this.#ownerIndex = new OwnerIndex(objects, classes);
    this.#sharedStatics = new SharedStatics(objects, classes);
    classes.onChanged(() => {
      this.#sharedStatics.forget();
      unobservedMembers.forget();
      this.#ownerIndex.forget();
    });
  }

  /** An object is registered no more. */
  wasUnregistered({ class: cls }: ExposedObjectHandle): void {
    if (!cls.isEngineClass) this.#formerlyRegistered.add(cls);
  }

  /** Something was done that `undo` takes back, should the unit of work that is under way fail. */
  undoBy(undo: () => void): void {
    this.#transactionStack.current?.undo.push(undo);
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
    if (this.#transactionStack.current === undefined) this.tellInline();
    const by = this.#onBehalfOf(origin);
    const act = () => this.#carryOut(plan, by, planned, changed);
    const { isTogether, isLooking } = this.#changeDetector;
    if (!isTogether && !isLooking && this.#transactionStack.current === undefined) this.#rollback.begin();
    const edits = isEdit(by);
    if (plan.runsCode && edits) {
      if (this.#sink.active) this.observing(by, act);
      else this.#changeDetector.comparing(this.#objects, 'stored', by, act);
    } else if (this.#sink.active) {
      const scope = plan.runsCode ? 'unseen' : 'computed';
      this.#changeDetector.comparing(this.#writtenBy(plan, handle), scope, by, act);
    } else act();
    if (edits && this.#transactionStack.current === undefined) this.tellInline();
  }

  /**
   * True where a write can neither fail, once its value is there, nor do anything but set its member: it is no unit of work,
   * since nothing could have to be taken back, and nothing has to be compared.
   */
  isPlain(ref: PropertyRef): boolean {
    const { handle, root } = ref;
    return (
      root.isPlainStorage &&
      ref.outer === undefined &&
      handle.isRegistered &&
      handle.class.kind !== 'static' &&
      this.#transactionStack.current === undefined &&
      !(this.#sink.active && this.#changeDetector.mayDiffer(handle))
    );
  }

  /** Sets a place that `isPlain`, for what was written of it. */
  setPlain(place: PropertyRef, value: unknown, written: Written): void {
    this.tellInline();
    const { handle, root } = place;
    const by = this.#onBehalfOf(written.origin);
    const isChange = !this.#sink.active || !root.type.equal(root.get(handle.target), value);
    root.set!(handle.target, value);
    if (isChange) this.note(place, by, true);
    this.#sink.written(by === written.origin ? written : { ...written, origin: by });
  }

  /**
   * Carries out what a load has prepared, outside of any unit of work. What it sets cannot fail and is nobody's but its
   * object's, so that nothing is noted to be taken back, and nothing is compared.
   */
  carryOutPrepared({ assignments, changed }: Prepared): void {
    make(assignments);
    for (const ref of changed) {
      this.note(ref, 'load', true);
      for (const other of aliasesOf(ref, this.#ownerIndex, this.#resolver))
        this.#noteElsewhere(other, 'load', ref);
    }
  }

  /** Sets what is prepared of one object, which `isOwn`, to be told of with that of others. */
  setTogether({ assignments }: Prepared, handle: ExposedObjectHandle): void {
    make(assignments);
    this.#jsonCache.forgetAll(handle);
    this.#resolver.forgetKeys();
  }

  /**
   * Tells of what was set in several objects, object by object. Whoever notes what files say, and what a user has edited,
   * knows of it already.
   */
  tellTogether(objects: readonly (readonly PropertyRef[])[]): void {
    if (this.#changeDetector.areUnderWay)
      for (const changed of objects) for (const ref of changed) this.#changeDetector.noteTold(ref);
    this.#sink.loaded(objects);
  }

  /** Runs application code on somebody's behalf: what it changes is told, whether the service sees it or not. */
  observing<T>(origin: ChangeOrigin, action: () => T): T {
    return this.#changeDetector.observing(origin, action);
  }

  /** Compares once for all application code that `action` runs on somebody's behalf, and not for each. */
  together<T>(origin: ChangeOrigin, action: () => T): T {
    return this.#changeDetector.together(origin, action);
  }

  /** Waits for what a function does after its first await, and tells of it. */
  until<T>(result: Promise<T>, origin: ChangeOrigin): Promise<T> {
    return this.#changeDetector.until(result, origin);
  }

  /** Notes a change: it is told at the end of the unit of work that is under way, at once without one. */
  note(ref: PropertyRef, origin: ChangeOrigin, isWritten = false): void {
    this.#note(ref, origin, isWritten);
    for (const other of this.#sharedStatics.of(ref)) this.#note(other, origin, false);
  }

  /** The same member of the same object, as another object shows it, is written where it was `told` of, and not twice. */
  #noteElsewhere(ref: PropertyRef, origin: ChangeOrigin, told: PropertyRef | undefined): void {
    this.note(ref, origin, ref.unit.target === told?.unit.target);
  }

  #note(ref: PropertyRef, origin: ChangeOrigin, isWritten: boolean): void {
    this.#jsonCache.forget(ref.handle, ref.root);
    if (ref.mayBeKey) this.#resolver.forgetKeys();
    this.#changeDetector.noteTold(ref);
    // Code that runs may have put another value there before, of which is told at its end: the place must be known.
    const isInUnseen = this.#changeDetector.looksAtAll && !ref.isTopLevel && !ref.root.isOwned;
    if (isInUnseen) {
      const Whole = ref.isPersistable ? MemberRef : ComputedRef;
      this.note(new Whole(ref.handle, ref.root), origin);
    }
    const by = this.#onBehalfOf(origin);
    if (this.#transactionStack.current === undefined) this.#sink.changed(ref, by, isWritten);
    else this.#transactionStack.current.notes.push({ ref, origin: by, isWritten });
  }

  /** A decorated accessor of some object was set by application code. */
  accessorWasSet(target: object, name: string, undo: () => void): void {
    // The write that is under way tells of it itself.
    if (this.#transactionStack.accessorWasSet(target, name, undo)) return;
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
    return inline.tell(this.#ownerIndex, this.#resolver, (ref, origin, told) =>
      this.#noteElsewhere(ref, origin, told),
    );
  }

  /** Engine code that runs in a write, or in a function, does what it does for whom that is done. */
  #onBehalfOf(origin: ChangeOrigin): ChangeOrigin {
    return origin === 'host'
      ? (this.#transactionStack.current?.origin ?? this.callers.current ?? origin)
      : origin;
  }

  /** `told`: where it is told of already. */
  #inlineWasSet(target: object, name: string, origin: ChangeOrigin, told?: PropertyRef): void {
    if (origin === 'host' && !this.#sink.active) return;
    (this.#transactionStack.current?.inline ?? this.#inline).add(target, name, { origin, told });
  }

  /** Other objects may show the inline ones that a write of `ref` went to, where the service did not make them for one place. */
  #noteShared(plan: WritePlan, ref: PropertyRef, origin: ChangeOrigin): void {
    for (const { target, to } of plan.assignments) {
      if (target === ref.handle.target || (to.isOwned && !this.#mayBeFormer(target))) continue;
      if (this.#objects.byTarget(target) === undefined) this.#inlineWasSet(target, to.name, origin, ref);
    }
  }

  /** True where an object may have been registered, or lies in one that was. */
  #mayBeFormer(target: object): boolean {
    if (this.#formerlyRegistered.size === 0) return false;
    const cls = this.#objects.classOf(target);
    if (cls === undefined) return false;
    for (const former of this.#formerlyRegistered) if (this.#ownerIndex.mayBeOrHold(former, cls)) return true;
    return false;
  }

  #carryOut(
    plan: WritePlan,
    origin: ChangeOrigin,
    planned: readonly Planned[],
    changed: (ref: PropertyRef) => PropertyRef,
  ): void {
    const outer = this.#transactionStack.current;
    const unit = this.#transactionStack.carryOut(origin, (own) => {
      const isRequest = outer === undefined && isEdit(origin) && !this.#changeDetector.isLooking;
      if (plan.runsCode) own.undo.push(this.#rollback.of(plan, isRequest));
      plan.carryOut(this.#carrier);
      for (const each of planned) {
        if (!each.plan.changed) continue;
        const ref = changed(each.ref);
        this.note(ref, origin, true);
        for (const other of aliasesOf(ref, this.#ownerIndex, this.#resolver))
          this.#noteElsewhere(other, origin, ref);
        this.#noteShared(plan, ref, origin);
      }
      for (const { ref, json, isOfFile, isReset, moved } of planned)
        own.written.push({ ref, origin, json, isOfFile, isReset, moved });
    });
    (outer?.inline ?? this.#inline).addAll(unit.inline);
    if (outer === undefined) {
      for (const note of unit.notes) this.#sink.changed(note.ref, note.origin, note.isWritten);
      for (const each of unit.written) this.#sink.written(each);
      this.#lastKnownValues.noteWritten(plan);
    } else {
      // One by one: of very many arguments the stack would be full.
      for (const note of unit.notes) outer.notes.push(note);
      for (const each of unit.written) outer.written.push(each);
      for (const step of unit.undo) outer.undo.push(step);
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
}
