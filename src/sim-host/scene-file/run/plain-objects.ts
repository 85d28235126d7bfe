import type { ExposedObjectHandle, RemoteControlService } from '../../../service/index.js';
import type { ObjectSpec } from '../document.js';
import type { ObjectValues } from './object-values.js';

interface RegisteredObject {
  readonly handle: ExposedObjectHandle;
  readonly spec: ObjectSpec;
  /** A static class has its object anyway. */
  readonly isOwn: boolean;
}

/** The objects of a scene file that sit on no game object. */
export class PlainObjects {
  readonly #service: RemoteControlService;
  readonly #held: ObjectValues;
  #all: RegisteredObject[] = [];

  constructor(service: RemoteControlService, held: ObjectValues) {
    this.#service = service;
    this.#held = held;
  }

  /** Registers them; others may refer to them from here on. */
  build(specs: readonly ObjectSpec[]): void {
    this.#all = specs.map((spec) => this.#register(spec));
  }

  /** Gives them what they hold, when all objects exist that they refer to. */
  fill(): void {
    for (const { handle, spec } of this.#all) {
      const holder = holderOf(handle, spec);
      this.#held.members(holder);
      this.#held.images(holder);
    }
    for (const { handle, spec } of this.#all) {
      this.#held.references(holderOf(handle, spec));
      this.#held.paths(holderOf(handle, spec));
      this.#service.model.recaptureDefaults(handle);
    }
  }

  /** They begin again: `copy` gives an object the values of a fresh one of its class. */
  reset(copy: (fresh: object, to: object) => void): void {
    for (const { handle, isOwn } of this.#all) {
      if (isOwn) copy(fresh(handle.class.definition.constructorFunction), handle.target);
    }
    this.fill();
  }

  end(): void {
    for (const { handle, isOwn } of this.#all) if (isOwn) this.#service.objects.unregister(handle);
    this.#all = [];
  }

  #register(spec: ObjectSpec): RegisteredObject {
    const { objects, classes } = this.#service;
    const cls = classes.find(spec.class);
    if (cls === undefined) throw new Error(`There is no exposed class "${spec.class}"`);
    if (cls.definition.kind === 'static') {
      return { handle: objects.required(cls.name), spec, isOwn: false };
    }
    const target = fresh(cls.definition.constructorFunction);
    const { key, name } = spec;
    const options = { ...(key !== undefined && { sourceKey: key }), ...(name !== undefined && { name }) };
    return { handle: objects.register(target, { className: cls.name, ...options }), spec, isOwn: true };
  }
}

function fresh(constructorFunction: Function): object {
  return Reflect.construct(constructorFunction, []) as object;
}

function holderOf({ target, class: cls, id }: ExposedObjectHandle, spec: ObjectSpec) {
  return { target, className: cls.name, id, spec, written: spec };
}
