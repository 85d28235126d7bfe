import { ExposedObjectHandle } from '../../objects/handle.js';
import { ComputedRef, MemberRef } from '../../objects/member-ref.js';
import type { PropertyRef } from '../../objects/property-ref.js';
import type { ExposedObjectRegistry } from '../../objects/registry.js';
import type { ExposedMember } from '../../types/exposed-member.js';
import { type ChangeOrigin, isEdit } from '../origin.js';
import type { Look, Looked, Scope, UnobservedMembers } from './unobserved-members.js';

type Told = Map<ExposedObjectHandle, Set<ExposedMember>>;

/** Who tells of what differs. */
interface Teller {
  note(ref: PropertyRef, origin: ChangeOrigin): void;
  /** A member of an inline object differs. */
  inlineWasSet(target: object, name: string, origin: ChangeOrigin): void;
  tellInline(): void;
}

/** Finds unreported changes: compares members before and after application code runs. */
export class ChangeDetector {
  readonly #unobservedMembers: UnobservedMembers;
  readonly #objects: ExposedObjectRegistry;
  readonly #teller: Teller;
  /** Members that were noted, while what getters give is compared. */
  #noted: Set<string> | undefined;
  #isTogether = false;
  /** What is told of while asynchronous functions run, for each. */
  readonly #told = new Set<Told>();
  /** All unseen members as they were, while something is under way that may change any of them. */
  #look: Look | undefined;
  /** Getters run, which may write: a comparison for each such write would run all of them again. */
  #isLooking = false;
  /** True in a write of theirs. */
  #isWrittenInLook = false;
  readonly #writtenInLook = new Set<ExposedObjectHandle>();

  constructor(unobservedMembers: UnobservedMembers, objects: ExposedObjectRegistry, teller: Teller) {
    this.#unobservedMembers = unobservedMembers;
    this.#objects = objects;
    this.#teller = teller;
  }

  /** True while getters run for a comparison. */
  get isLooking(): boolean {
    return this.#isLooking;
  }

  /** True while one comparison is made for several calls. */
  get isTogether(): boolean {
    return this.#isTogether;
  }

  /** True while somebody will look at what was noted. */
  get areUnderWay(): boolean {
    return this.#noted !== undefined || this.#told.size > 0 || this.#look !== undefined;
  }

  /** True while all unseen members are compared. */
  get looksAtAll(): boolean {
    return this.#look !== undefined;
  }

  /** True where what getters of an object give may change with a member of it. */
  mayDiffer(object: Looked): boolean {
    return this.#unobservedMembers.hasAny(object);
  }

  /** Runs application code on somebody's behalf: what it changes is told, whether the service sees it or not. */
  observing<T>(origin: ChangeOrigin, action: () => T): T {
    if (this.#isLooking) return this.#inLook(action);
    return this.together(origin, () => {
      this.#look ??= this.#lookAt(this.#objects, 'unseen');
      return action();
    });
  }

  /** Compares once for all application code that `action` runs on somebody's behalf, and not for each. */
  together<T>(origin: ChangeOrigin, action: () => T): T {
    if (this.#isLooking) return this.#inLook(action);
    if (this.#isTogether) return action();
    this.#teller.tellInline();
    this.#isTogether = true;
    try {
      return action();
    } finally {
      this.#isTogether = false;
      const before = this.#look;
      this.#look = undefined;
      if (before !== undefined) {
        for (const ref of this.#differences(before, 'unseen', origin)) this.#teller.note(ref, origin);
        this.#teller.tellInline();
      }
    }
  }

  /**
   * Waits for what a function does after its first await. What is not as it was counts as its caller's doing, but for
   * members that were told of meanwhile: who changed them is known.
   */
  async until<T>(result: Promise<T>, origin: ChangeOrigin): Promise<T> {
    if (this.#isLooking) return result;
    const before = this.#lookAt(this.#objects, 'unseen');
    const told: Told = new Map();
    this.#told.add(told);
    try {
      return await result;
    } finally {
      this.#told.delete(told);
      for (const ref of this.#differences(before, 'unseen', origin)) {
        this.#teller.note(ref, told.get(ref.handle)?.has(ref.root) === true ? 'host' : origin);
      }
      this.#teller.tellInline();
    }
  }

  /** Compares members of `objects` for `action`; what is noted meanwhile is told of by its own path. */
  comparing<T>(objects: Iterable<Looked>, scope: Scope, origin: ChangeOrigin, action: () => T): T {
    if (this.#isLooking) return this.#inLook(action);
    const before = this.#lookAt(objects, scope);
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
        if (!noted.has(memberKey(ref))) this.#teller.note(ref, by);
      }
    }
  }

  #lookAt(objects: Iterable<Looked>, scope: Scope): Look {
    return this.#looking(() => this.#unobservedMembers.look(objects, scope));
  }

  #looking<T>(look: () => T): T {
    this.#isLooking = true;
    try {
      return look();
    } finally {
      this.#isLooking = false;
      this.#tellWrittenInLook();
    }
  }

  /** Does for a getter what else would be compared before and after it. */
  #inLook<T>(action: () => T): T {
    const outer = this.#isWrittenInLook;
    this.#isWrittenInLook = true;
    try {
      return action();
    } finally {
      this.#isWrittenInLook = outer;
    }
  }

  /** What getters have written is told of; what of the same objects may be another one with it is so without a comparison. */
  #tellWrittenInLook(): void {
    if (this.#writtenInLook.size === 0) return;
    const written = [...this.#writtenInLook];
    this.#writtenInLook.clear();
    for (const handle of written)
      for (const member of this.#unobservedMembers.of(handle))
        this.#teller.note(new MemberRef(handle, member), 'host');
  }

  /** A change is told of by its own path. */
  noteTold(ref: PropertyRef): void {
    if (this.#isWrittenInLook) this.#writtenInLook.add(ref.handle);
    this.#noted?.add(memberKey(ref));
    if (this.#told.size > 0) this.#noteTold(ref);
  }

  #noteTold({ handle, root }: PropertyRef): void {
    for (const told of this.#told) {
      const members = told.get(handle);
      if (members === undefined) told.set(handle, new Set([root]));
      else members.add(root);
    }
  }

  /** Members of exposed objects that differ; those of inline ones wait for their owners to be looked for. */
  *#differences(before: Look, scope: Scope, origin: ChangeOrigin): Generator<MemberRef> {
    const found = this.#looking(() => [...this.#unobservedMembers.differences(before, scope)]);
    for (const { object, member, isSaved } of found) {
      const handle = this.#objects.byTarget(object.target);
      const Difference = isSaved ? MemberRef : ComputedRef;
      if (handle !== undefined) {
        const own = handle.class.member(member.name);
        if (own !== undefined) yield new Difference(handle, own);
      } else if (!(object instanceof ExposedObjectHandle))
        this.#teller.inlineWasSet(object.target, member.name, origin);
      else if (!object.isRegistered) yield new Difference(object, member);
    }
  }
}

/** Tells the member of an object apart that a property stands in. */
function memberKey({ handle, root }: PropertyRef): string {
  return `${handle.id}/${root.index}`;
}
