import type { ExposedObjectHandle } from '../objects/handle.js';
import { ComputedRef, MemberRef } from '../objects/member-ref.js';
import type { ExposedObjectRegistry } from '../objects/object-registry.js';
import type { PathResolver } from '../objects/path-resolver.js';
import type { PropertyRef } from '../objects/property-ref.js';
import type { ClassTable } from '../types/class-table.js';
import type { ExposedClass } from '../types/exposed-class.js';
import type { Assignable } from '../types/plan.js';
import type { ChangeSink } from './change-sink.js';
import { InlineSets } from './inline-sets.js';
import { ChangeDetector } from './observation/change-detector.js';
import { type ObservedObject, UnobservedMembers } from './observation/unobserved-members.js';
import { Callers, type ChangeOrigin, isEdit } from './origin.js';
import { aliasesOf } from './texts/aliases.js';
import { ContainerIndex } from './texts/container-index.js';
import { type JsonCache, unknownValue } from './texts/json-cache.js';
import { SharedStatics } from './texts/shared-statics.js';
import { restorePoint } from './transactions/restore-point.js';
import type { Planned, Written } from './transactions/transaction.js';
import { TransactionStack } from './transactions/transaction-stack.js';
import type { PlanContext, WritePlan } from './transactions/write-plan.js';

/**
 * Collects all changes: writes, sets of the application's accessors, and unreported changes during a request.
 * Changes of a transaction are reported after it has succeeded, and rolled back if it fails (ERR-8).
 */
export class Changes {
  readonly callers = new Callers();
  readonly #transactionStack = new TransactionStack();
  readonly #sink: ChangeSink;
  /** The context that a plan uses while it is applied. */
  readonly #planContext: PlanContext;
  readonly #objects: ExposedObjectRegistry;
  readonly #resolver: PathResolver;
  readonly #jsonCache: JsonCache;
  /** Detects changes that application code does not report. */
  readonly detector: ChangeDetector;
  readonly #unobservedMembers = new UnobservedMembers();
  readonly #containerIndex: ContainerIndex;
  readonly #sharedStatics: SharedStatics;
  /**
   * Classes with formerly registered plain objects. Such an object is now shown inline wherever it is referred to.
   */
  readonly #formerClasses = new Set<ExposedClass>();
  /** Members of inline objects that were set; they are reported once the objects that contain them are found. */
  #inline = new InlineSets();

  constructor(
    sink: ChangeSink,
    objects: ExposedObjectRegistry,
    classes: ClassTable,
    resolver: PathResolver,
    jsonCache: JsonCache,
  ) {
    this.#sink = sink;
    this.#planContext = {
      get compares() {
        return sink.isRecording;
      },
      known: (target, to) => this.#knownValue(target, to),
      transactions: this.#transactionStack,
    };
    this.#objects = objects;
    this.#resolver = resolver;
    this.#jsonCache = jsonCache;
    this.detector = new ChangeDetector(this.#unobservedMembers, objects, this);
    this.#containerIndex = new ContainerIndex(objects, classes);
    this.#sharedStatics = new SharedStatics(objects, classes);
    classes.onChanged(() => {
      this.#sharedStatics.forget();
      this.#unobservedMembers.forget();
      this.#containerIndex.forget();
    });
  }

  /** Notes the class of an unregistered object. */
  noteUnregistered({ class: cls }: ExposedObjectHandle): void {
    if (!cls.isEngineClass) this.#formerClasses.add(cls);
  }

  /** Registers `undo` to run if the transaction in progress fails. Without a transaction, nothing can fail. */
  addUndo(undo: () => void): void {
    this.#transactionStack.current?.undo.push(undo);
  }

  /**
   * Applies a plan as one transaction. After it has succeeded, reports those properties of `planned` that changed.
   * Other changes made by application code in it are reported as well.
   * @param wholeOf maps a property to the one that changes as a whole
   * @throws what a setter throws, after everything was rolled back
   */
  commit(
    plan: WritePlan,
    origin: ChangeOrigin,
    handle: ExposedObjectHandle,
    planned: readonly Planned[],
    wholeOf: (ref: PropertyRef) => PropertyRef,
  ): void {
    // Earlier sets of inline objects are reported first, since the write may be inside one of them.
    if (this.#transactionStack.current === undefined) this.reportInline();
    const by = this.#onBehalfOf(origin);
    const act = () => this.#commitInTransaction(plan, by, planned, wholeOf);
    const edits = isEdit(by);
    // Application code in an edit may change any object, so all are compared; otherwise only the plan's targets.
    if (plan.runsCode && edits) {
      if (this.#sink.isRecording) this.detector.observing(by, act);
      else this.detector.comparing(this.#objects, 'stored', by, act);
    } else if (this.#sink.isRecording) {
      const scope = plan.runsCode ? 'unobserved' : 'computed';
      this.detector.comparing(this.#targetsOf(plan, handle), scope, by, act);
    } else act();
    if (edits && this.#transactionStack.current === undefined) this.reportInline();
  }

  /**
   * True if a write needs no transaction and no comparison, since it only sets a member and cannot fail once its
   * value is converted.
   */
  isPlain(ref: PropertyRef): boolean {
    const { handle, root } = ref;
    return (
      root.isPlainStorage &&
      ref.outer === undefined &&
      handle.isRegistered &&
      handle.class.kind !== 'static' &&
      this.#transactionStack.current === undefined &&
      !(this.#sink.isRecording && this.detector.mayDiffer(handle))
    );
  }

  /** Sets a property for which `isPlain` is true. */
  setPlain(ref: PropertyRef, value: unknown, written: Written): void {
    this.reportInline();
    const { handle, root } = ref;
    const by = this.#onBehalfOf(written.origin);
    const hasChanged = !this.#sink.isRecording || !root.type.equal(root.get(handle.target), value);
    root.set!(handle.target, value);
    if (hasChanged) this.note(ref, by, true);
    this.#sink.written(by === written.origin ? written : { ...written, origin: by });
  }

  /** Notes a change. It is reported at the end of the transaction in progress, or immediately. */
  note(ref: PropertyRef, origin: ChangeOrigin, isWritten = false): void {
    this.#note(ref, origin, isWritten);
    for (const other of this.#sharedStatics.of(ref)) this.#note(other, origin, false);
  }

  /** Notes the change of an alias; the alias counts as written if `reported` is of the same object. */
  #noteAlias(ref: PropertyRef, origin: ChangeOrigin, reported: PropertyRef | undefined): void {
    this.note(ref, origin, ref.owner.target === reported?.owner.target);
  }

  #note(ref: PropertyRef, origin: ChangeOrigin, isWritten: boolean): void {
    this.#jsonCache.forget(ref.handle, ref.root);
    if (ref.mayBeKey) this.#resolver.forgetKeys();
    this.detector.noteReported(ref);
    // Application code may also have replaced the value around it, so the whole member is noted.
    const isInUnobserved = this.detector.comparesAll && !ref.isTopLevel && !ref.root.isOwned;
    if (isInUnobserved) {
      const Whole = ref.isPersistable ? MemberRef : ComputedRef;
      this.note(new Whole(ref.handle, ref.root), origin);
    }
    const by = this.#onBehalfOf(origin);
    if (this.#transactionStack.current === undefined) this.#sink.changed(ref, by, isWritten);
    else this.#transactionStack.current.notes.push({ ref, origin: by, isWritten });
  }

  /** Notes that application code has set a decorated accessor of an object. */
  noteAccessorSet(target: object, name: string, undo: () => void): void {
    // The write in progress reports the change itself.
    if (this.#transactionStack.noteAccessorSet(target, name, undo)) return;
    const handle = this.#objects.byTarget(target);
    if (handle === undefined) {
      return this.queueInlineSet(target, name, this.#onBehalfOf('host'));
    }
    const member = handle.class.member(name);
    if (member !== undefined) this.note(new MemberRef(handle, member), 'host');
  }

  /** Notes that a member of an inline object was changed; false if no exposed object contains it. */
  reportInlineMember(target: object, name: string, origin: ChangeOrigin): boolean {
    this.reportInline();
    const sets = new InlineSets();
    sets.add(target, name, { origin, reported: undefined });
    return this.#reportInContainers(sets);
  }

  /**
   * Reports the set members of inline objects in every object that contains them; also called at the end of a
   * frame.
   */
  reportInline(): void {
    if (this.#inline.isEmpty) return;
    const inline = this.#inline;
    this.#inline = new InlineSets();
    this.#reportInContainers(inline);
  }

  /** @returns true if any object contains them */
  #reportInContainers(inline: InlineSets): boolean {
    return inline.report(this.#containerIndex, this.#resolver, (ref, origin, reported) =>
      this.#noteAlias(ref, origin, reported),
    );
  }

  /** Returns the origin of the write or the call in progress for changes by engine code, which acts for its caller. */
  #onBehalfOf(origin: ChangeOrigin): ChangeOrigin {
    return origin === 'host'
      ? (this.#transactionStack.current?.origin ?? this.callers.current ?? origin)
      : origin;
  }

  /** Queues the report of a set member of an inline object; `reported` is the property that was already reported. */
  queueInlineSet(target: object, name: string, origin: ChangeOrigin, reported?: PropertyRef): void {
    if (origin === 'host' && !this.#sink.isRecording) return;
    (this.#transactionStack.current?.inline ?? this.#inline).add(target, name, { origin, reported });
  }

  /** Notes writes to inline objects that other objects may contain as well. */
  #noteShared(plan: WritePlan, ref: PropertyRef, origin: ChangeOrigin): void {
    for (const { target, to } of plan.assignments) {
      if (target === ref.handle.target || (to.isOwned && !this.#mayBeShared(target))) continue;
      if (this.#objects.byTarget(target) === undefined) this.queueInlineSet(target, to.name, origin, ref);
    }
  }

  /** True if an object may have been registered once, or be inside one that was. */
  #mayBeShared(target: object): boolean {
    if (this.#formerClasses.size === 0) return false;
    const cls = this.#objects.classOf(target);
    if (cls === undefined) return false;
    for (const former of this.#formerClasses)
      if (this.#containerIndex.isOrMayContain(former, cls)) return true;
    return false;
  }

  #commitInTransaction(
    plan: WritePlan,
    origin: ChangeOrigin,
    planned: readonly Planned[],
    wholeOf: (ref: PropertyRef) => PropertyRef,
  ): void {
    const outer = this.#transactionStack.current;
    const transaction = this.#transactionStack.run(origin, (own) => {
      const isRequest = outer === undefined && isEdit(origin) && !this.detector.isReading;
      if (plan.runsCode) {
        const others = isRequest ? this.#unobservedMembers.objectsWithAny(this.#objects) : [];
        own.undo.push(restorePoint(this.#objects, plan, others));
      }
      plan.apply(this.#planContext);
      for (const each of planned) {
        if (!each.plan.changed) continue;
        const ref = wholeOf(each.ref);
        this.note(ref, origin, true);
        for (const other of aliasesOf(ref, this.#containerIndex, this.#resolver))
          this.#noteAlias(other, origin, ref);
        this.#noteShared(plan, ref, origin);
      }
      for (const { ref, json, isOfFile, isReset, moved } of planned)
        own.written.push({ ref, origin, json, isOfFile, isReset, moved });
    });
    (outer?.inline ?? this.#inline).addAll(transaction.inline);
    if (outer === undefined) {
      for (const note of transaction.notes) this.#sink.changed(note.ref, note.origin, note.isWritten);
      for (const each of transaction.written) this.#sink.written(each);
      this.#keepWrittenValues(plan);
    } else {
      // Pushed one by one, since there may be too many for a spread argument.
      for (const note of transaction.notes) outer.notes.push(note);
      for (const each of transaction.written) outer.written.push(each);
      for (const step of transaction.undo) outer.undo.push(step);
    }
  }

  /** Returns the value of a member that is known without reading it; `failed` if none is (EVT-2). */
  #knownValue(target: object, to: Assignable): unknown {
    const handle = this.#objects.byTarget(target);
    const member = handle?.class.member(to.name);
    if (handle === undefined || member !== to) return to.read(target);
    const last = this.#jsonCache.last(handle, member);
    return last === unknownValue ? this.#sink.captured(handle, member) : last;
  }

  /** Keeps the values that setters received while there are no subscribers, since they are not read back. */
  #keepWrittenValues(plan: WritePlan): void {
    if (this.#sink.isRecording || !plan.runsCode) return;
    for (const { target, to, value } of plan.assignments) {
      const handle = this.#objects.byTarget(target);
      const member = handle?.class.member(to.name);
      if (handle !== undefined && member === to) this.#jsonCache.noteWritten(handle, member, value);
    }
  }

  /** Yields the written object, and the inline objects that the plan writes to. */
  *#targetsOf(plan: WritePlan, handle: ExposedObjectHandle): Generator<ObservedObject> {
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
