import { types } from 'node:util';
import type { Controller } from '../../wire/controls.js';
import { isOverridden, isWritable } from '../classes/declaration-site.js';
import type { MemberDefinition } from '../classes/definition.js';
import { type ApplicationCode, failed } from '../common/application-code.js';
import { reasonOf } from '../common/exception-text.js';
import { ExposedError } from '../common/exposed-error.js';
import { addReferrer } from './referrers.js';
import type { Type } from './type.js';
import { likeTyped } from './typed-array.js';

/** An exposed member with its type resolved. */
export class ExposedMember {
  readonly definition: MemberDefinition;
  /** Copied from the definition once, since definitions have many different shapes. */
  readonly name: string;
  readonly isReadOnly: boolean;
  /** True if files save it: fields by default, properties only if marked (OBJ-14), read-only members never. */
  readonly isPersistable: boolean;
  /** True if it is the key of elements in keyed collections. */
  readonly isKey: boolean;
  readonly site: MemberDefinition['site'];
  readonly type: Type;
  /** The index among all members of the class, inherited ones first; also the index in snapshots. */
  readonly index: number;
  /** `"name"` and `"name":` as JSON. */
  readonly jsonName: string;
  readonly jsonKey: string;
  /**
   * True for a data property of the service that contains no object: setting it cannot fail and has no side
   * effects.
   */
  readonly isPlainStorage: boolean;
  readonly get: (target: object) => unknown;
  readonly set: ((target: object, value: unknown) => void) | undefined;
  /** The name of the class that declares it. */
  readonly declaredBy: string;
  readonly #code: ApplicationCode;
  readonly #isObserved: boolean;
  /** Objects whose getter threw on the last read; undefined if there are none. */
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
    this.site = definition.site;
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
   * Returns the value; `failed` if the getter throws or returns an invalid value, which is logged once until it works
   * again (ERR-7). `get` is the getter itself, whose exceptions are not caught.
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

  /**
   * Returns the value. @throws ExposedError `get-failed` if the getter throws, which is logged once until it works
   * again
   */
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

  /** Returns the sanitized result of the getter; storage of the service needs no sanitizing. */
  #given(target: object): unknown {
    const value = this.get(target);
    if (this.#isObserved) return value;
    if (types.isPromise(unwatched(value))) {
      throw new TypeError(`expected ${this.type.name}, got a promise: keep what it gives, and give that`);
    }
    return this.type.sanitize(value);
  }

  /**
   * Returns the setter, which keeps the kind of a typed array. Asynchronous setters are not awaited, but their
   * rejections are logged.
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

  /** Class and member for the log: `Lamp.power`. */
  get where(): string {
    return `${this.declaredBy}.${this.definition.name}`;
  }

  /**
   * True if it is read-only in an object whose class, which may not be exposed, has overridden it with only a
   * getter.
   */
  isReadOnlyIn(target: object): boolean {
    const { site } = this;
    return this.isReadOnly || (site !== undefined && !isWritable(target, site.key));
  }

  get persistScope(): 'scene' | 'project' {
    return this.definition.persistScope ?? 'scene';
  }

  /** True if the service owns the storage, so that it only changes through the write path, at any depth. */
  get isOwned(): boolean {
    return this.#isObserved && this.type.keepable;
  }

  /** The storage of the value; application code if nothing else is known. */
  get backing(): 'owned' | 'field' | 'accessor' | 'code' {
    return this.#isObserved ? 'owned' : (this.definition.backing ?? 'code');
  }

  /**
   * True if reading or writing it runs application code, which may be in a derived class. The getter may compute, and
   * the setter may throw or have side effects.
   */
  runsCode(target: object): boolean {
    const { backing } = this;
    if (backing !== 'accessor') return backing === 'code';
    const { site } = this;
    return site !== undefined && isOverridden(site, target);
  }

  get controller(): Controller {
    return this.definition.controller ?? { type: 'Default' };
  }
}

/** Handles the rejection of a possible promise, which would otherwise end the process. */
function unwatched(value: unknown): unknown {
  if (types.isPromise(value)) value.catch(() => {});
  return value;
}
