import type { Json } from '../../../client/index.js';
import { toJson } from '../../../client/json.js';
import { controls } from '../../../wire/controls.js';
import type { EnumInfo, FunctionInfo, MemberInfo, ParameterInfo, TypeInfo } from '../exposed/exposed.js';
import { type HostTypes, wrapperTypes } from '../exposed/host-types.js';
import { type Mapping, unlessEmpty } from './mapping.js';

/** A control with options that the client may not know. */
interface ControllerInfo {
  readonly type: string;
  readonly [option: string]: Json | undefined;
}

/** Converts the classes and enums of a host for a scene file. */
export class SceneClasses {
  readonly #types: HostTypes;
  readonly #warn: (message: string) => void;

  constructor(types: HostTypes, warn: (message: string) => void) {
    this.#types = types;
    this.#warn = warn;
  }

  enums(enums: readonly EnumInfo[]): Mapping {
    return Object.fromEntries(enums.map((each) => [each.type, this.#enum(each)]));
  }

  classes(): Mapping {
    const types = this.#types.all.filter(({ type }) => !wrapperTypes.has(type));
    return Object.fromEntries(types.map((each) => [each.type, this.#class(each)]));
  }

  #enum({ type, values, help }: EnumInfo): Mapping {
    const named = values.filter(({ name, displayName = name }) => displayName !== name);
    return {
      help,
      flags: this.#types.isFlags(type) || undefined,
      values: Object.fromEntries(values.map(({ name, value }) => [name, value])),
      displayNames: unlessEmpty(Object.fromEntries(named.map((each) => [each.name, each.displayName]))),
    };
  }

  #class(type: TypeInfo): Mapping {
    const { type: name, category, help, icon, hideInScene, properties, functions = [] } = type;
    const base = this.#types.base(type);
    const ownProperties = own(properties, base?.properties);
    const ownFunctions = own(functions, base?.functions);
    return {
      kind: this.#types.kind(name),
      base: base?.type,
      abstract: type.isAbstract || undefined,
      category,
      help,
      icon,
      hideInScene: hideInScene || undefined,
      fields: unlessEmpty(byName(ownProperties, (each) => this.#member(type, each))),
      functions: unlessEmpty(byName(ownFunctions, (each) => this.#function(type, each))),
    };
  }

  #member(cls: TypeInfo, property: MemberInfo): Mapping {
    const { isReadOnly, isPersistable, isKey, persistScope, collapsed, controller } = property;
    const isPreview = controller?.type === 'ImagePreview';
    return {
      type: this.#typeOf(property),
      nullable: this.#types.isNullable(property) || undefined,
      key: isKey || undefined,
      readOnly: isPreview ? (isReadOnly ? undefined : false) : isReadOnly || undefined,
      persist: !isReadOnly && !isPersistable ? false : undefined,
      persistScope: persistScope === 'project' && isPersistable ? 'project' : undefined,
      collapsed: collapsed || undefined,
      ...this.#shown(`${cls.type}|${property.name}`, property, cls.properties),
    };
  }

  #function(cls: TypeInfo, func: FunctionInfo): Mapping {
    const { name, returnType, parameters, icon } = func;
    const isVoid = returnType === 'Void';
    const place = `${cls.type}|${name}()`;
    const members = [...cls.properties, ...parameters];
    const shownArguments = parameters.map((each) =>
      /^\w+$/.test(each.name) ? `${each.name}: $${each.name}` : '…',
    );
    const call = `${cls.type}.${name}`.replaceAll('$', '$$$$');
    return {
      returns: isVoid ? undefined : this.#typeOf({ type: returnType }),
      parameters: unlessEmpty(
        byName(parameters, (each) => ({
          type: this.#typeOf(each),
          default: each.defaultValue ?? undefined,
          ...this.#shown(`${cls.type}|${name}(${each.name})`, each, members),
        })),
      ),
      ...this.#shown(place, func, members),
      icon,
      do: [{ log: { message: `${call}(${shownArguments.join(', ')})` } }],
    };
  }

  /** Returns the name of a type in scene files. */
  #typeOf(typed: Pick<MemberInfo, 'type' | 'ref' | 'valueKind'>): string {
    if (this.#types.valueKind(typed) !== 'asset') return typed.type;
    const [, name, suffix] = /^(.*?)((?:\[\])*)$/.exec(typed.type)!;
    return `Asset<${name}>${suffix}`;
  }

  #shown(
    place: string,
    info: MemberInfo | ParameterInfo | FunctionInfo,
    members: readonly { readonly name: string }[],
  ): Mapping {
    const { label, help, section, layout, controller, visibility, visibilityConditions } = info;
    const conditions = (visibilityConditions ?? (visibility ? [visibility] : [])).filter(({ property }) => {
      if (members.some(({ name }) => name === property)) return true;
      this.#warn(`${place}: omitted a condition on the unknown member ${property}`);
      return false;
    });
    return {
      label,
      help,
      visibility: unlessEmpty(
        conditions.map(({ property, value, showWhenMatch }) => ({
          [showWhenMatch ? 'showIf' : 'hideIf']: { [property]: value },
        })),
      ),
      section: section && {
        icon: section.icon || undefined,
        title: section.title,
        accessLevel: section.accessLevel || undefined,
        subtitle: section.subtitle,
      },
      layout: layout && { ...layout },
      controller: controller && this.#controller(place, controller as ControllerInfo),
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
    // The name of the option in hosts of the Unity package before 0.24.
    const older: Record<string, Json | undefined> = { sourcePropertyName: controller.sourceProperty };
    return {
      type,
      ...Object.fromEntries(Object.keys(options).map((name) => [name, controller[name] ?? older[name]])),
    };
  }
}

/** Returns the descriptors that are not inherited unchanged. */
function own<T extends { readonly name: string }>(
  descriptors: readonly T[],
  inherited: readonly T[] = [],
): T[] {
  const textOf = (each: T) => toJson({ ...each, order: 0 } as unknown as Json);
  const known = new Set(inherited.map(textOf));
  return descriptors.filter((each) => !known.has(textOf(each)));
}

function byName<T extends { readonly name: string }>(
  items: readonly T[],
  convert: (item: T) => Mapping,
): Mapping {
  return Object.fromEntries(items.map((each) => [each.name, convert(each)]));
}
