import { blamingCaller } from '../classes/caller.js';
import { hasDecoratedMembers } from '../classes/collected-declarations.js';
import { wrapperClassName } from '../classes/wrappers.js';
import { type ApplicationCode, callOutside } from '../common/application-code.js';
import { checkNames } from '../common/check-options.js';
import { describePath } from '../common/describe-path.js';
import { valueText } from '../common/exception-text.js';
import { ExposedError } from '../common/exposed-error.js';
import { nameProblem } from '../common/name-rules.js';
import type { HostIds, HostObjects, Unsubscribe } from '../host.js';
import type { ClassTable } from '../types/class-table.js';
import type { ObjectLookup } from '../types/environment.js';
import type { ExposedClass } from '../types/exposed-class.js';
import { checkInitialValues } from '../types/initial-values.js';
import { ExposedObjectHandle } from './handle.js';

export interface RegisterOptions {
  /** The stable name in files and paths: any string without `.`, `[`, `]` and `/` of at most 1,024 characters. */
  readonly sourceKey?: string;
  /** The exposed class, if the target's constructor does not determine it: for wrappers and static classes. */
  readonly className?: string;
  /** `@name` of an object that is not an engine object. */
  readonly name?: string;
}

const registerOptions = { sourceKey: true, className: true, name: true } satisfies Record<
  keyof RegisterOptions,
  true
>;

export interface RegistryListener {
  added?(handle: ExposedObjectHandle): void;
  removed?(handle: ExposedObjectHandle): void;
  /** Called when the registration of another object under the same source key was rejected. */
  rivalled?(handle: ExposedObjectHandle): void;
}

const listenerNames = { added: true, removed: true, rivalled: true } satisfies Record<
  keyof RegistryListener,
  true
>;

/** Returns the id that an object takes over from a previous one; undefined for a new id. */
export type KeptIds = (target: object, cls: ExposedClass, options: RegisterOptions) => string | undefined;

const forbiddenInKey = /[.[\]/]/;
const decimalId = /^-?\d{1,19}$/;
const componentReference = /^([^.[\]/]+)\.components\[([^\]]+)\]$/;

/** The exposed objects of a session: handles by id, source key and target. */
export class ExposedObjectRegistry implements ObjectLookup, Iterable<ExposedObjectHandle> {
  readonly #ids: HostIds;
  readonly #host: HostObjects;
  readonly #code: ApplicationCode;
  #classes!: ClassTable;
  readonly #byId = new Map<string, ExposedObjectHandle>();
  readonly #byKey = new Map<string, ExposedObjectHandle>();
  readonly #byTarget = new Map<object, ExposedObjectHandle>();
  #listeners: readonly RegistryListener[] = [];
  #idProvider: KeptIds | undefined;
  #version = 0;
  #keyedCollectionVersion = 0;

  /** @internal */
  constructor(ids: HostIds, host: HostObjects, code: ApplicationCode) {
    this.#ids = ids;
    this.#host = host;
    this.#code = code;
  }

  /**
   * Connects the class table, which the registry needs to find classes. The table needs the registry first, to write
   * references.
   */
  connect(classes: ClassTable): void {
    this.#classes = classes;
    classes.onChanged(() => this.touch());
  }

  get size(): number {
    return this.#byId.size;
  }

  /** Increases with every change of how objects appear in others: registrations, names, assets. */
  get version(): number {
    return this.#version;
  }

  /** Invalidates all cached JSON. */
  touch(): void {
    this.#version++;
  }

  /** Increases with every `notifyKeyedCollectionChanged`; invalidates cached paths (PTH-7, PTH-8). */
  get keyedCollectionVersion(): number {
    return this.#keyedCollectionVersion;
  }

  /** Must be called after application code has rebuilt the elements of a keyed collection. */
  notifyKeyedCollectionChanged(): void {
    this.keyedCollectionWritten();
    this.touch();
  }

  /** Called by the write path: invalidates cached paths, but not the JSON of other objects. */
  keyedCollectionWritten(): void {
    this.#keyedCollectionVersion++;
  }

  /**
   * Exposes an object. Returns the present handle if it is registered with the same class and key.
   * @throws Error if its class is not exposed, it is registered differently, or the source key is malformed or
   * taken
   */
  register<T extends object>(target: T, options: RegisterOptions = {}): ExposedObjectHandle<T> {
    return blamingCaller(this.register, () => this.#register(target, options));
  }

  #register<T extends object>(target: T, options: RegisterOptions): ExposedObjectHandle<T> {
    checkNames('register', options, registerOptions, "{ sourceKey: 'lamp' }");
    for (const name of ['name', 'className'] as const) {
      const given = options[name];
      if (given !== undefined && (typeof given !== 'string' || given === ''))
        throw new Error(`register: ${name} must be a non-empty string, and is ${valueText(given)}`);
    }
    const cls = this.#classToRegister(target, options);
    const { sourceKey } = options;
    const existing = this.#byTarget.get(target);
    if (existing !== undefined) return requireSame(existing, cls, options) as ExposedObjectHandle<T>;
    if (sourceKey !== undefined) this.#requireFreeKey(sourceKey);
    checkInitialValues(cls, target);
    const handle = new ExposedObjectHandle({
      id: this.#idProvider?.(target, cls, options) ?? this.#ids.next().toString(),
      target,
      class: cls,
      sourceKey,
      isRegistered: true,
      name: () => this.#host.name(target) ?? options.name ?? sourceKey ?? cls.name,
    });
    this.#add(handle);
    return handle;
  }

  /**
   * Registers a handle again after `unregister`. @returns false if its object is destroyed, or its id or key is
   * taken
   */
  registerAgain(handle: ExposedObjectHandle): boolean {
    const { id, sourceKey, target } = handle;
    const isTaken =
      this.#byId.has(id) ||
      this.#byTarget.has(target) ||
      (sourceKey !== undefined && this.#byKey.has(sourceKey));
    if (isTaken || this.isDestroyed(target)) return false;
    this.#add(handle);
    return true;
  }

  #add(handle: ExposedObjectHandle): void {
    this.#byId.set(handle.id, handle);
    if (handle.sourceKey !== undefined) this.#byKey.set(handle.sourceKey, handle);
    this.#byTarget.set(handle.target, handle);
    this.#version++;
    this.#notify('added', handle);
  }

  /** Sets a function that provides the ids of objects to register; undefined for new random ids. */
  keepIds(find: KeptIds | undefined): void {
    this.#idProvider = find;
  }

  /** Unregisters an object; does nothing if it is not registered. */
  unregister(handle: ExposedObjectHandle): void {
    blamingCaller(this.unregister, () => {
      if (!(handle instanceof ExposedObjectHandle))
        throw new Error(
          `unregister: expected the handle of an object, got ${valueText(handle)}; take the one that register(…) or byTarget(object) returns`,
        );
    });
    if (!this.#byId.delete(handle.id)) return;
    if (handle.sourceKey !== undefined) this.#byKey.delete(handle.sourceKey);
    this.#byTarget.delete(handle.target);
    this.#version++;
    this.#notify('removed', handle);
  }

  /** Calls `listener` for every object added or removed. An exception is logged and has no other effect. */
  observe(listener: RegistryListener): Unsubscribe {
    blamingCaller(this.observe, () =>
      checkNames('observe', listener, listenerNames, '{ added: (handle) => … }'),
    );
    this.#listeners = [...this.#listeners, listener];
    return () => {
      this.#listeners = this.#listeners.filter((other) => other !== listener);
    };
  }

  #notify(what: keyof RegistryListener, handle: ExposedObjectHandle): void {
    const version = this.#version;
    for (const listener of this.#listeners) {
      // If a listener has removed the object again, the others have already been notified of the removal.
      const mayBeRemoved = what === 'added' && this.#version !== version;
      if (mayBeRemoved && this.#byId.get(handle.id) !== handle) return;
      if (listener[what] === undefined) continue;
      const where = () => `A listener of the registry (${what} ${handle.class.name})`;
      callOutside(this.#code, where, () => listener[what]?.(handle));
    }
  }

  /** Iterates in the order of registration. */
  [Symbol.iterator](): Iterator<ExposedObjectHandle> {
    return this.#byId.values();
  }

  /**
   * Returns the object for an `{id}`: a session id, a source key, a static class name, or an engine object id. An engine
   * object of an exposed class is wrapped without being registered (OBJ-5).
   */
  resolve(text: string): ExposedObjectHandle | undefined {
    const handle = this.#byId.get(text) ?? this.#byKey.get(text);
    if (handle !== undefined) return handle;
    if (!decimalId.test(text)) return undefined;
    const target = this.instanceIdToObject(BigInt(text));
    return target && (this.byTarget(target) ?? this.#wrapForRequest(target));
  }

  /** Like `resolve`, for requests. @throws ExposedError `object-not-found` */
  required(text: string): ExposedObjectHandle {
    const handle = this.resolve(text);
    if (handle === undefined) throw new ExposedError('object-not-found', text);
    return handle;
  }

  bySourceKey(sourceKey: string): ExposedObjectHandle | undefined {
    return this.#byKey.get(sourceKey);
  }

  /** Returns the handle of a target; undefined if it is not registered. */
  byTarget(target: object): ExposedObjectHandle | undefined {
    return this.#byTarget.get(target);
  }

  /** Returns the living engine object with a numeric id; the only call of the engine's lookup (VER-2). */
  instanceIdToObject(instanceId: number | bigint): object | undefined {
    return this.#host.instanceIdToObject(BigInt(instanceId));
  }

  resolveReference(text: string): object | undefined {
    const direct = this.resolve(text)?.target;
    if (direct !== undefined) return direct;
    const match = componentReference.exec(text);
    const owner = match && this.#byKey.get(match[1]!);
    return owner ? this.component(owner, match![2]!) : undefined;
  }

  /**
   * Returns the component with a type name, or at an index among the exposed ones. If several have the type, the
   * handle's own comes first, so that settings can address each that has a key.
   */
  component(handle: ExposedObjectHandle, typeOrIndex: string): object | undefined {
    const components = this.exposedComponents(handle.target);
    if (/^\d+$/.test(typeOrIndex)) return components[Number(typeOrIndex)];
    const cls = this.#classes.find(typeOrIndex);
    const ofType = components.filter((component) => this.classOf(component) === cls);
    return ofType.includes(handle.target) ? handle.target : ofType[0];
  }

  /** Returns the exposed components of a target's game object, in the engine's order. */
  exposedComponents(target: object): object[] {
    const gameObject = this.#host.gameObject(target);
    if (gameObject === undefined) return [];
    return this.#host.components(gameObject).filter((component) => this.classOf(component) !== undefined);
  }

  fileKey(target: object): string | undefined {
    const own = this.#byTarget.get(target)?.sourceKey;
    if (own !== undefined) return own;
    const gameObject = this.#host.gameObject(target);
    const cls = this.classOf(target);
    if (gameObject === undefined || gameObject === target || cls === undefined) return undefined;
    const owner = this.onGameObject(gameObject).find(({ sourceKey }) => sourceKey !== undefined);
    if (owner === undefined) return undefined;
    const components = this.exposedComponents(gameObject);
    const isUnique = components.filter((component) => this.classOf(component) === cls).length === 1;
    return `${owner.sourceKey}.components[${isUnique ? cls.name : components.indexOf(target)}]`;
  }

  classOf(target: object): ExposedClass | undefined {
    return this.byTarget(target)?.class ?? this.#classes.classOf(target);
  }

  /** Returns the name of an engine object; undefined for others. */
  nameOf(target: object): string | undefined {
    return this.#host.name(target);
  }

  isDestroyed(target: object): boolean {
    return this.#host.isDestroyed(target);
  }

  instanceId(target: object): bigint | undefined {
    return this.#host.instanceId(target);
  }

  /** Returns the handle that represents a game object: its wrapper, or its first registered component. */
  ofGameObject(gameObject: object): ExposedObjectHandle | undefined {
    const wrapper = this.byTarget(gameObject);
    if (wrapper !== undefined) return wrapper;
    for (const component of this.#host.components(gameObject)) {
      const handle = this.byTarget(component);
      if (handle !== undefined) return handle;
    }
    return undefined;
  }

  /** Returns the registered wrapper of an engine object's game object; undefined if there is none. */
  wrapperOf(target: object): ExposedObjectHandle | undefined {
    const gameObject = this.#host.gameObject(target);
    return gameObject && this.byTarget(gameObject);
  }

  /** Returns all handles on a game object: its wrapper and its components. */
  onGameObject(gameObject: object): ExposedObjectHandle[] {
    const targets = [gameObject, ...this.#host.components(gameObject)];
    return targets.flatMap((target) => this.byTarget(target) ?? []);
  }

  #classToRegister(target: object, { className, sourceKey }: RegisterOptions): ExposedClass {
    const where = sourceKey === undefined ? 'register' : `register ${JSON.stringify(sourceKey)}`;
    if ((typeof target !== 'object' && typeof target !== 'function') || target === null)
      throw new Error(`${where}: expected an object of an exposed class, got ${valueText(target)}`);
    this.#classes.takeLate();
    const cls = className === undefined ? this.#classes.classOf(target) : this.#classes.find(className);
    if (cls !== undefined) return cls;
    const problem = this.#classes.problem(className ?? target);
    if (problem !== undefined) throw new Error(problem.message, { cause: problem });
    if (className === undefined && isClassless(target)) {
      throw new Error(
        `${where}: expected an object of an exposed class, got ${describeClassless(target)}; make it an instance of a class, and ` +
          "expose that with @exposedClass() or exposeClass(Lamp, { fields: { level: { type: 'Single' } } })",
      );
    }
    const name = className ?? target.constructor?.name ?? 'object';
    if (className === undefined && hasDecoratedMembers(target.constructor)) {
      throw new Error(
        `${name} has decorated members and is not exposed itself: put @exposedClass() before the class`,
      );
    }
    throw new Error(
      `${name} is not an exposed class: decorate it with @exposedClass(), or expose it with exposeClass(${name}, …), ` +
        'before its object is registered',
    );
  }

  #requireFreeKey(sourceKey: string): void {
    if (typeof sourceKey !== 'string')
      throw new Error(`sourceKey must be a string, got ${JSON.stringify(sourceKey) ?? typeof sourceKey}`);
    if (sourceKey === '' || forbiddenInKey.test(sourceKey)) {
      throw new Error(`Source key "${sourceKey}" must not be empty or contain . [ ] /`);
    }
    const why = nameProblem(sourceKey);
    if (why !== undefined) throw new Error(`Source key "${describePath(sourceKey)}" ${why}`);
    const present = this.#byKey.get(sourceKey);
    if (present === undefined) return;
    this.#notify('rivalled', present);
    throw new Error(
      `Source key "${sourceKey}" is taken by ${present.class.name} "${present.name}"; use another key or unregister it first`,
    );
  }

  #wrapForRequest(target: object): ExposedObjectHandle | undefined {
    const isGameObject = this.#host.gameObject(target) === target;
    const cls =
      this.#classes.classOf(target) ?? (isGameObject ? this.#classes.find(wrapperClassName) : undefined);
    if (cls === undefined) return undefined;
    return new ExposedObjectHandle({
      id: String(this.#host.instanceId(target)),
      target,
      class: cls,
      isRegistered: false,
      name: () => this.#host.name(target) ?? cls.name,
    });
  }
}

/** Returns the present handle. @throws Error if the class or the source key differs */
function requireSame(
  present: ExposedObjectHandle,
  cls: ExposedClass,
  { sourceKey }: RegisterOptions,
): ExposedObjectHandle {
  const isSame =
    present.class.name === cls.name && (sourceKey === undefined || sourceKey === present.sourceKey);
  if (isSame) return present;
  const as = (of: ExposedClass, key: string | undefined) =>
    key === undefined ? `as ${of.name}` : `as ${of.name} under the source key "${key}"`;
  throw new Error(
    `The object is registered already, ${as(present.class, present.sourceKey)}: it cannot be registered ` +
      `${as(cls, sourceKey)} too; unregister it first`,
  );
}

/** True for plain objects, arrays, and classes in place of their instances. */
function isClassless(target: object): boolean {
  if (typeof target === 'function' || Array.isArray(target)) return true;
  const prototype: unknown = Object.getPrototypeOf(target);
  return prototype === null || prototype === Object.prototype;
}

function describeClassless(target: object): string {
  if (typeof target === 'function')
    return `the class ${target.name} itself, whose static members need no register`;
  return Array.isArray(target)
    ? valueText(target)
    : `a plain object {${Object.keys(target).slice(0, 8).join(', ')}}`;
}
