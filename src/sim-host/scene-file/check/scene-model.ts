import { wrapperDefinitions } from '../../../service/classes/wrappers.js';
import type { HostObjects, TransformValue } from '../../../service/host.js';
import { ClassTable, type ExposedClass, ExposedError, type Json } from '../../../service/index.js';
import { atOnce } from '../../../service/types/plan.js';
import type { Type } from '../../../service/types/type.js';
import { identityTransform } from '../../engine/index.js';
import type { AssetSpec, ComponentSpec, HeldSpec, SceneDocument } from '../document.js';
import type { KeyedObject, Names } from '../names.js';
import { filled } from '../repeat.js';
import { classDefinitions, enumDefinition } from '../run/definitions.js';
import { toServiceJson } from '../run/initial-values.js';

/** An object as it would be at the start. */
export interface DryObject {
  readonly target: object;
  readonly class: ExposedClass;
}

/** A game object without an engine. */
interface DryGameObject {
  readonly name: string;
  readonly components: readonly object[];
}

/** A reference as the service has it: `key`, or `key.components[Type]`. */
const componentReference = /^([^.[\]/]+)\.components\[([^\]]+)\]$/;

/**
 * What the scene would be at the start, without an engine and without anything that runs: the real class table
 * converts values and links classes; objects are made when they are first looked at.
 */
export class SceneModel {
  readonly table: ClassTable;
  readonly names: Names;
  readonly #document: SceneDocument;
  readonly #assets = new Map<string, AssetSpec>();
  readonly #objects = new Map<string, DryObject | undefined>();
  readonly #keyOf = new Map<object, string>();
  readonly #wrapperOf = new WeakMap<object, ExposedClass>();

  /** @param document without errors of names */
  constructor(document: SceneDocument, names: Names) {
    this.#document = document;
    this.names = names;
    for (const [key, asset] of Object.entries(document.assets ?? {}))
      this.#assets.set(asset.guid ?? key, asset);
    const find = (guid: string) => {
      const asset = this.asset(guid);
      return asset && { guid, name: asset.name, type: asset.type };
    };
    // No code of an application runs in it.
    this.table = new ClassTable(this.#objectLookup(), { find }, { report: () => {} });
    for (const wrapper of wrapperDefinitions(dryHost, (target) => [...(target as DryGameObject).components]))
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

  /** What the scene names is relative to the folder of this file. */
  get file(): string {
    return this.#document.file;
  }

  /** The class of that name; undefined when there is none, or errors keep it from being one. */
  class(name: string): ExposedClass | undefined {
    try {
      return this.table.find(name);
    } catch {
      return undefined;
    }
  }

  /** The type of that name; undefined where errors keep it from being one. */
  type(name: string): Type | undefined {
    try {
      return this.table.type(name);
    } catch {
      return undefined;
    }
  }

  /** The object under a source key, with its initial values; undefined when it has no class. */
  object(key: string): DryObject | undefined {
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

  /** A component as its game object would have it; undefined when it has no class. */
  component(spec: ComponentSpec): DryObject | undefined {
    const made = this.#makeComponent(spec);
    made?.fill();
    return made?.object;
  }

  /** The object that a `{ref}` means. */
  referenced(text: string): DryObject | undefined {
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

  /** The asset with that GUID. */
  asset(guid: string): AssetSpec | undefined {
    return this.#assets.get(guid);
  }

  guids(): Iterable<string> {
    return this.#assets.keys();
  }

  /** The GUID of the asset that the file knows under a key of its own. */
  guidOf(key: string): string | undefined {
    return this.#document.assets?.[key]?.guid;
  }

  classOf(target: object): ExposedClass | undefined {
    return this.#wrapperOf.get(target) ?? this.table.classOf(target);
  }

  /** The fresh object first, its values later: they may refer to each other. */
  #make(keyed: KeyedObject): { object: DryObject; fill?: () => void } | undefined {
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
    const target: DryGameObject = { name: spec.name, components };
    this.#wrapperOf.set(target, cls);
    return { object: { target, class: cls } };
  }

  #makeComponent(spec: ComponentSpec): { object: DryObject; fill: () => void } | undefined {
    const cls = this.class(spec.class);
    if (cls?.definition.kind !== 'component' || cls.isAbstract) return undefined;
    const target = attempt(() => Reflect.construct(cls.definition.constructorFunction, []) as object);
    if (target === undefined) return undefined;
    return { object: { target, class: cls }, fill: () => fillMembers(cls, target, spec) };
  }

  /** A value with an error, which is reported where it stands, is the default of its type here. */
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

function fillMembers(cls: ExposedClass, target: object, spec: HeldSpec | undefined): void {
  for (const [name, json] of Object.entries(spec?.values ?? {})) {
    const member = cls.member(name);
    if (member === undefined) continue;
    attempt(() => {
      const value = member.type.read(toServiceJson(json), member.get(target), atOnce, name);
      atOnce.assign(target, member, value);
    });
  }
}

/** What cannot be made has an error that is reported where it stands. */
function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    if (error instanceof ExposedError || error instanceof Error) return undefined;
    throw error;
  }
}

/** Dry game objects as the wrapper classes see them. */
const dryHost: HostObjects = {
  instanceId: () => undefined,
  instanceIdToObject: () => undefined,
  isDestroyed: () => false,
  gameObject: (target) => target,
  name: (target) => (target as DryGameObject).name,
  setName: () => {},
  active: () => true,
  setActive: () => {},
  transform: (): TransformValue => identityTransform,
  setTransform: () => {},
  components: (target) => (target as DryGameObject).components,
  parent: () => undefined,
  setParent: () => {},
  onDestroyed: () => () => {},
  onChanged: () => () => {},
};
