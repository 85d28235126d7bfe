import type { ExposedObjectHandle, RegisterOptions, RemoteControlService } from '../../../service/index.js';
import type { ObjectSpec, SceneDocument } from '../document.js';
import type { ObjectValues } from './object-values.js';

/** The objects of a scene file that have no game object, among them those of static classes. */
export class PlainObjects {
  readonly #service: RemoteControlService;
  readonly #values: ObjectValues;
  #handles: ExposedObjectHandle[] = [];
  #described: { readonly handle: ExposedObjectHandle; readonly spec: ObjectSpec }[] = [];

  constructor(service: RemoteControlService, values: ObjectValues) {
    this.#service = service;
    this.#values = values;
  }

  /** Registers the objects, so that others can refer to them. */
  build({ classes = {}, objects = [] }: SceneDocument): void {
    for (const [name, { kind }] of Object.entries(classes))
      if (kind === 'static') this.#register(name, { sourceKey: name });
    this.#described = objects.map((spec) => ({ handle: this.#handleOf(spec), spec }));
  }

  /** Sets their values, when all objects exist. */
  fill(): void {
    const owners = this.#described.map(({ handle, spec }) => {
      const { target, class: cls, id } = handle;
      return { target, className: cls.name, id, spec, written: spec };
    });
    for (const owner of owners) this.#values.setMembers(owner);
    for (const owner of owners) this.#values.registerImages(owner);
    for (const owner of owners) this.#values.setPaths(owner);
    for (const { handle } of this.#described) this.#service.model.recaptureDefaults(handle);
  }

  /** Returns the objects to their initial values; `copy` copies the members of a new object. */
  reset(copy: (fresh: object, to: object) => void): void {
    for (const { class: cls, target } of this.#handles)
      copy(fresh(cls.definition.constructorFunction), target);
    this.fill();
  }

  end(): void {
    for (const handle of this.#handles.splice(0)) this.#service.objects.unregister(handle);
  }

  #handleOf({ class: className, key, name }: ObjectSpec): ExposedObjectHandle {
    const cls = this.#service.classes.find(className);
    if (cls === undefined) throw new Error(`unknown class "${className}"`);
    if (cls.kind === 'static') return this.#service.objects.required(cls.name);
    return this.#register(cls.name, {
      ...(key !== undefined && { sourceKey: key }),
      ...(name !== undefined && { name }),
    });
  }

  #register(className: string, options: RegisterOptions): ExposedObjectHandle {
    const { classes, objects } = this.#service;
    const target = fresh(classes.find(className)!.definition.constructorFunction);
    const handle = objects.register(target, { className, ...options });
    this.#handles.push(handle);
    return handle;
  }
}

function fresh(constructorFunction: Function): object {
  return Reflect.construct(constructorFunction, []) as object;
}
