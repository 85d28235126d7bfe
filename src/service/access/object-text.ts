import { ExposedError } from '../exposed-error.js';
import type { HostObjects } from '../host.js';
import type { ExposedObjectHandle } from '../objects/handle.js';
import type { PropertyRef } from '../objects/property-ref.js';
import type { ExposedObjectRegistry } from '../objects/registry.js';
import type { ExposedMember } from '../types/exposed-member.js';
import { isLeaf } from '../types/graph/kinds.js';
import { TextWalk } from '../types/graph/text.js';
import { AnswerRoom } from './answer-room.js';
import { Foreseen } from './foreseen.js';
import { type KeptPiece, KeptTexts } from './kept-texts.js';
import type { WritePlan } from './write-plan.js';

/** Answers whether a property differs from its captured default. */
export interface Baselines {
  isChanged(ref: PropertyRef, value: unknown): boolean;
}

/** The text of a value, from which something may be left out because of the limit of values. */
export interface ValueText {
  readonly json: string;
  readonly isCut: boolean;
}

/** An object, or a member of it with all that is in it. */
export interface WatchedPlace {
  readonly handle: ExposedObjectHandle;
  readonly root: ExposedMember | undefined;
}

/** Object O and property P of wire.md section 3 as JSON text. */
export class ObjectTexts {
  readonly kept = new KeptTexts();
  readonly #room = new AnswerRoom();
  readonly #objects: ExposedObjectRegistry;
  readonly #host: HostObjects;
  readonly #baselines: Baselines;

  constructor(objects: ExposedObjectRegistry, host: HostObjects, baselines: Baselines) {
    this.#objects = objects;
    this.#host = host;
    this.#baselines = baselines;
  }

  /**
   * `depth` 1 shows the object's members with stubs for nested composites; Infinity expands everything, up to the limit
   * of values: what lies beyond is stubs, or, with `refuseAt`, the object's own path, the text is refused (DEP-13).
   * @throws ExposedError `answer-too-large`, with `refuseAt` alone
   */
  object(handle: ExposedObjectHandle, depth: number, refuseAt?: string): string {
    if (!this.#room.isBounded) return this.#object(handle, depth, refuseAt);
    return this.#room.take(() => this.#object(handle, depth, refuseAt));
  }

  #object(handle: ExposedObjectHandle, depth: number, refuseAt?: string): string {
    const { version } = this.#objects;
    const kept = depth === 1 ? this.kept.object(handle, version) : undefined;
    if (kept !== undefined) return kept;
    const walk = new TextWalk(refuseAt, undefined, this.#room.left);
    const text = `{${this.#head(handle)}${walk.members(handle.class, handle.target, depth - 1)}}`;
    if (depth === 1 && !walk.isCut) this.kept.keepObject(handle, version, text);
    return text;
  }

  /** Runs requests that are answered no more than so many characters together: what goes beyond is refused, or left out. */
  within<T>(characters: number, run: () => T): T {
    return this.#room.within(characters, run);
  }

  /** True while requests are served together. */
  get isBounded(): boolean {
    return this.#room.isBounded;
  }

  /** True when the depth-1 text of an object is at hand. */
  isKept(handle: ExposedObjectHandle): boolean {
    return this.kept.object(handle, this.#objects.version) !== undefined;
  }

  /** Has `piece` forget its bytes when the depth-1 text of one of `handles` is another. */
  keepPiece(handles: readonly ExposedObjectHandle[], piece: KeptPiece): void {
    this.kept.keepPiece(handles, this.#objects.version, piece);
  }

  /**
   * P. Always fully expanded (DEP-7 to 9), up to the limit; a text past it is refused where `refuses`, and else cut.
   * @throws ExposedError `get-failed` when the getter throws; `answer-too-large`
   */
  property(ref: PropertyRef, refuses = false): string {
    if (!this.#room.isBounded) return this.#property(ref, refuses);
    return this.#room.take(() => this.#property(ref, refuses));
  }

  #property(ref: PropertyRef, refuses: boolean): string {
    const { handle, root, isTopLevel } = ref;
    const { version } = this.#objects;
    const value = isTopLevel ? root.readOrThrow(handle.target) : ref.get();
    const kept = isTopLevel ? this.kept.member(handle, root, value, version, refuses) : undefined;
    if (kept !== undefined) return kept;
    // What leads to no other object needs no walk.
    const walk = isLeaf(ref.type)
      ? undefined
      : new TextWalk(
          refuses ? `/exposed/object/${handle.id}/${ref.path}` : undefined,
          undefined,
          this.#room.left,
        );
    const json =
      walk === undefined ? ref.type.write(value, 0) : walk.value(ref.type, value, Number.POSITIVE_INFINITY);
    const text = this.#propertyOf(ref, value, json);
    if (isTopLevel) this.kept.keepMember(handle, root, value, version, text, walk?.isCut);
    return text;
  }

  /** P in the answer to a write, which has happened: what cannot be read back is null, as an object shows it. */
  written(ref: PropertyRef): string {
    if (!this.#room.isBounded) return this.#written(ref);
    return this.#room.takeWritten(() => this.#written(ref));
  }

  /** O in the answer to a write, with all that is in it. */
  writtenObject(handle: ExposedObjectHandle): string {
    return this.#room.takeWritten(() => this.#object(handle, Number.POSITIVE_INFINITY));
  }

  #written(ref: PropertyRef): string {
    try {
      return this.#property(ref, false);
    } catch (error) {
      if (!(error instanceof ExposedError) || error.code !== 'get-failed') throw error;
      return `{"value":null,"id":"${ref.handle.id}","path":${JSON.stringify(ref.path)},"changed":false}`;
    }
  }

  /**
   * Runs `work` in slices, and tells it whether nothing in one of some places has changed since it began: where the service owns
   * what is stored, and of all objects that there are.
   */
  *watching<T>(
    places: readonly WatchedPlace[],
    work: (isUntouched: (place: WatchedPlace) => boolean) => Generator<void, T>,
  ): Generator<void, T> {
    const watches = new Map(places.map((place) => [place, this.kept.watch(place.handle, place.root)]));
    const { version } = this.#objects;
    try {
      return yield* work(
        (place) => watches.get(place)!.isStill && isTold(place) && this.#objects.version === version,
      );
    } finally {
      for (const watch of watches.values()) this.kept.unwatch(watch);
    }
  }

  /** The text of an object, in slices; where it changes meanwhile, or may do so untold, at once. */
  *objectInSlices(
    handle: ExposedObjectHandle,
    depth = Number.POSITIVE_INFINITY,
    refuseAt?: string,
  ): Generator<void, string> {
    const place = { handle, root: undefined };
    const isKept = depth === 1 && this.isKept(handle);
    if (!isKept && !this.#room.isBounded && isTold(place)) {
      const { version } = this.#objects;
      const walk = new TextWalk(refuseAt);
      const slices = walk.membersInSlices(handle.class, handle.target, depth - 1);
      const first = slices.next();
      // Most are short: nothing can come in between.
      const text = first.done
        ? first.value
        : yield* this.watching([place], function* (isUntouched) {
            yield;
            const members = yield* slices;
            return isUntouched(place) ? members : undefined;
          });
      if (text !== undefined) {
        const whole = `{${this.#head(handle)}${text}}`;
        if (depth === 1 && !walk.isCut) this.kept.keepObject(handle, version, whole);
        return whole;
      }
    }
    return this.object(handle, depth, refuseAt);
  }

  /** P, refused past the limit, in slices; where it changes meanwhile, or may do so untold, at once. */
  *propertyInSlices(ref: PropertyRef): Generator<void, string> {
    const { handle, root, isTopLevel } = ref;
    const isAtOnce = this.#room.isBounded || isLeaf(ref.type) || !isTold(ref);
    const value = isAtOnce ? undefined : ref.get();
    if (isAtOnce || (isTopLevel && this.kept.member(handle, root, value, this.#objects.version, true)))
      return this.property(ref, true);
    const walk = new TextWalk(`/exposed/object/${handle.id}/${ref.path}`);
    const json = yield* this.watching([ref], function* (isUntouched) {
      const text = yield* walk.inSlices(ref.type, value);
      return isUntouched(ref) ? text : undefined;
    });
    if (json === undefined) return this.property(ref, true);
    const text = this.#propertyOf(ref, value, json);
    if (isTopLevel) this.kept.keepMember(handle, root, value, this.#objects.version, text);
    return text;
  }

  /**
   * Makes the text of a value in slices before it is set.
   * @param plan what else is set with it
   * @returns undefined where it would not be kept
   */
  *foreseenInSlices(
    ref: PropertyRef,
    value: unknown,
    { assignments }: WritePlan,
  ): Generator<void, ValueText | undefined> {
    if (!mayBeKept(ref)) return undefined;
    const foreseen = assignments.length === 0 ? undefined : yield* Foreseen.of(assignments);
    if (foreseen === undefined && assignments.length > 0) return undefined;
    const walk = new TextWalk(undefined, foreseen);
    const json = yield* walk.inSlices(ref.type, value);
    return { json, isCut: walk.isCut };
  }

  /** Makes and keeps the text of a place in slices; where it changes meanwhile, in vain. */
  *makeInSlices(ref: PropertyRef): Generator<void, void> {
    if (!mayBeKept(ref)) return;
    const value = ref.root.read(ref.handle.target);
    const walk = new TextWalk();
    const keep = (text: ValueText) => this.keepNew(ref, value, text);
    yield* this.watching([ref], function* (isUntouched) {
      const json = yield* walk.inSlices(ref.type, value);
      if (isUntouched(ref)) keep({ json, isCut: walk.isCut });
    });
  }

  /** Keeps the text of a value that is set. */
  keepNew(ref: PropertyRef, value: unknown, { json, isCut }: ValueText): void {
    const text = this.#propertyOf(ref, value, json);
    this.kept.keepMember(ref.handle, ref.root, value, this.#objects.version, text, isCut);
  }

  /** P without its braces: what a property-change event carries too. */
  propertyMembers(ref: PropertyRef): string {
    return this.property(ref).slice(1, -1);
  }

  /** The handle's engine parent as remote apps know it. */
  parentOf(handle: ExposedObjectHandle): ExposedObjectHandle | undefined {
    const gameObject = this.#host.gameObject(handle.target);
    const parent = gameObject && this.#host.parent(gameObject);
    return parent && this.#objects.ofGameObject(parent);
  }

  #propertyOf(ref: PropertyRef, value: unknown, json: string): string {
    return `{"value":${json}${ref.jsonEnd(this.#baselines.isChanged(ref, value))}`;
  }

  #head(handle: ExposedObjectHandle): string {
    const { class: cls, sourceKey } = handle;
    const instanceId = this.#host.instanceId(handle.target);
    const parent = this.parentOf(handle);
    let text = `"@type":${cls.jsonName},"@id":"${handle.id}"`;
    if (instanceId !== undefined) text += `,"@instanceID":${instanceId}`;
    text += `,"@name":${JSON.stringify(handle.name)}`;
    if (sourceKey !== undefined) text += `,"@source":${JSON.stringify(sourceKey)}`;
    if (cls.definition.icon !== undefined) text += `,"@icon":${JSON.stringify(cls.definition.icon)}`;
    if (parent !== undefined) text += `,"@parent":"${parent.id}"`;
    return text;
  }
}

/** Whether all changes in a place are told. */
function isTold({ handle, root }: WatchedPlace): boolean {
  return root === undefined ? handle.class.members.every((member) => member.isOwned) : root.isOwned;
}

/** Whether the text of a place is kept until a change is told. */
function mayBeKept({ isTopLevel, root }: PropertyRef): boolean {
  return isTopLevel && root.isOwned;
}
