import type { ValueOf, ValueTypeName } from '../wire/value-types.js';
import type { ChangeOrigin } from './access/writer.js';
import { valueText } from './exception-text.js';
import { ExposedError } from './exposed-error.js';
import { type Json, jsonOfApplication } from './json.js';
import type { ExposedModel } from './model.js';
import { ExposedObjectHandle } from './objects/handle.js';
import type { PropertyRef } from './objects/property-ref.js';
import { checkMembers } from './types/graph/check-members.js';

/**
 * A property of an exposed object, resolved once and kept by application code: drivers, bindings, panels. A keyed
 * element is followed through reorderings; it is an error to use the property when its place is gone. `Value` is what
 * stands there as far as TypeScript can follow the path.
 */
export class ExposedProperty<Value = unknown> {
  readonly #model: ExposedModel;
  #found: PropertyRef;

  /** @internal */
  constructor(model: ExposedModel, ref: PropertyRef) {
    this.#model = model;
    this.#found = ref;
  }

  /** What was found; looked up again after the class of its object was defined anew. */
  get #ref(): PropertyRef {
    const { handle, root } = this.#found;
    if (handle.class.members[root.index] !== root)
      this.#found = this.#model.resolver.property(handle, this.#found.path);
    return this.#found;
  }

  get handle(): ExposedObjectHandle {
    return this.#ref.handle;
  }

  /** Canonical path relative to `handle`, with present indexes. */
  get path(): string {
    return this.#ref.path;
  }

  /** The type's name: `Single`, `Lens[]`, … */
  get typeName(): string {
    return this.#ref.type.name;
  }

  /** The value in memory. @throws ExposedError `property-not-found` when its place is gone. */
  get(): Value {
    return this.#ref.get() as Value;
  }

  /**
   * Writes JSON through the one write path; NaN and infinities may be numbers. `host` is engine code and makes nothing dirty; `user` is an edit.
   * @throws ExposedError when the value cannot be converted, or the member is read-only and not written as the `host`;
   * nothing is changed then.
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
      const told = message.startsWith(path) ? message : `${path}: ${message}`;
      const named = new ExposedError(code, `${nameOf(handle)}/${told}`, {
        ...(cause !== undefined && { cause }),
        ...(where !== undefined && { where }),
      });
      // Not `blamingCaller`: drivers set properties once a frame.
      Error.captureStackTrace(named, this.set);
      throw named;
    }
  }

  /** Sets a copy of a value in memory, of the property's type, as engine code does; read-only members too. */
  copy(value: unknown): void {
    this.#model.writer.copyAsEngine(this.#ref.pinned(), value);
  }
}

/** Refuses what plain JavaScript may give in place of a handle. @throws Error that says where handles come from */
export function checkHandle(call: string, handle: unknown): asserts handle is ExposedObjectHandle {
  if (handle instanceof ExposedObjectHandle) return;
  throw new Error(
    `${call}: expected the handle of an object, got ${valueText(handle)}; take the one that service.objects.register(…) or resolve(key) returns`,
  );
}

/** Refuses what plain JavaScript may give in place of a handle and a path. @throws Error that says where handles come from */
export function checkPlace(call: string, handle: unknown, path: unknown): void {
  checkHandle(`${call} ${valueText(path)}`, handle);
  if (typeof path !== 'string' || path === '')
    throw new Error(
      `${call} ${handle.sourceKey ?? handle.class.name}: the path must be a non-empty string, such as "lens/focalLength", and is ${valueText(path)}`,
    );
}

/** @throws ExposedError that names the object */
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

/** The value at `path` when the property exists, is of that type and can be read; undefined otherwise (VER-3). */
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

/** Writes the value when the property exists, is of that type and can be written; answers whether it did (VER-3). */
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
