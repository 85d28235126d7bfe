import type { Controller } from '../../wire/controls.js';
import { describeController, type SelectorSource } from '../classes/controllers.js';
import type { Condition, EnumDefinition, Presentation, Section } from '../classes/definition.js';
import { type Json, jsonOfApplication } from '../common/json.js';
import { ArrayType, elementType } from './array.js';
import { AssetType } from './asset.js';
import type { ClassTable } from './class-table.js';
import { CompositeType } from './composite.js';
import { EnumType } from './enum.js';
import type { ExposedClass, ExposedFunction, ExposedParameter } from './exposed-class.js';
import type { ExposedMember } from './exposed-member.js';
import { NullableType, plainType } from './nullable.js';
import type { Type } from './type.js';
import { ValueMemberType } from './value.js';

/** Translates a localization key to the current language; other strings are returned unchanged. */
export type Translate = (key: string) => string;

/** Describes classes and enums for clients (wire.md section 5). */
export class Descriptors {
  readonly #classes: ClassTable;
  readonly #source: SelectorSource<ExposedClass>;
  readonly #translate: Translate;

  constructor(classes: ClassTable, source: SelectorSource<ExposedClass>, translate: Translate) {
    this.#classes = classes;
    this.#source = source;
    this.#translate = translate;
  }

  class(cls: ExposedClass): object {
    const { definition } = cls;
    const baseTypes: string[] = [];
    for (let base = cls.base; base !== undefined; base = base.base) baseTypes.push(base.name);
    return compact({
      type: cls.name,
      // A game object's wrapper belongs to the engine and is referred to like a component.
      kind: definition.kind === 'gameObject' ? 'component' : definition.kind,
      isAbstract: cls.isAbstract,
      properties: cls.members.map((member) => this.#member(member, cls)),
      category: this.#text(definition.category),
      functions:
        cls.functions.length === 0
          ? undefined
          : cls.functions.map((func, order) => this.#function(func, order, cls)),
      help: this.#text(definition.help),
      icon: definition.icon,
      hideInScene: definition.hideInScene || undefined,
      baseTypes: baseTypes.length === 0 ? undefined : baseTypes,
    });
  }

  enum(definition: EnumDefinition): object {
    return compact({
      type: definition.name,
      values: definition.values.map(({ name, value, displayName }) => ({
        name,
        value,
        displayName: this.#translate(displayName ?? name),
      })),
      help: this.#text(definition.help),
    });
  }

  #member(member: ExposedMember, cls: ExposedClass): object {
    const { definition, type } = member;
    return compact({
      name: member.name,
      type: type.name,
      isReadOnly: member.isReadOnly,
      isArray: plainType(type) instanceof ArrayType,
      isPersistable: member.isPersistable,
      controller: this.#controller(member.controller, type),
      order: member.index,
      ...describeValues(type),
      isKey: member.isKey || undefined,
      persistScope: member.persistScope === 'project' ? 'project' : undefined,
      elementTypeOptions: this.#elementTypeOptions(type),
      ref: isReference(type) || undefined,
      ...this.#presentation(definition, cls),
      collapsed: definition.collapsed || undefined,
    });
  }

  #function(func: ExposedFunction, order: number, cls: ExposedClass): object {
    const { definition } = func;
    return compact({
      name: definition.name,
      returnType: definition.returnType === 'Void' ? 'Void' : (func.returnType?.name ?? 'Void'),
      parameters: func.parameters.map((parameter, i) => this.#parameter(parameter, i, func, cls)),
      order,
      controller: definition.controller && this.#controller(definition.controller, undefined),
      icon: definition.icon,
      ...this.#presentation(definition, cls),
    });
  }

  #parameter(
    { definition, type, default: defaultValue }: ExposedParameter,
    order: number,
    func: ExposedFunction,
    cls: ExposedClass,
  ): object {
    const plain = plainType(type);
    return compact({
      name: definition.name,
      type: type.name,
      isReadOnly: false,
      isArray: plain instanceof ArrayType,
      isPersistable: false,
      controller: this.#controller(definition.controller ?? { type: 'Default' }, type),
      order,
      ...describeValues(type),
      enumType: plain instanceof EnumType ? plain.name : undefined,
      defaultValue: asRead(type, defaultValue),
      ref: isReference(type) || undefined,
      ...this.#presentation(definition, cls, func),
    });
  }

  /**
   * Returns label, help, section, conditions and layout, translated. A single condition is not wrapped in an
   * array.
   */
  #presentation(definition: Presentation, cls: ExposedClass, func?: ExposedFunction): object {
    const conditions = (definition.conditions ?? []).map((each) => describeCondition(each, cls, func));
    return {
      label: this.#text(definition.label),
      help: this.#text(definition.help),
      visibility: conditions.length === 1 ? conditions[0] : undefined,
      visibilityConditions: conditions.length > 1 ? conditions : undefined,
      section: definition.section && this.#section(definition.section),
      layout: definition.layout && compact({ ...definition.layout }),
    };
  }

  #section({ icon, title, accessLevel, subtitle }: Section): object {
    return compact({ icon, title: this.#translate(title), accessLevel, subtitle: this.#text(subtitle) });
  }

  #controller(controller: Controller, type: Type | undefined): object {
    const element = type && elementType(type);
    const cls = element instanceof CompositeType ? element.class : undefined;
    return describeController(controller, cls, this.#source);
  }

  /** Returns the concrete types that may be added to a polymorphic array; undefined for other members (DSC-6). */
  #elementTypeOptions(type: Type): string[] | undefined {
    const array = plainType(type);
    if (!(array instanceof ArrayType)) return undefined;
    const element = plainType(array.element);
    if (!(element instanceof CompositeType) || element.isReference) return undefined;
    const options = this.#classes.concreteSubtypes(element.class!);
    const isPolymorphic = element.class!.isAbstract || options.length > 1;
    return isPolymorphic && options.length > 0 ? options.map((cls) => cls.name) : undefined;
  }

  #text(key: string | undefined): string | undefined {
    return key === undefined ? undefined : this.#translate(key);
  }
}

/** Describes a condition, with its value as reads return it. */
function describeCondition(
  { property, value, showWhenMatch }: Condition,
  cls: ExposedClass,
  func: ExposedFunction | undefined,
): Condition {
  const parameter = func?.parameters.find(({ definition }) => definition.name === property);
  const member = parameter === undefined ? cls.member(property) : undefined;
  const type = parameter?.type ?? member?.type;
  return {
    property: member?.name ?? property,
    value: asRead(type, value) as Condition['value'],
    showWhenMatch,
  };
}

/**
 * Converts a declared value to the form of reads: enums by name, NaN and infinities as strings. A value of another type
 * is returned unchanged.
 */
function asRead(type: Type | undefined, declared: unknown): unknown {
  const plain = type && plainType(type);
  if (plain instanceof ArrayType && Array.isArray(declared))
    return declared.map((each) => asRead(plain.element, each));
  if (!(plain instanceof EnumType || plain instanceof ValueMemberType) || declared === undefined)
    return declared;
  try {
    const current = plain.needsCurrent ? plain.defaultValue() : undefined;
    return plain.persist(plain.read(jsonOfApplication(declared as Json), current, undefined, ''));
  } catch {
    return declared;
  }
}

/** Describes the kind of a type's values or elements, which its name does not show. */
function describeValues(type: Type): object {
  const plain = plainType(type);
  const element = elementType(type);
  return {
    elementType: plain instanceof ArrayType ? plain.element.name : undefined,
    valueKind: valueKind(type),
    // A value may combine several names of its enum.
    isFlags: (element instanceof EnumType && element.isFlags) || undefined,
    isNullable: type instanceof NullableType || undefined,
  };
}

/** Returns the kind of a value or element; engine objects are `component`, whatever their class. */
function valueKind(type: Type): 'value' | 'enum' | 'class' | 'asset' | 'component' {
  const plain = elementType(type);
  if (plain instanceof EnumType) return 'enum';
  if (plain instanceof AssetType) return 'asset';
  if (!(plain instanceof CompositeType)) return 'value';
  return plain.isReference ? 'component' : 'class';
}

/** True if values or elements are references to engine objects. */
function isReference(type: Type): boolean {
  const element = elementType(type);
  return element instanceof CompositeType && element.isReference;
}

/** Removes members that are undefined. */
function compact(members: Record<string, unknown>): object {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
