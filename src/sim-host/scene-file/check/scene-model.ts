import { wrapperDefinitions } from '../../../service/classes/wrappers.js';
import type { HostObjects, TransformValue } from '../../../service/host.js';
import { ClassTable, type ExposedClass, ExposedError, type Json } from '../../../service/index.js';
import { atOnce } from '../../../service/types/plan.js';
import type { Type } from '../../../service/types/type.js';
import { identityTransform } from '../../engine/index.js';
import type { AssetSpec, ComponentSpec, SceneDocument, ValuesSpec } from '../document.js';
import type { KeyedObject, Names } from '../names.js';
import { filled } from '../repeat.js';
import { classDefinitions, enumDefinition } from '../run/definitions.js';
import { toServiceJson } from '../run/initial-values.js';

/** An object at the start of the run. */
export interface ModelObject {
  readonly target: object;
  readonly class: ExposedClass;
}

/** A game object without an engine. */
interface ModelGameObject {
  readonly name: string;
  readonly components: readonly object[];
}

/** A reference as the service writes it: `key` or `key.components[Type]`. */
const componentReference = /^([^.[\]/]+)\.components\[([^\]]+)\]$/;

/**
 * The initial state of a scene without an engine. Classes and values are those of the service; objects are created
 * when they are first used.
 */
export class SceneModel {
  readonly table: ClassTable;
  readonly names: Names;
  readonly #document: SceneDocument;
  readonly #assets = new Map<string, AssetSpec>();
  readonly #objects = new Map<string, ModelObject | undefined>();
  readonly #keyOf = new Map<object, string>();
  readonly #wrapperOf = new WeakMap<object, ExposedClass>();

  /** @param document must have no errors in names */
  constructor(document: SceneDocument, names: Names) {
    this.#document = document;
    this.names = names;
    for (const [key, asset] of Object.entries(document.assets ?? {}))
      this.#assets.set(asset.guid ?? key, asset);
    const find = (guid: string) => {
      const asset = this.asset(guid);
      return asset && { guid, name: asset.name, type: asset.type };
    };
    // No application code runs in it.
    this.table = new ClassTable(this.#objectLookup(), { find }, { report: () => {} });
    for (const wrapper of wrapperDefinitions(modelHost, (target) => [
      ...(target as ModelGameObject).components,
    ]))
      this.table.define(wrapper);
    for (const [name, spec] of Object.entries(document.enums ?? {})) {
      const definition = enumDefinition(name, spec);
      if (spec.external) {
        this.table.registerExternalEnum(definition, { excludeNames: spec.excludeNames ?? [] });
      } else this.table.defineEnum(definition);
    }
    const initial = (typeName: string, json: Json | undefined) => this.#initialValue(typeName, json);
    for (const definition of classDefinitions(document, initial, () => undefined)) {
      attempt(() => this.table.define(definition));
    }
  }

  /** Paths of the scene are relative to the folder of this file. */
  get file(): string {
    return this.#document.file;
  }

  /** Returns a class; undefined if it does not exist or has errors. */
  class(name: string): ExposedClass | undefined {
    try {
      return this.table.find(name);
    } catch {
      return undefined;
    }
  }

  /** Returns a type; undefined if it has errors. */
  type(name: string): Type | undefined {
    try {
      return this.table.type(name);
    } catch {
      return undefined;
    }
  }

  /** Returns the object with a source key and its initial values; undefined without a class. */
  object(key: string): ModelObject | undefined {
    if (!this.#objects.has(key)) {
      const keyed = this.names.keys.get(key);
      this.#objects.set(key, undefined);
      const made = keyed && this.#make(keyed);
      if (made !== undefined) {
        this.#objects.set(key, made.object);
        this.#keyOf.set(made.object.target, key);
        made.fill?.();
      }
    }
    return this.#objects.get(key);
  }

  /** Returns a component like that of its game object; undefined without a class. */
  component(spec: ComponentSpec): ModelObject | undefined {
    const made = this.#makeComponent(spec);
    made?.fill();
    return made?.object;
  }

  /** Returns the object of a `{ref}`. */
  referenced(text: string): ModelObject | undefined {
    const direct = this.object(text);
    if (direct !== undefined) return direct;
    const [, key, type] = componentReference.exec(text) ?? [];
    const owner = key === undefined ? undefined : this.names.keys.get(key)?.object;
    const components = (owner?.spec.components ?? []).filter((each) => this.class(each.class) !== undefined);
    const isIndex = /^\d+$/.test(type ?? '');
    const spec = isIndex
      ? components[Number(type)]
      : components.find((each) => this.class(each.class) === this.class(type!));
    return spec && this.component(spec);
  }

  /** Returns the asset with a GUID. */
  asset(guid: string): AssetSpec | undefined {
    return this.#assets.get(guid);
  }

  guids(): Iterable<string> {
    return this.#assets.keys();
  }

  /** Returns the GUID of the asset with a key. */
  guidOf(key: string): string | undefined {
    return this.#document.assets?.[key]?.guid;
  }

  classOf(target: object): ExposedClass | undefined {
    return this.#wrapperOf.get(target) ?? this.table.classOf(target);
  }

  /** Creates an object; its values are set later, because they may refer to each other. */
  #make(keyed: KeyedObject): { object: ModelObject; fill?: () => void } | undefined {
    const { className, component, plain, object, indices } = keyed;
    if (component !== undefined) return this.#makeComponent(filled(component, indices));
    const cls = this.class(className);
    if (cls === undefined) return undefined;
    if (object === undefined) {
      const target = attempt(() => Reflect.construct(cls.definition.constructorFunction, []) as object);
      return target && { object: { target, class: cls }, fill: () => fillMembers(cls, target, plain) };
    }
    const spec = filled(object.spec, indices);
    const components = (spec.components ?? []).flatMap((each) => {
      const made = each.key === undefined ? this.component(each) : this.object(each.key);
      return made === undefined ? [] : [made.target];
    });
    const target: ModelGameObject = { name: spec.name, components };
    this.#wrapperOf.set(target, cls);
    return { object: { target, class: cls } };
  }

  #makeComponent(spec: ComponentSpec): { object: ModelObject; fill: () => void } | undefined {
    const cls = this.class(spec.class);
    if (cls?.definition.kind !== 'component' || cls.isAbstract) return undefined;
    const target = attempt(() => Reflect.construct(cls.definition.constructorFunction, []) as object);
    if (target === undefined) return undefined;
    return { object: { target, class: cls }, fill: () => fillMembers(cls, target, spec) };
  }

  /** A value with an error becomes the default of its type; the error is reported elsewhere. */
  #initialValue(typeName: string, json: Json | undefined): unknown {
    const given =
      json === undefined
        ? undefined
        : attempt(() => this.table.convert(typeName, toServiceJson(json), typeName));
    return given === undefined ? (attempt(() => this.table.type(typeName).defaultValue()) ?? null) : given;
  }

  #objectLookup() {
    const referenced = (target: object) => {
      const id = this.#keyOf.get(target);
      const cls = this.classOf(target);
      return id === undefined || cls === undefined ? undefined : { id, class: cls, name: id };
    };
    return {
      reference: referenced,
      resolveReference: (text: string) => this.referenced(text)?.target,
      classOf: (target: object) => this.classOf(target),
      fileKey: (target: object) => this.#keyOf.get(target),
      isDestroyed: () => false,
      instanceId: () => undefined,
    };
  }
}

function fillMembers(cls: ExposedClass, target: object, spec: ValuesSpec | undefined): void {
  for (const [name, json] of Object.entries(spec?.values ?? {})) {
    const member = cls.member(name);
    if (member === undefined) continue;
    attempt(() => {
      const value = member.type.read(toServiceJson(json), member.get(target), atOnce, name);
      atOnce.assign(target, member, value);
    });
  }
}

/** Returns undefined if `action` throws; the error is reported elsewhere. */
function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    if (error instanceof ExposedError || error instanceof Error) return undefined;
    throw error;
  }
}

/** The host port of the wrapper classes. */
const modelHost: HostObjects = {
  instanceId: () => undefined,
  instanceIdToObject: () => undefined,
  isDestroyed: () => false,
  gameObject: (target) => target,
  name: (target) => (target as ModelGameObject).name,
  setName: () => {},
  active: () => true,
  setActive: () => {},
  transform: (): TransformValue => identityTransform,
  setTransform: () => {},
  components: (target) => (target as ModelGameObject).components,
  parent: () => undefined,
  setParent: () => {},
  onDestroyed: () => () => {},
  onChanged: () => () => {},
};
