import type { Json } from '../../../client/index.js';
import { controls } from '../../../wire/controls.js';
import type { CapturedTypes } from './captured-types.js';
import type {
  ConditionInfo,
  ControllerInfo,
  EnumInfo,
  FunctionInfo,
  PropertyInfo,
  ShownInfo,
  TypeInfo,
} from './wire-shapes.js';

/** A mapping in a scene file; undefined members are omitted. */
export type Mapping = Record<string, unknown>;

/** Converts the classes and enums of a host for a scene file. */
export class SceneClasses {
  readonly #types: CapturedTypes;
  readonly #warn: (message: string) => void;

  constructor(types: CapturedTypes, warn: (message: string) => void) {
    this.#types = types;
    this.#warn = warn;
  }

  enums(enums: readonly EnumInfo[]): Mapping {
    return Object.fromEntries(enums.map((each) => [each.type, this.#enum(each)]));
  }

  classes(): Mapping {
    return Object.fromEntries(this.#types.all.map((each) => [each.type, this.#class(each)]));
  }

  #enum({ type, values, help }: EnumInfo): Mapping {
    const isFlags = this.#types.isFlags(type);
    const isCounted = values.every(({ value }, i) => value === (isFlags ? 2 ** i : i));
    const named = values.filter(({ name, displayName = name }) => displayName !== name);
    return present({
      help,
      flags: isFlags || undefined,
      values: isCounted
        ? values.map(({ name }) => name)
        : Object.fromEntries(values.map(({ name, value }) => [name, value])),
      displayNames: mapping(named.map(({ name, displayName }) => [name, displayName])),
    });
  }

  #class(type: TypeInfo): Mapping {
    const { type: name, category, help, icon, hideInScene, properties, functions = [] } = type;
    const base = this.#types.base(type);
    const ownProperties = properties.filter((each) => this.#types.declaring(name, each.name) === name);
    const ownFunctions = functions.filter((each) => !sameFunction(each, inherited(base, each)));
    return present({
      kind: this.#types.kind(name),
      base: base?.type,
      abstract: this.#types.isAbstract(type) || undefined,
      category,
      help,
      icon,
      hideInScene: hideInScene || undefined,
      fields: mapping(ownProperties.map((each) => [each.name, this.#member(type, each)])),
      functions: mapping(ownFunctions.map((each) => [each.name, this.#function(type, each)])),
    });
  }

  #member(cls: TypeInfo, property: PropertyInfo): Mapping {
    const { isReadOnly, isPersistable, isKey, persistScope, collapsed, controller } = property;
    const isPreview = controller?.type === 'ImagePreview';
    return present({
      type: this.#types.sceneType(property),
      nullable: this.#types.isNullable(cls.type, property) || undefined,
      key: isKey || undefined,
      readOnly: isPreview ? (isReadOnly ? undefined : false) : isReadOnly || undefined,
      persist: !isReadOnly && !isPersistable ? false : undefined,
      persistScope: persistScope === 'project' && isPersistable ? 'project' : undefined,
      collapsed: collapsed || undefined,
      ...this.#shown(`${cls.type}|${property.name}`, property, cls.properties),
    });
  }

  #function(cls: TypeInfo, func: FunctionInfo): Mapping {
    const { name, returnType, parameters, icon } = func;
    const isVoid = returnType === 'Void';
    const place = `${cls.type}|${name}()`;
    const shownArguments = parameters.map((each) =>
      /^\w+$/.test(each.name) ? `${each.name}: $${each.name}` : '…',
    );
    const call = `${cls.type}.${name}`.replaceAll('$', '$$$$');
    return present({
      returns: isVoid ? undefined : this.#types.sceneType({ type: returnType }),
      parameters: mapping(
        parameters.map((each) => [
          each.name,
          present({
            type: this.#types.sceneType(each),
            default: each.defaultValue ?? undefined,
            ...this.#shown(`${cls.type}|${name}(${each.name})`, each, [...cls.properties, ...parameters]),
          }),
        ]),
      ),
      ...this.#shown(place, func, [...cls.properties, ...parameters]),
      icon,
      do: [{ log: { message: `${call}(${shownArguments.join(', ')})` } }],
    });
  }

  #shown(place: string, info: ShownInfo, members: readonly PropertyInfo[]): Mapping {
    const { label, help, section, layout, controller, visibility, visibilityConditions } = info;
    const conditions = (visibilityConditions ?? (visibility ? [visibility] : [])).filter(({ property }) => {
      if (members.some(({ name }) => name === property)) return true;
      this.#warn(`${place}: omitted a condition on the unknown member ${property}`);
      return false;
    });
    return {
      label,
      help,
      ...conditionsOf(conditions),
      section:
        section &&
        present({
          icon: section.icon || undefined,
          title: section.title,
          accessLevel: section.accessLevel || undefined,
          subtitle: section.subtitle,
        }),
      layout: layout && { ...layout },
      controller: controller && this.#controller(place, controller),
    };
  }

  #controller(place: string, controller: ControllerInfo): Mapping | undefined {
    const { type } = controller;
    const options = Object.hasOwn(controls, type) ? controls[type as keyof typeof controls] : undefined;
    if (options === undefined) {
      this.#warn(`${place}: scene files do not support the control ${type}; used the default one`);
      return undefined;
    }
    // A function has no control by default, a member the default one.
    if (type === 'Default' && !place.endsWith('()')) return undefined;
    const older: Record<string, Json | undefined> = { sourcePropertyName: controller.sourceProperty };
    return present({
      type,
      ...Object.fromEntries(Object.keys(options).map((name) => [name, controller[name] ?? older[name]])),
    });
  }
}

/** Returns conditions in the shortest form that keeps their order. */
function conditionsOf(conditions: readonly ConditionInfo[]): Mapping {
  const shown = conditions.filter(({ showWhenMatch }) => showWhenMatch);
  const hidden = conditions.filter(({ showWhenMatch }) => !showWhenMatch);
  const isOrdered = [...shown, ...hidden].every((each, i) => each === conditions[i]);
  const names = conditions.map(({ property, showWhenMatch }) => `${property} ${showWhenMatch}`);
  const each = (of: readonly ConditionInfo[]) =>
    of.length === 0 ? undefined : Object.fromEntries(of.map(({ property, value }) => [property, value]));
  if (isOrdered && new Set(names).size === names.length) return { showIf: each(shown), hideIf: each(hidden) };
  return {
    visibility: conditions.map((condition) => ({
      [condition.showWhenMatch ? 'showIf' : 'hideIf']: each([condition]),
    })),
  };
}

function inherited(base: TypeInfo | undefined, { name }: FunctionInfo): FunctionInfo | undefined {
  return base?.functions?.find((each) => each.name.toLowerCase() === name.toLowerCase());
}

function sameFunction(a: FunctionInfo, b: FunctionInfo | undefined): boolean {
  return b !== undefined && JSON.stringify({ ...a, order: 0 }) === JSON.stringify({ ...b, order: 0 });
}

/** Omits undefined members. */
export function present(members: Mapping): Mapping {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

/** Returns undefined for an empty list. */
function mapping(entries: readonly (readonly [string, unknown])[]): Mapping | undefined {
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}
