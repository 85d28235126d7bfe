import type {
  ExposedObjectHandle,
  Json,
  ObjectOrigin,
  RemoteControlService,
  TransformValue,
} from '../../../service/index.js';
import {
  Component,
  type Engine,
  GameObject,
  gameObjectOf,
  identityTransform,
  instanceIdOf,
  type Scene,
} from '../../engine/index.js';
import type { ComponentSpec, GameObjectSpec, PartialTransform, WrapperSpec } from '../document.js';
import { wrapperClass } from '../names.js';
import { filled, numbered, type RepeatIndices } from '../repeat.js';
import type { SceneSource } from '../source.js';
import type { Drivers } from './drivers.js';
import { referencesIn, toServiceJson, withoutReferences } from './initial-values.js';
import { type Holder, isPath, ObjectValues } from './object-values.js';
import { located } from './run-error.js';

/** A component that was built, and its description with the numbers of its repeats filled in. */
export interface BuiltComponent {
  readonly component: Component;
  readonly spec: ComponentSpec;
  /** The description as the file contains it; undefined for a component that an action spawned. */
  readonly written: ComponentSpec | undefined;
  /** Its own handle; undefined if its wrapper shows it inline. */
  readonly handle: ExposedObjectHandle | undefined;
}

/** A game object that was built. */
export interface BuiltObject {
  readonly gameObject: GameObject;
  readonly components: readonly BuiltComponent[];
}

/** What a call of `build` has made so far, in the order of the descriptions. */
interface Build {
  readonly scene: Scene | undefined;
  readonly made: BuiltObject[];
  /** The game objects that are new. */
  readonly created: GameObject[];
  readonly wrappers: ExposedObjectHandle[];
  /** What the same descriptions made before, and may be used again, at its place. */
  readonly again: readonly (BuiltObject | undefined)[];
}

/** Builds game objects from their descriptions and exposes them. */
export class ObjectBuilder {
  readonly #engine: Engine;
  readonly #service: RemoteControlService;
  readonly #drivers: Drivers;
  /** Gives objects what the file says that they hold. */
  readonly held: ObjectValues;
  /** How the objects came to be that no scene has. */
  readonly #origins = new WeakMap<object, { readonly prefab?: string; readonly firstName: string }>();

  constructor(engine: Engine, service: RemoteControlService, source: SceneSource, drivers: Drivers) {
    this.held = new ObjectValues(engine, service, source);
    this.#engine = engine;
    this.#service = service;
    this.#drivers = drivers;
  }

  /**
   * Builds objects, the active scene's unless another is named; references between them in any order.
   * @param again what the same descriptions made before: what of it is there still keeps its ids, and goes back to its
   * initial values; undefined at the place of an object that is to be built anew
   * @throws Error when one of them cannot be built; none of the new ones is left then.
   */
  build(
    specs: readonly GameObjectSpec[],
    scene?: Scene,
    again: readonly (BuiltObject | undefined)[] = [],
  ): readonly BuiltObject[] {
    const build: Build = { scene, made: [], created: [], wrappers: [], again };
    try {
      this.#build(specs, build);
    } catch (error) {
      for (const gameObject of build.created) if (!gameObject.isDestroyed) gameObject.destroy();
      throw error;
    }
    return build.made;
  }

  #build(specs: readonly GameObjectSpec[], build: Build): void {
    for (const spec of specs) this.#buildRepeated(spec, [], undefined, build);
    const reused = new Set(build.again);
    const given: BuiltComponent[] = [];
    for (const object of build.made) {
      const isReused = reused.has(object);
      for (const each of object.components) {
        if (isReused) this.#restoreValues(each);
        if (isAsItsClass(each.spec)) continue;
        given.push(each);
        if (!isReused) this.held.references(holderOf(each));
        this.held.paths(holderOf(each));
      }
    }
    for (const { handle, spec } of given)
      if (handle !== undefined && isSetLater(spec)) this.#service.model.recaptureDefaults(handle);
    for (const each of build.wrappers) this.#service.model.recaptureDefaults(each);
    for (const each of given) this.#drive(each);
  }

  /**
   * Creates a game object with one component, exposed under a source key, which is drawn when none is given. Its values are
   * none of its defaults: a live scene that creates it again has to say them.
   * @throws Error when the class cannot be spawned or the key is taken; nothing is left then.
   */
  spawn(
    className: string,
    name: string,
    key = this.#engine.random.guid(),
    values: { readonly [member: string]: Json } = {},
  ): ExposedObjectHandle {
    const gameObject = this.#engine.objects.create(name);
    this.#origins.set(gameObject, { firstName: className });
    try {
      const cls = this.#service.classes.find(className);
      if (cls?.definition.kind === 'gameObject') {
        return this.#service.objects.register(gameObject, { className, sourceKey: key });
      }
      const handle = this.#addComponent(gameObject, { class: className, key }, undefined).handle!;
      for (const [path, value] of Object.entries(values))
        this.#service.property(handle, path).set(toServiceJson(value));
      // It is new as a whole: nobody has edited it yet.
      this.#service.markClean(handle);
      return handle;
    } catch (error) {
      gameObject.destroy();
      throw error;
    }
  }

  /** One more object like that of a prop asset, under a key of its own. The keys of what is in it are those of the asset's own. */
  instantiate(spec: GameObjectSpec, sourceKey: string, prefab: string, name?: string): void {
    const wrapper = { ...spec.wrapper, key: sourceKey };
    this.build([{ ...withoutKeys(spec), wrapper }]);
    const gameObject = this.#service.objects.bySourceKey(sourceKey)?.target;
    if (!(gameObject instanceof GameObject)) return;
    this.#origins.set(gameObject, { prefab, firstName: gameObject.name });
    if (name !== undefined) gameObject.name = name;
  }

  /** How an object came to be; undefined for one that its scene, or its asset, has. */
  origin(target: object): ObjectOrigin | undefined {
    const gameObject = gameObjectOf(target);
    const origin = gameObject && this.#origins.get(gameObject);
    if (origin === undefined) return undefined;
    const { firstName, ...rest } = origin;
    const name = gameObject!.isDestroyed ? firstName : gameObject!.name;
    return name === firstName ? rest : { ...rest, name };
  }

  /** A value of a type from JSON as the scene file has it; the type's default for undefined. References are null. */
  initialValue(typeName: string, json: Json | undefined): unknown {
    const type = this.#service.classes.type(typeName);
    return json === undefined
      ? type.defaultValue()
      : this.#service.convert(typeName, withoutReferences(json));
  }

  #buildRepeated(
    spec: GameObjectSpec,
    outer: RepeatIndices,
    parent: GameObject | undefined,
    build: Build,
  ): void {
    for (let i = 0; i < (spec.repeat ?? 1); i++) {
      const indices = spec.repeat === undefined ? outer : [i, ...outer];
      const again = build.again[build.made.length];
      const object = again ?? this.#create(spec, indices, parent, build);
      const { gameObject } = object;
      if (again !== undefined) {
        if (parent === undefined) gameObject.moveTo(build.scene ?? gameObject.scene);
        else gameObject.parent = parent;
        gameObject.name = numbered(spec.name, indices);
        begin(gameObject, spec);
      }
      build.made.push(object);
      if (spec.wrapper !== undefined) build.wrappers.push(this.#wrap(gameObject, spec.wrapper, indices));
      for (const child of spec.children ?? []) this.#buildRepeated(child, indices, gameObject, build);
    }
  }

  #create(
    spec: GameObjectSpec,
    indices: RepeatIndices,
    parent: GameObject | undefined,
    { scene, created }: Build,
  ): BuiltObject {
    const where = { ...(scene !== undefined && { scene }), ...(parent !== undefined && { parent }) };
    const gameObject = this.#engine.objects.create(numbered(spec.name, indices), where);
    created.push(gameObject);
    begin(gameObject, spec);
    const components = (spec.components ?? []).map((written) =>
      this.#addComponent(gameObject, filled(written, indices), written),
    );
    return { gameObject, components };
  }

  #wrap(
    gameObject: GameObject,
    { key, class: className = wrapperClass }: WrapperSpec,
    indices: RepeatIndices,
  ): ExposedObjectHandle {
    const { objects } = this.#service;
    const options = { className, ...(key !== undefined && { sourceKey: numbered(key, indices) }) };
    return objects.byTarget(gameObject) ?? objects.register(gameObject, options);
  }

  #addComponent(
    gameObject: GameObject,
    spec: ComponentSpec,
    written: ComponentSpec | undefined,
  ): BuiltComponent {
    const { objects, model } = this.#service;
    const component = gameObject.addComponent(this.#construct(spec, written));
    const isFirstClass = spec.key !== undefined || spec.exposed === true;
    const options = spec.key === undefined ? {} : { sourceKey: spec.key };
    const handle = isFirstClass ? objects.register(component, options) : undefined;
    if (handle === undefined && !isSetLater(spec))
      model.defaults.ensureCaptured({ target: component, class: objects.classOf(component)! });
    const built = { component, spec, written, handle };
    if (spec.images !== undefined) this.held.images(holderOf(built));
    return built;
  }

  /** A component with its initial values but for references. */
  #construct(spec: ComponentSpec, written: ComponentSpec | undefined): Component {
    const cls = this.#service.classes.find(spec.class);
    if (cls === undefined) throw new Error(`There is no exposed class "${spec.class}"`);
    const component: unknown = Reflect.construct(cls.definition.constructorFunction, []);
    if (!(component instanceof Component) || cls.isAbstract) {
      throw new Error(`"${spec.class}" is no component class that can be put on a game object`);
    }
    this.held.members({ target: component, className: cls.name, spec, written });
    return component;
  }

  /** Gives a component the values of a fresh one; whoever is subscribed hears of those that differ. */
  #restoreValues(built: BuiltComponent): void {
    const { component, spec, written } = built;
    const fresh = this.#construct(spec, written);
    this.held.references({ target: fresh, className: spec.class, spec, written });
    this.copyMembers(fresh, component, (name) => spec.images?.[name] === undefined);
  }

  /** Copies the members of one object to another of its class, as engine code, and takes them as its defaults. */
  copyMembers(from: object, to: object, isWanted: (member: string) => boolean = () => true): void {
    const { objects, model } = this.#service;
    const handle = objects.byTarget(to) ?? objects.resolve(String(instanceIdOf(to)))!;
    for (const member of handle.class.members) {
      if (isWanted(member.name)) this.#service.property(handle, member.name).copy(member.get(from));
    }
    model.defaults.recapture(handle);
  }

  #drive({ component, spec, handle, written }: BuiltComponent): void {
    const { id } = holderOf({ component, spec, handle, written });
    for (const [i, [path, driver]] of Object.entries(spec.drive ?? {}).entries()) {
      const place = () => this.held.place(written, 'drive', i);
      const subject = `${handle?.sourceKey ?? spec.class}/${path}`;
      const locate = (error: unknown) => located(this.held.source, place(), subject, error);
      try {
        const property = this.#service.property(this.#service.objects.resolve(id)!, path);
        this.#drivers.add(property, driver, locate);
      } catch (error) {
        // What its path leads through may be in another scene: the object is there without this driver.
        this.#engine.log.exception(locate(error));
      }
    }
  }
}

/** All that the file says of it is what it is. */
function isAsItsClass({ values, images, drive }: ComponentSpec): boolean {
  return values === undefined && images === undefined && drive === undefined;
}

/** Something of it is set once all objects are there: its defaults are what it is then. */
function isSetLater({ values = {}, images = {} }: ComponentSpec): boolean {
  const isLater = ([name, value]: [string, Json]) => isPath(name) || !referencesIn(value).next().done;
  return Object.entries(values).some(isLater) || Object.keys(images).length > 0;
}

function begin(gameObject: GameObject, { transform, active = true }: GameObjectSpec): void {
  gameObject.transform = transform === undefined ? identityTransform : complete(identityTransform, transform);
  gameObject.activeSelf = active;
}

function complete(base: TransformValue, given: PartialTransform): TransformValue {
  return {
    position: { ...base.position, ...given.position },
    rotation: { ...base.rotation, ...given.rotation },
    scale: { ...base.scale, ...given.scale },
  };
}

/** A component as what holds values. */
function holderOf({ component, spec, handle, written }: BuiltComponent): Holder {
  const id = handle?.id ?? String(instanceIdOf(component));
  return { target: component, className: spec.class, id, spec, written };
}

function withoutKeys(spec: GameObjectSpec): GameObjectSpec {
  const { wrapper, components = [], children = [] } = spec;
  const { key: _, ...nameless } = wrapper ?? {};
  return {
    ...spec,
    ...(wrapper !== undefined && { wrapper: nameless }),
    components: components.map(({ key, ...rest }) => (key === undefined ? rest : { ...rest, exposed: true })),
    children: children.map(withoutKeys),
  };
}
