import { presented } from '../../../service/classes/presentation.js';
import type {
  ClassDefinition,
  ClassTable,
  EnumDefinition,
  FunctionDefinition,
  Json,
  MemberDefinition,
  ParameterDefinition,
} from '../../../service/index.js';
import { Component } from '../../engine/index.js';
import type {
  ClassSpec,
  EnumSpec,
  FunctionSpec,
  MemberSpec,
  ParameterSpec,
  SceneDocument,
} from '../document.js';
import { toServiceJson } from './initial-values.js';

/** Runs a declared function. */
export type InvokeFunction = (
  spec: FunctionSpec,
  args: Readonly<Record<string, unknown>>,
  at: Parameters<FunctionDefinition['invoke']>[2],
) => unknown;

/** Returns a new initial value of a member. */
export type InitialValue = (typeName: string, json: Json | undefined) => unknown;

/** Defines the enums of a scene file. */
export function defineEnums({ enums = {} }: Pick<SceneDocument, 'enums'>, classes: ClassTable): void {
  for (const [name, spec] of Object.entries(enums)) {
    const definition = enumDefinition(name, spec);
    if (spec.external) classes.registerExternalEnum(definition, { excludeNames: spec.excludeNames ?? [] });
    else classes.defineEnum(definition);
  }
}

function enumDefinition(name: string, spec: EnumSpec): EnumDefinition {
  const entries = Array.isArray(spec.values)
    ? (spec.values as readonly string[]).map((value, i) => [value, spec.flags ? 2 ** i : i] as const)
    : (Object.entries(spec.values) as [string, number][]);
  return {
    name,
    values: entries.map(([entry, value]) => {
      const displayName = spec.displayNames?.[entry];
      return { name: entry, value, ...(displayName !== undefined && { displayName }) };
    }),
    storedAs: 'name',
    ...(spec.flags && { flags: true }),
    ...(spec.help !== undefined && { help: spec.help }),
  };
}

/**
 * Converts the classes of a scene file to definitions. The instances of each JavaScript class set the same properties
 * in the same order, so they share a hidden class.
 */
export function classDefinitions(
  document: SceneDocument,
  initialValue: InitialValue,
  invoke: InvokeFunction,
): ClassDefinition[] {
  const constructors = new Map<string, Function>();
  const specs = document.classes ?? {};
  const constructorOf = (name: string): Function => {
    let type = constructors.get(name);
    if (type === undefined) {
      const { base } = specs[name]!;
      type = declaredClass(
        name,
        specs[name]!,
        base === undefined ? undefined : constructorOf(base),
        initialValue,
      );
      constructors.set(name, type);
    }
    return type;
  };
  // Modules get the objects themselves and may write to them directly.
  const storage: Storage = (document.modules?.size ?? 0) === 0 ? owned : fields;
  return Object.entries(specs).map(([name, spec]) =>
    classDefinition(name, spec, constructorOf(name), storage, invoke),
  );
}

/** The storage of members: written only by the service, or by any code. */
type Storage = Pick<MemberDefinition, 'observed' | 'backing'>;
const owned: Storage = { observed: true, backing: 'field' };
const fields: Storage = { observed: false, backing: 'field' };

function declaredClass(
  name: string,
  { kind, fields = {}, properties = {} }: ClassSpec,
  base: Function | undefined,
  initialValue: InitialValue,
): Function {
  const members = Object.entries({ ...fields, ...properties });
  const parent = (base ?? (kind === 'component' ? Component : Object)) as new () => object;
  const type = class extends parent {
    constructor() {
      super();
      for (const [member, { type, nullable, value }] of members) {
        const isNull = nullable === true && (value === undefined || value === null);
        (this as Record<string, unknown>)[member] = isNull ? null : initialValue(type, value);
      }
    }
  };
  Object.defineProperty(type, 'name', { value: name });
  return type;
}

function classDefinition(
  name: string,
  spec: ClassSpec,
  constructorFunction: Function,
  storage: Storage,
  invoke: InvokeFunction,
): ClassDefinition {
  const { fields = {}, properties = {}, functions = {}, ...traits } = spec;
  const isCreated = spec.kind !== 'static' && spec.kind !== 'component' && spec.abstract !== true;
  const membersOf = (kind: 'field' | 'property', specs: NonNullable<ClassSpec['fields']>) =>
    Object.entries(specs).map(([member, each]) => memberDefinition(member, kind, each, storage));
  return {
    ...traits,
    name,
    members: [...membersOf('field', fields), ...membersOf('property', properties)],
    functions: Object.entries(functions).map(([func, each]) => functionDefinition(func, each, invoke)),
    constructorFunction,
    ...(isCreated && { create: () => Reflect.construct(constructorFunction, []) as object }),
  };
}

function memberDefinition(
  name: string,
  kind: 'field' | 'property',
  spec: MemberSpec,
  storage: Storage,
): MemberDefinition {
  const { value: _, readOnly = spec.controller?.type === 'ImagePreview', ...traits } = spec;
  return { ...presented(traits), readOnly, name, kind, ...storage, ...compiledAccessors(name) };
}

/** Compiles a getter and setter for each member, so that V8 optimises each as a plain property access. */
function compiledAccessors(name: string): Pick<MemberDefinition, 'get' | 'set'> {
  const key = JSON.stringify(name);
  return {
    get: new Function('target', `return target[${key}];`) as (target: object) => unknown,
    set: new Function('target', 'value', `target[${key}] = value;`) as (
      target: object,
      value: unknown,
    ) => void,
  };
}

function functionDefinition(name: string, spec: FunctionSpec, invoke: InvokeFunction): FunctionDefinition {
  const { parameters: specs = {}, returns = 'Void', do: _, module: __, ...traits } = spec;
  const parameters = Object.entries(specs);
  return {
    ...presented(traits),
    name,
    returnType: returns,
    parameters: parameters.map(([parameter, each]) => parameterDefinition(parameter, each)),
    invoke: (_target, args, at) =>
      invoke(spec, Object.fromEntries(parameters.map(([parameter], i) => [parameter, args[i]])), at),
  };
}

function parameterDefinition(
  name: string,
  { default: value, ...traits }: ParameterSpec,
): ParameterDefinition {
  return { ...presented(traits), name, ...(value !== undefined && { default: toServiceJson(value) }) };
}
