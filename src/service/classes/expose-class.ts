import { valueText } from '../common/exception-text.js';
import { didYouMean } from '../common/nearest-name.js';
import { blamingCaller } from './caller.js';
import {
  type ClassOptions,
  checkOptions,
  type FunctionOptions,
  type MemberOptions,
} from './declaration-options.js';
import { isWritable } from './declaration-site.js';
import { declareClass } from './declarations.js';
import type { AnyClass, FunctionDefinition, MemberDefinition } from './definition.js';
import { functionDefinition } from './function-definition.js';
import { memberDefinition, sample } from './member-definition.js';

/** Options of a class, with its members by name in the order in which remote apps show them. */
export interface ExposeClassOptions extends ClassOptions {
  /** Data properties; persisted unless `persist: false`. */
  readonly fields?: Readonly<Record<string, MemberOptions>>;
  /** Getters, with their setters if there are any; persisted only with `persist: true`. */
  readonly properties?: Readonly<Record<string, MemberOptions>>;
  /** Methods that remote apps may call. */
  readonly functions?: Readonly<Record<string, FunctionOptions>>;
}

/**
 * Exposes a class without decorators, for plain JavaScript and compilers without the standard ones. After application
 * code changes a member, call `service.notifyChanged`.
 * @throws Error that names the invalid class or member
 */
export function exposeClass(exposed: AnyClass, options: ExposeClassOptions = {}): void {
  blamingCaller(exposeClass, () => expose(exposed, options));
}

function expose(exposed: AnyClass, options: ExposeClassOptions): void {
  if (typeof exposed !== 'function') {
    throw new Error('exposeClass(Class, options) takes the class itself, and not an instance or a name');
  }
  checkOptions(exposed.name, options, 'classWithMembers');
  const { fields = {}, properties = {}, functions = {}, ...rest } = options;
  checkGroup(exposed.name, 'fields', fields, "{ level: { type: 'Single' } }");
  checkGroup(exposed.name, 'properties', properties, "{ level: { type: 'Single' } }");
  checkGroup(exposed.name, 'functions', functions, '{ blink: {} }');
  const isStatic = options.kind === 'static';
  const holder: object = isStatic ? exposed : exposed.prototype;
  const member = (kind: 'field' | 'property', key: string, given: MemberOptions): MemberDefinition => {
    checkOptions(`${exposed.name}.${key}`, given, 'member');
    checkField(exposed, key, kind, options);
    return memberDefinition(
      exposed,
      key,
      kind,
      { ...given, name: given.name ?? key },
      {
        get: (target) => Reflect.get(target, key),
        set: isWritable(holder, key) ? (target, value) => void Reflect.set(target, key, value) : undefined,
        isStatic,
        backing: hasAccessor(holder, key) ? 'code' : 'field',
        key,
      },
    );
  };
  const func = (key: string, given: FunctionOptions): FunctionDefinition => {
    const where = `${exposed.name}.${key}`;
    const method = methodOf(where, holder, key);
    return functionDefinition(where, method, given, key, (target) => Reflect.get(target, key));
  };
  declareClass(exposed, exposed.name, rest, {
    members: [
      ...Object.entries(fields).map(([key, given]) => member('field', key, given)),
      ...Object.entries(properties).map(([key, given]) => member('property', key, given)),
    ],
    functions: Object.entries(functions).map(([key, given]) => func(key, given)),
  });
}

/** @throws Error if the members are not an object by name */
function checkGroup(name: string, group: string, given: unknown, example: string): void {
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) return;
  throw new Error(
    `${name}: ${group} must be an object from names to options, for example ${example}, and is ${valueText(given)}`,
  );
}

/** Rejects members that instances lack; not checked for components or if the constructor throws. */
function checkField(
  exposed: AnyClass,
  key: string,
  group: 'field' | 'property',
  { kind }: ClassOptions,
): void {
  const where = `${exposed.name}.${key}`;
  const holder: object = kind === 'static' ? exposed : exposed.prototype;
  if (typeof Object.getOwnPropertyDescriptor(holder, key)?.value === 'function')
    throw new Error(`${where}: it is a method: expose it among the functions`);
  if (key in holder || kind === 'component') return;
  let instance: object = exposed;
  try {
    if (kind !== 'static') instance = sample(exposed);
  } catch {
    return;
  }
  if (key in instance) return;
  const hint = didYouMean(key, [...Object.keys(instance), ...propertyNames(holder)]);
  if (group === 'property') throw new Error(`${where}: unknown getter or accessor "${key}"${hint}`);
  const what = kind === 'static' ? 'static field' : 'field';
  throw new Error(`${where}: unknown ${what} "${key}"${hint || '; give it an initial value'}`);
}

function hasAccessor(holder: object, key: string): boolean {
  for (let each: object | null = holder; each !== null; each = Object.getPrototypeOf(each)) {
    const descriptor = Object.getOwnPropertyDescriptor(each, key);
    if (descriptor !== undefined) return descriptor.get !== undefined || descriptor.set !== undefined;
  }
  return false;
}

/** Returns the method with a name. @throws Error if there is none */
function methodOf(where: string, holder: object, key: string): Function {
  const method: unknown = Reflect.get(holder, key);
  if (typeof method === 'function') return method;
  throw new Error(`${where}: unknown method "${key}"${didYouMean(key, propertyNames(holder))}`);
}

function propertyNames(holder: object): string[] {
  const names: string[] = [];
  for (let each = holder; each !== null && each !== Object.prototype; each = Object.getPrototypeOf(each)) {
    names.push(...Object.getOwnPropertyNames(each).filter((name) => name !== 'constructor'));
  }
  return names;
}
