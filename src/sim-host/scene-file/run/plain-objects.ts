import type { ExposedObjectHandle, RemoteControlService } from '../../../service/index.js';
import type { ObjectSpec } from '../document.js';
import type { ObjectValues } from './object-values.js';

interface RegisteredObject {
  readonly handle: ExposedObjectHandle;
  readonly spec: ObjectSpec;
  /** False for the object of a static class, which exists anyway. */
  readonly isOwn: boolean;
}

/** The objects of a scene file that have no game object. */
export class PlainObjects {
  readonly #service: RemoteControlService;
  readonly #values: ObjectValues;
  #all: RegisteredObject[] = [];

  constructor(service: RemoteControlService, values: ObjectValues) {
    this.#service = service;
    this.#values = values;
  }

  /** Registers the objects, so that others can refer to them. */
  build(specs: readonly ObjectSpec[]): void {
    this.#all = specs.map((spec) => this.#register(spec));
  }

  /** Sets their values, when all objects exist. */
  fill(): void {
    for (const { handle, spec } of this.#all) {
      const owner = ownerOf(handle, spec);
      this.#values.setMembers(owner);
      this.#values.registerImages(owner);
    }
    for (const { handle, spec } of this.#all) {
      this.#values.setReferences(ownerOf(handle, spec));
      this.#values.setPaths(ownerOf(handle, spec));
      this.#service.model.recaptureDefaults(handle);
    }
  }

  /** Returns the objects to their initial values; `copy` copies the members of a new object. */
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
    if (cls === undefined) throw new Error(`unknown class "${spec.class}"`);
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

function ownerOf({ target, class: cls, id }: ExposedObjectHandle, spec: ObjectSpec) {
  return { target, className: cls.name, id, spec, written: spec };
}
