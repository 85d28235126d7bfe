import { ExposedError } from '../common/exposed-error.js';
import type { Json, JsonObject } from '../common/json.js';
import type { TypeEnvironment } from './environment.js';
import type { ExposedClass } from './exposed-class.js';
import type { CompositeKind, Shown } from './graph/kinds.js';
import { StructuralType } from './graph/structural.js';
import { notConvertible } from './values/value-type.js';

/**
 * A class or struct as a member's type: inline, or a reference if the value is registered. Engine objects are always
 * references, written as `{"@ref"}` or null. Handles single objects; walks over their members are in graph/.
 */
export class CompositeType extends StructuralType implements CompositeKind {
  readonly kind = 'composite';
  readonly name: string;
  readonly #resolve: () => ExposedClass | undefined;
  readonly #environment: TypeEnvironment;

  /**
   * `resolve` returns the class on first use, since classes may refer to each other; undefined means any engine
   * object.
   */
  constructor(name: string, resolve: () => ExposedClass | undefined, environment: TypeEnvironment) {
    super();
    this.name = name;
    this.#resolve = resolve;
    this.#environment = environment;
  }

  /** The declared class; undefined for "any engine object". */
  get class(): ExposedClass | undefined {
    return this.#resolve();
  }

  get isReference(): boolean {
    return this.class?.isEngineClass ?? true;
  }

  get refers(): boolean {
    return this.isReference;
  }

  get keepable(): boolean {
    return this.#environment.classes.keepable(this.class);
  }

  defaultValue(): unknown {
    return this.isReference ? null : this.fresh(this.concrete('its default', 'set-failed'));
  }

  /** Returns the element to append if no value is given: an instance of the first concrete subtype (END-17). */
  freshElement(where: string): unknown {
    if (this.isReference) return null;
    return this.fresh(this.concrete(where, 'append-failed'));
  }

  equal(a: unknown, b: unknown): boolean {
    return (a ?? null) === (b ?? null);
  }

  living(value: unknown): object | undefined {
    const isObject = (typeof value === 'object' && value !== null) || typeof value === 'function';
    return isObject && !this.#environment.objects.isDestroyed(value) ? value : undefined;
  }

  classOfInline(target: object): ExposedClass | undefined {
    const { objects, classes } = this.#environment;
    const declared = this.class;
    const isReference = declared?.definition.kind !== 'struct' && objects.byTarget(target) !== undefined;
    return isReference || typeof target === 'function' ? undefined : (classes.classOf(target) ?? declared);
  }

  shown(value: unknown): Shown | undefined {
    const target = this.living(value);
    if (target === undefined) return undefined;
    const { objects, classes } = this.#environment;
    const declared = this.class;
    const instanceId = objects.instanceId(target);
    const instance = instanceId === undefined ? '' : `,"@instanceID":${instanceId}`;
    const registered = declared?.definition.kind === 'struct' ? undefined : objects.byTarget(target);
    if (registered !== undefined) {
      const { id, class: cls, name } = registered;
      const reference = `{"@type":${cls.jsonName},"@ref":"${id}","@name":${JSON.stringify(name)}${instance}}`;
      return { reference, class: cls, instance };
    }
    const cls = typeof target === 'function' ? undefined : (classes.classOf(target) ?? declared);
    return cls && { reference: undefined, class: cls, instance };
  }

  fileKey(target: object): string | undefined {
    return this.#environment.objects.fileKey(target);
  }

  readReference(reference: Json | undefined, where: string): object {
    const text =
      typeof reference === 'number' || typeof reference === 'bigint' ? String(reference) : reference;
    const target = typeof text === 'string' ? this.#environment.objects.resolveReference(text) : undefined;
    if (target === undefined) throw notConvertible(where, `{"@ref"} of an exposed ${this.name}`, reference);
    const cls = this.#environment.objects.classOf(target);
    const declared = this.class;
    if (declared !== undefined && !(cls?.isA(declared) ?? false)) {
      throw new ExposedError(
        'set-failed',
        `${where}: expected a reference to ${this.name}, got one to ${cls?.name ?? 'an object that is not exposed'}`,
      );
    }
    return target;
  }

  isOfUnknownClass(json: JsonObject): boolean {
    return Object.hasOwn(json, '@type') && this.#classNamed(json['@type']) === undefined;
  }

  #classNamed(name: Json | undefined): ExposedClass | undefined {
    return typeof name === 'string' ? this.#environment.classes.find(name) : undefined;
  }

  wantedClass(json: JsonObject, where: string): ExposedClass | undefined {
    if (!Object.hasOwn(json, '@type')) return undefined;
    const name = json['@type'];
    const cls = this.#classNamed(name);
    if (cls === undefined) throw notConvertible(where, 'the @type of an exposed class', name);
    const declared = this.class;
    if (declared !== undefined && !cls.isA(declared)) throw notConvertible(where, `a ${this.name}`, name);
    if (cls.isAbstract) throw notConvertible(where, `a concrete class, and ${cls.name} is abstract`, name);
    return cls;
  }

  concrete(where: string, code: 'set-failed' | 'append-failed'): ExposedClass {
    const declared = this.class;
    const cls = declared?.isAbstract ? this.#environment.classes.concreteSubtypes(declared)[0] : declared;
    if (cls === undefined)
      throw new ExposedError(code, `${where}: ${this.name} has no concrete exposed subtype`);
    return cls;
  }

  fresh({ name, definition: { create } }: ExposedClass): object {
    if (create === undefined) throw new ExposedError('set-failed', `a ${name} cannot be created by a write`);
    try {
      return create();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new ExposedError('function-failed', `a new ${name}: ${reason}`, { cause: error });
    }
  }
}
