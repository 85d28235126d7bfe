import { types } from 'node:util';
import { type ApplicationCode, failed } from '../application-code.js';
import type { Controller } from '../classes/controllers.js';
import type { MemberDefinition } from '../classes/definition.js';
import { isOverridden, isWritable } from '../classes/place.js';
import { reasonOf } from '../exception-text.js';
import { ExposedError } from '../exposed-error.js';
import { addReferrer } from './referrers.js';
import type { Type } from './type.js';
import { likeTyped } from './typed-array.js';

/** An exposed member with its type resolved. */
export class ExposedMember {
  readonly definition: MemberDefinition;
  /** This and what follows from the definition besides is taken out of it once: definitions are of as many shapes as there are. */
  readonly name: string;
  readonly isReadOnly: boolean;
  /** Fields are persisted, properties only when marked so (OBJ-14); what cannot be written cannot be restored. */
  readonly isPersistable: boolean;
  /** The key of its elements in keyed collections. */
  readonly isKey: boolean;
  readonly place: MemberDefinition['place'];
  readonly type: Type;
  /** Position among all members of the class, inherited ones first; also the index in snapshots. */
  readonly index: number;
  /** `"name"`, and `"name":`, ready to be written. */
  readonly jsonName: string;
  readonly jsonKey: string;
  /** True for a data property of the service's own that leads to no object: to set it can neither fail nor do anything else. */
  readonly isPlainStorage: boolean;
  readonly get: (target: object) => unknown;
  readonly set: ((target: object, value: unknown) => void) | undefined;
  /** Name of the class that declares it. */
  readonly declaredBy: string;
  readonly #code: ApplicationCode;
  readonly #isObserved: boolean;
  /** Objects whose getter threw when it was asked last; undefined while there is none. */
  #failing: WeakSet<object> | undefined;

  constructor(
    definition: MemberDefinition,
    type: Type,
    index: number,
    className: string,
    code: ApplicationCode,
  ) {
    this.definition = definition;
    this.name = definition.name;
    this.isKey = definition.key === true;
    this.place = definition.place;
    this.#isObserved = definition.observed === true;
    this.declaredBy = className;
    this.#code = code;
    this.type = type;
    this.index = index;
    this.jsonName = JSON.stringify(definition.name);
    this.jsonKey = `${this.jsonName}:`;
    this.isPlainStorage = this.#isObserved && definition.backing === 'field' && type.kind === 'leaf';
    this.get = definition.get;
    this.set = this.#setter();
    this.isReadOnly = definition.readOnly === true || this.set === undefined;
    this.isPersistable = (definition.persist ?? definition.kind === 'field') && !this.isReadOnly;
  }

  /**
   * The value; `failed` when the getter throws or gives what cannot be gone through, which is logged once until it works
   * again (ERR-7). `get` is the bare getter, for those who let what it throws pass.
   */
  read(target: object): unknown {
    try {
      const value = this.#given(target);
      this.#failing?.delete(target);
      return value;
    } catch (error) {
      this.#noteFailure(target, error);
      return failed;
    }
  }

  /** The value. @throws ExposedError `get-failed` when the getter throws, which is logged once until it works again. */
  readOrThrow(target: object): unknown {
    try {
      const value = this.#given(target);
      this.#failing?.delete(target);
      return value;
    } catch (error) {
      this.#noteFailure(target, error);
      throw new ExposedError('get-failed', `${this.where}: ${reasonOf(error)}`, { cause: error });
    }
  }

  /** What can be gone through of what the getter gives; storage of the service's own holds nothing else. */
  #given(target: object): unknown {
    const value = this.get(target);
    if (this.#isObserved) return value;
    if (types.isPromise(unwatched(value))) {
      throw new TypeError(`expected ${this.type.name}, got a promise: keep what it gives, and give that`);
    }
    return this.type.admit(value);
  }

  /**
   * What sets it: where application code holds a typed array, with one of the same kind. Nobody waits for a setter that is
   * asynchronous, but what it rejects with is told.
   */
  #setter(): ExposedMember['set'] {
    const { get, set, observed } = this.definition;
    if (set === undefined || (observed === true && this.type.kind === 'leaf')) return set;
    if (observed === true) {
      return (target, value) => {
        set(target, value);
        if (this.type.refers) addReferrer(target, value);
      };
    }
    const call: (target: object, value: unknown) => unknown = set;
    return (target, value) => {
      const isTyped = this.type.kind !== 'leaf' && Array.isArray(value);
      const result = call(target, isTyped ? likeTyped(value, () => unwatched(get(target))) : value);
      if (types.isPromise(result)) result.catch((error: unknown) => this.#code.report(this.where, error));
    };
  }

  #noteFailure(target: object, error: unknown): void {
    this.#failing ??= new WeakSet();
    if (this.#failing.has(target)) return;
    this.#failing.add(target);
    this.#code.report(this.where, error);
  }

  /** Class and member, for the log: `Lamp.power`. */
  get where(): string {
    return `${this.declaredBy}.${this.definition.name}`;
  }

  /** The same in one object: a class that is not exposed may have put a getter alone in front of it. */
  isReadOnlyIn(target: object): boolean {
    const { place } = this;
    return this.isReadOnly || (place !== undefined && !isWritable(target, place.key));
  }

  get persistScope(): 'scene' | 'project' {
    return this.definition.persistScope ?? 'scene';
  }

  /** True when the service owns what is stored: it changes through the write path alone, whatever its depth. */
  get isOwned(): boolean {
    return this.#isObserved && this.type.keepable;
  }

  /** What stands behind it; the application's code where nothing else is known. */
  get backing(): 'owned' | 'field' | 'accessor' | 'code' {
    return this.#isObserved ? 'owned' : (this.definition.backing ?? 'code');
  }

  /**
   * True when the application's code stands behind it in `target`: a derived class may have put a getter and a setter of its
   * own in front of an accessor. Its getter may compute, and its setter may throw and may change anything else.
   */
  runsCode(target: object): boolean {
    const { backing } = this;
    if (backing !== 'accessor') return backing === 'code';
    const { place } = this;
    return place !== undefined && isOverridden(place, target);
  }

  get controller(): Controller {
    return this.definition.controller ?? { type: 'Default' };
  }
}

/** What may be a promise that nobody else will look at: a rejection that nobody looks at ends the process. */
function unwatched(value: unknown): unknown {
  if (types.isPromise(value)) value.catch(() => {});
  return value;
}
