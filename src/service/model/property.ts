import type { ValueOf, ValueTypeName } from '../../wire/value-types.js';
import { valueText } from '../common/exception-text.js';
import { ExposedError } from '../common/exposed-error.js';
import { type Json, jsonOfApplication } from '../common/json.js';
import type { ChangeOrigin } from '../members/writer.js';
import { ExposedObjectHandle } from '../objects/handle.js';
import type { PropertyRef } from '../objects/property-ref.js';
import { checkMembers } from '../types/graph/check-members.js';
import type { ExposedModel } from './model.js';

/**
 * A property of an exposed object, resolved once and kept by application code such as drivers and bindings.
 * A keyed element is followed when it moves; using it throws once it no longer exists.
 */
export class ExposedProperty<Value = unknown> {
  readonly #model: ExposedModel;
  #found: PropertyRef;

  /** @internal */
  constructor(model: ExposedModel, ref: PropertyRef) {
    this.#model = model;
    this.#found = ref;
  }

  /** The resolved property; resolved again if the class of its object was redefined. */
  get #ref(): PropertyRef {
    const { handle, root } = this.#found;
    if (handle.class.members[root.index] !== root)
      this.#found = this.#model.resolver.property(handle, this.#found.path);
    return this.#found;
  }

  get handle(): ExposedObjectHandle {
    return this.#ref.handle;
  }

  /** The canonical path relative to `handle`, with current indexes. */
  get path(): string {
    return this.#ref.path;
  }

  /** The name of the type: `Single`, `Lens[]`, … */
  get typeName(): string {
    return this.#ref.type.name;
  }

  /**
   * Returns the value in memory.
   * @throws ExposedError `property-not-found` if the property no longer exists
   */
  get(): Value {
    return this.#ref.get() as Value;
  }

  /**
   * Sets the value from JSON, which may contain NaN and infinities as numbers. `host` writes as engine code, which
   * makes nothing dirty; `user` writes as an edit.
   * @throws ExposedError if the value cannot be converted, or the member is read-only and `origin` is not `host`;
   * nothing is changed then
   */
  set(value: Json, origin: ChangeOrigin = 'host'): void {
    try {
      const ref = this.#ref.pinned();
      if (typeof value === 'object' && value !== null) checkMembers(ref.type, value, ref.get(), ref.path);
      const json = jsonOfApplication(value);
      if (origin === 'host') this.#model.writer.writeAsEngine(ref, json);
      else this.#model.writer.write(ref, json, origin);
    } catch (error) {
      if (!(error instanceof ExposedError)) throw error;
      const { handle, path } = this.#found;
      const { code, message, cause, where } = error;
      const detail = message.startsWith(path) ? message : `${path}: ${message}`;
      const named = new ExposedError(code, `${nameOf(handle)}/${detail}`, {
        ...(cause !== undefined && { cause }),
        ...(where !== undefined && { where }),
      });
      // `blamingCaller` would be too slow, because drivers set properties every frame.
      Error.captureStackTrace(named, this.set);
      throw named;
    }
  }

  /** Sets a copy of a value of the property's type, as engine code does; also for read-only members. */
  copy(value: unknown): void {
    this.#model.writer.copyAsEngine(this.#ref.pinned(), value);
  }
}

/** Checks a handle, for plain JavaScript. @throws Error that explains how to get a handle */
export function checkHandle(call: string, handle: unknown): asserts handle is ExposedObjectHandle {
  if (handle instanceof ExposedObjectHandle) return;
  throw new Error(
    `${call}: expected the handle of an object, got ${valueText(handle)}; take the one that service.objects.register(…) or resolve(key) returns`,
  );
}

/**
 * Checks a handle and a path, for plain JavaScript.
 * @throws Error that explains how to get a handle, or names the object
 */
export function checkPlace(
  call: string,
  handle: unknown,
  path: unknown,
  expected = 'be a non-empty string, such as "lens/focalLength"',
): asserts handle is ExposedObjectHandle {
  checkHandle(`${call} ${valueText(path)}`, handle);
  if (typeof path !== 'string' || path === '')
    throw new Error(`${call} ${nameOf(handle)}: the path must ${expected}, and is ${valueText(path)}`);
}

/**
 * Checks the arguments of `invoke`.
 * @throws Error with an example
 */
export function checkCall(handle: unknown, path: unknown, args: unknown): void {
  checkPlace('invoke', handle, path, 'name a function, such as "fadeTo"');
  if (!Array.isArray(args))
    throw new Error(
      `invoke ${nameOf(handle)}/${path}: the arguments must be an array, such as [0.5], and are ${valueText(args)}`,
    );
}

/**
 * Resolves a property.
 * @throws ExposedError that names the object
 */
export function resolved(model: ExposedModel, handle: ExposedObjectHandle, path: string): PropertyRef {
  try {
    return model.resolver.property(handle, path);
  } catch (error) {
    if (!(error instanceof ExposedError)) throw error;
    const name = nameOf(handle);
    const says = error.code === 'property-not-found' ? `${name} has no property` : `${name}:`;
    throw new ExposedError(error.code, `${says} ${error.message}`);
  }
}

function nameOf({ sourceKey, class: cls }: ExposedObjectHandle): string {
  return sourceKey ?? cls.name;
}

/** Returns the value at `path` if the property exists, has that type and can be read; otherwise undefined (VER-3). */
export function tryGetValue<T extends ValueTypeName>(
  model: ExposedModel,
  handle: ExposedObjectHandle,
  path: string,
  type: T,
): ValueOf<T> | undefined {
  const value = unlessRefused(() => {
    const ref = model.resolver.property(handle, path);
    return ref.type.name === type ? ref.get() : undefined;
  });
  return value as ValueOf<T> | undefined;
}

/** Writes the value if the property exists, has that type and can be written; returns true if it did (VER-3). */
export function trySetValue<T extends ValueTypeName>(
  model: ExposedModel,
  handle: ExposedObjectHandle,
  path: string,
  type: T,
  value: ValueOf<T>,
): boolean {
  const isWritten = unlessRefused(() => {
    const ref = model.resolver.property(handle, path);
    if (ref.type.name !== type || ref.isReadOnly) return false;
    model.writer.write(ref.pinned(), jsonOfApplication(value as Json), 'user');
    return true;
  });
  return isWritten === true;
}

function unlessRefused<T>(attempt: () => T): T | undefined {
  try {
    return attempt();
  } catch (error) {
    if (error instanceof ExposedError) return undefined;
    throw error;
  }
}
