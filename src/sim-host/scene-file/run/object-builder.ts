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
import type { ComponentSpec, GameObjectSpec } from '../document.js';
import { wrapperClass } from '../names.js';
import { filled, numbered, type RepeatIndices } from '../repeat.js';
import type { DrivenMember } from './drivers.js';
import { toServiceJson } from './initial-values.js';
import { ObjectValues, type SceneFile, type ValueOwner } from './object-values.js';
import type { ReportProblem } from './run-error.js';

/** Receives the drivers and the errors in the descriptions of objects. */
export interface BuildListener {
  readonly driven: (member: DrivenMember) => void;
  readonly problem: ReportProblem;
}

/** A component that was built; its description has the numbers of its repeats filled in. */
export interface BuiltComponent extends ValueOwner {
  readonly target: Component;
  readonly spec: ComponentSpec;
}

/** A game object that was built. */
export interface BuiltObject {
  readonly gameObject: GameObject;
  readonly components: readonly BuiltComponent[];
}

/** The state of a call of `build`, in the order of the descriptions. */
interface Build {
  readonly scene: Scene | undefined;
  readonly made: BuiltObject[];
  /** The new game objects. */
  readonly created: GameObject[];
  readonly wrappers: ExposedObjectHandle[];
  /** Objects of the same descriptions to reuse, by position. */
  readonly again: readonly (BuiltObject | undefined)[];
}

/** Builds game objects from their descriptions and exposes them. */
export class ObjectBuilder {
  readonly #engine: Engine;
  readonly #service: RemoteControlService;
  readonly #listener: BuildListener;
  /** Sets the values of objects from the file. */
  readonly values: ObjectValues;
  /** The origin of objects that are not part of a scene. */
  readonly #origins = new WeakMap<object, { readonly prefab?: string; readonly firstName: string }>();

  constructor(file: SceneFile, engine: Engine, service: RemoteControlService, listener: BuildListener) {
    this.values = new ObjectValues(file, engine, service, listener.problem);
    this.#engine = engine;
    this.#service = service;
    this.#listener = listener;
  }

  /**
   * Builds objects, by default in the active scene; they may refer to each other in any order.
   * @param again objects of the same descriptions that keep their ids and return to their initial values; undefined
   * for an object to build
   * @throws Error if an object cannot be built; new objects are removed
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
    const { model, objects } = this.#service;
    const reused = new Set(build.again);
    const components = build.made.flatMap((object) => object.components);
    for (const object of build.made) {
      for (const each of object.components) {
        if (reused.has(object)) this.#restore(each);
        else this.values.setMembers(each);
      }
    }
    for (const each of components) this.values.setPaths(each);
    for (const { target, spec } of components) {
      const isUnchanged = spec.values === undefined && spec.images === undefined;
      if (!isUnchanged || objects.byTarget(target) === undefined)
        model.defaults.recapture({ target, class: objects.classOf(target)! });
    }
    objects.touch();
    for (const each of build.wrappers) model.recaptureDefaults(each);
    for (const each of components) this.#drive(each);
  }

  /**
   * Creates a game object with one component under a source key, by default a random one. The given values are not
   * its defaults, so a live scene saves them.
   * @throws Error if the class cannot be spawned or the key is taken; nothing is created then
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
      const spec = { class: className, key };
      const handle = this.#service.objects.required(this.#addComponent(gameObject, spec, spec).id);
      for (const [path, value] of Object.entries(values))
        this.#service.property(handle, path).set(toServiceJson(value));
      // The values of a new object are not edits.
      this.#service.markClean(handle);
      return handle;
    } catch (error) {
      gameObject.destroy();
      throw error;
    }
  }

  /**
   * Creates another instance of a prop asset under its own key. Its inner objects have no keys, since those belong to
   * the object of the asset.
   */
  instantiate(spec: GameObjectSpec, sourceKey: string, prefab: string, name?: string): void {
    const wrapper = { ...spec.wrapper, key: sourceKey };
    this.build([{ ...withoutKeys(spec), wrapper }]);
    const gameObject = this.#service.objects.bySourceKey(sourceKey)?.target;
    if (!(gameObject instanceof GameObject)) return;
    this.#origins.set(gameObject, { prefab, firstName: gameObject.name });
    if (name !== undefined) gameObject.name = name;
  }

  /** Returns the origin of an object; undefined if it belongs to a scene or an asset. */
  origin(target: object): ObjectOrigin | undefined {
    const gameObject = gameObjectOf(target);
    const origin = gameObject && this.#origins.get(gameObject);
    if (origin === undefined) return undefined;
    const { firstName, ...rest } = origin;
    const name = gameObject!.isDestroyed ? firstName : gameObject!.name;
    return name === firstName ? rest : { ...rest, name };
  }

  /** Converts a value of the scene file to a type; undefined becomes the default of the type. */
  initialValue(typeName: string, json: Json | undefined): unknown {
    const type = this.#service.classes.type(typeName);
    return json === undefined ? type.defaultValue() : this.#service.convert(typeName, toServiceJson(json));
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
        setInitialState(gameObject, spec);
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
    setInitialState(gameObject, spec);
    const components = (spec.components ?? []).map((written) =>
      this.#addComponent(gameObject, filled(written, indices), written),
    );
    return { gameObject, components };
  }

  #wrap(
    gameObject: GameObject,
    { key, class: className = wrapperClass }: NonNullable<GameObjectSpec['wrapper']>,
    indices: RepeatIndices,
  ): ExposedObjectHandle {
    const { objects } = this.#service;
    const options = { className, ...(key !== undefined && { sourceKey: numbered(key, indices) }) };
    return objects.byTarget(gameObject) ?? objects.register(gameObject, options);
  }

  #addComponent(gameObject: GameObject, spec: ComponentSpec, written: ComponentSpec): BuiltComponent {
    const { objects } = this.#service;
    const target = gameObject.addComponent(this.#construct(spec));
    const isFirstClass = spec.key !== undefined || spec.exposed === true;
    const options = spec.key === undefined ? {} : { sourceKey: spec.key };
    const id = isFirstClass ? objects.register(target, options).id : String(instanceIdOf(target));
    const built = { target, className: spec.class, id, spec, written };
    this.values.registerImages(built);
    return built;
  }

  #construct({ class: className }: ComponentSpec): Component {
    const cls = this.#service.classes.find(className);
    if (cls === undefined) throw new Error(`unknown class "${className}"`);
    const component: unknown = Reflect.construct(cls.definition.constructorFunction, []);
    if (component instanceof Component && !cls.isAbstract) return component;
    throw new Error(`"${className}" is not a component class that can be instantiated`);
  }

  /** Returns a component to its initial values, which sends the differences to subscribers. */
  #restore(built: BuiltComponent): void {
    const fresh = this.#construct(built.spec);
    this.values.setMembers({ ...built, target: fresh });
    this.copyMembers(fresh, built.target, (name) => built.spec.images?.[name] === undefined);
  }

  /** Copies the members of an object to another of its class as engine code, and captures them as its defaults. */
  copyMembers(from: object, to: object, isWanted: (member: string) => boolean = () => true): void {
    const { objects, model } = this.#service;
    const handle = objects.byTarget(to) ?? objects.resolve(String(instanceIdOf(to)))!;
    for (const member of handle.class.members) {
      if (isWanted(member.name)) this.#service.property(handle, member.name).copy(member.get(from));
    }
    model.defaults.recapture(handle);
  }

  #drive({ id, spec, written }: BuiltComponent): void {
    for (const [i, [path, driver]] of Object.entries(spec.drive ?? {}).entries()) {
      const place = () => this.values.pathOf(written, 'drive', i);
      this.#listener.driven({ handle: this.#service.objects.required(id), path, spec: driver, place });
    }
  }
}

function setInitialState(gameObject: GameObject, { transform, active = true }: GameObjectSpec): void {
  gameObject.transform = transform === undefined ? identityTransform : complete(identityTransform, transform);
  gameObject.activeSelf = active;
}

function complete(base: TransformValue, given: NonNullable<GameObjectSpec['transform']>): TransformValue {
  return {
    position: { ...base.position, ...given.position },
    rotation: { ...base.rotation, ...given.rotation },
    scale: { ...base.scale, ...given.scale },
  };
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
