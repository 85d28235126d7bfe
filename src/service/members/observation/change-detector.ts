import { ExposedObjectHandle } from '../../objects/handle.js';
import { ComputedRef, MemberRef } from '../../objects/member-ref.js';
import type { ExposedObjectRegistry } from '../../objects/object-registry.js';
import type { PropertyRef } from '../../objects/property-ref.js';
import type { ExposedMember } from '../../types/exposed-member.js';
import { type ChangeOrigin, isEdit } from '../origin.js';
import type { MemberTraces, ObservedObject, Scope, UnobservedMembers } from './unobserved-members.js';

type ReportedMembers = Map<ExposedObjectHandle, Set<ExposedMember>>;

/** Receives the differences that were found. */
interface ChangeListener {
  note(ref: PropertyRef, origin: ChangeOrigin): void;
  /** Called for a member of an inline object that differs. */
  queueInlineSet(target: object, name: string, origin: ChangeOrigin): void;
  reportInline(): void;
}

/** Detects unreported changes: compares members before and after application code runs. Used by `Changes`. */
export class ChangeDetector {
  readonly #unobservedMembers: UnobservedMembers;
  readonly #objects: ExposedObjectRegistry;
  readonly #listener: ChangeListener;
  /** Members that were reported while getter results are compared. */
  #noted: Set<string> | undefined;
  #isBatching = false;
  /** The members that were reported during each running asynchronous function. */
  readonly #reported = new Set<ReportedMembers>();
  /** The traces of all unobserved members, while application code that may change any of them runs. */
  #traces: MemberTraces | undefined;
  /** True while getters run; a write by a getter is not compared again. */
  #isReading = false;
  /** True during a write by a getter. */
  #isWriteByGetter = false;
  readonly #writtenByGetters = new Set<ExposedObjectHandle>();

  constructor(
    unobservedMembers: UnobservedMembers,
    objects: ExposedObjectRegistry,
    listener: ChangeListener,
  ) {
    this.#unobservedMembers = unobservedMembers;
    this.#objects = objects;
    this.#listener = listener;
  }

  /** True while all unobserved members are compared. */
  get comparesAll(): boolean {
    return this.#traces !== undefined;
  }

  /** True while getters run for a comparison. */
  get isReading(): boolean {
    return this.#isReading;
  }

  /** True if getters of an object may return another value after one of its members has changed. */
  mayDiffer(object: ObservedObject): boolean {
    return this.#unobservedMembers.hasAny(object);
  }

  /** Runs application code and reports all its changes with `origin`. */
  observing<T>(origin: ChangeOrigin, action: () => T): T {
    if (this.#isReading) return this.#inGetter(action);
    return this.batching(origin, () => {
      this.#traces ??= this.#traceAll(this.#objects, 'unobserved');
      return action();
    });
  }

  /** Compares once for all application code that `action` runs, instead of for each call. */
  batching<T>(origin: ChangeOrigin, action: () => T): T {
    if (this.#isReading) return this.#inGetter(action);
    if (this.#isBatching) return action();
    this.#listener.reportInline();
    this.#isBatching = true;
    try {
      return action();
    } finally {
      this.#isBatching = false;
      const before = this.#traces;
      this.#traces = undefined;
      if (before !== undefined) {
        for (const ref of this.#differences(before, 'unobserved', origin)) this.#listener.note(ref, origin);
        this.#listener.reportInline();
      }
    }
  }

  /**
   * Awaits an asynchronous function and reports differences with its caller's origin, except for members that were
   * reported in the meantime, whose origin is known.
   */
  async awaiting<T>(result: Promise<T>, origin: ChangeOrigin): Promise<T> {
    if (this.#isReading) return result;
    const before = this.#traceAll(this.#objects, 'unobserved');
    const reported: ReportedMembers = new Map();
    this.#reported.add(reported);
    try {
      return await result;
    } finally {
      this.#reported.delete(reported);
      for (const ref of this.#differences(before, 'unobserved', origin)) {
        this.#listener.note(ref, reported.get(ref.handle)?.has(ref.root) === true ? 'host' : origin);
      }
      this.#listener.reportInline();
    }
  }

  /** Compares members of `objects` before and after `action`; members reported during it are not reported again. */
  comparing<T>(objects: Iterable<ObservedObject>, scope: Scope, origin: ChangeOrigin, action: () => T): T {
    if (this.#isReading) return this.#inGetter(action);
    const before = this.#traceAll(objects, scope);
    if (before.size === 0) return action();
    const outer = this.#noted;
    const noted = new Set<string>();
    this.#noted = noted;
    try {
      return action();
    } finally {
      this.#noted = outer;
      // Side effects of a reset or a load do not count as edits.
      const by = isEdit(origin) ? origin : 'host';
      for (const ref of this.#differences(before, scope, by)) {
        // A written member differs as well, but has been reported.
        if (!noted.has(memberKey(ref))) this.#listener.note(ref, by);
      }
    }
  }

  #traceAll(objects: Iterable<ObservedObject>, scope: Scope): MemberTraces {
    return this.#whileReading(() => this.#unobservedMembers.traceAll(objects, scope));
  }

  #whileReading<T>(read: () => T): T {
    this.#isReading = true;
    try {
      return read();
    } finally {
      this.#isReading = false;
      this.#reportWritesByGetters();
    }
  }

  /** Runs a write by a getter, without a comparison. */
  #inGetter<T>(action: () => T): T {
    const outer = this.#isWriteByGetter;
    this.#isWriteByGetter = true;
    try {
      return action();
    } finally {
      this.#isWriteByGetter = outer;
    }
  }

  /** Reports all unobserved members of objects that getters wrote to, without comparing them. */
  #reportWritesByGetters(): void {
    if (this.#writtenByGetters.size === 0) return;
    const written = [...this.#writtenByGetters];
    this.#writtenByGetters.clear();
    for (const handle of written)
      for (const member of this.#unobservedMembers.of(handle))
        this.#listener.note(new MemberRef(handle, member), 'host');
  }

  /** Notes that a change has been reported. */
  noteReported(ref: PropertyRef): void {
    if (this.#isWriteByGetter) this.#writtenByGetters.add(ref.handle);
    this.#noted?.add(memberKey(ref));
    if (this.#reported.size > 0) this.#addReported(ref);
  }

  #addReported({ handle, root }: PropertyRef): void {
    for (const reported of this.#reported) {
      const members = reported.get(handle);
      if (members === undefined) reported.set(handle, new Set([root]));
      else members.add(root);
    }
  }

  /** Yields the members of exposed objects that differ; those of inline objects are passed to the listener. */
  *#differences(before: MemberTraces, scope: Scope, origin: ChangeOrigin): Generator<MemberRef> {
    const found = this.#whileReading(() => [...this.#unobservedMembers.differences(before, scope)]);
    for (const { object, member, isSaved } of found) {
      const handle = this.#objects.byTarget(object.target);
      const Difference = isSaved ? MemberRef : ComputedRef;
      if (handle !== undefined) {
        const own = handle.class.member(member.name);
        if (own !== undefined) yield new Difference(handle, own);
      } else if (!(object instanceof ExposedObjectHandle))
        this.#listener.queueInlineSet(object.target, member.name, origin);
      else if (!object.isRegistered) yield new Difference(object, member);
    }
  }
}

/** Returns the key of the member that contains a property. */
function memberKey({ handle, root }: PropertyRef): string {
  return `${handle.id}/${root.index}`;
}
