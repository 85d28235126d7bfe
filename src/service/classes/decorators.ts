import { accessorWasSet } from './accessor-watchers.js';
import { blamingCaller } from './caller.js';
import { collectedDeclarations } from './collected-declarations.js';
import {
  type ClassOptions,
  checkOptions,
  type FunctionOptions,
  type MemberOptions,
} from './declaration-options.js';
import { isWritable } from './declaration-site.js';
import { declareClass } from './declarations.js';
import { checkDecoratorCall, checkFactoryCall } from './decorator-call.js';
import type { AnyClass } from './definition.js';
import { functionDefinition } from './function-definition.js';
import { memberDefinition } from './member-definition.js';

/** The declarations that a member decorator may be applied to. */
export type MemberContext =
  | ClassFieldDecoratorContext
  | ClassAccessorDecoratorContext
  | ClassGetterDecoratorContext;
type AccessorTarget = ClassAccessorDecoratorTarget<object, unknown>;

/** Decorator factories are called in source order, whatever order the decorators are applied in. */
let declarationOrder = 0;

/**
 * Exposes a class with its decorated members and functions. Members of a decorated base class come first (OBJ-9).
 * `kind: 'static'` exposes the class itself with its static members, under its name.
 */
export function exposedClass(options: ClassOptions = {}, ...more: never[]) {
  blamingCaller(exposedClass, () => checkFactoryCall('exposedClass', [options, ...more]));
  return function decorate(...args: [exposed: AnyClass, context: ClassDecoratorContext]): void {
    if (!blamingCaller(decorate, () => checkDecoratorCall('exposedClass', args))) return;
    const [exposed, context] = args;
    const label = String(context.name);
    const { members, functions, problems } = collectedDeclarations(context.metadata);
    const isStatic = options.kind === 'static';
    for (const each of [...members, ...functions]) {
      if (each.isStatic === isStatic) continue;
      const problem = isStatic
        ? 'is not a static member, and the class is exposed with { kind: "static" }: make it static'
        : 'is static: static members are exposed by a class of their own, with @exposedClass({ kind: "static" })';
      problems.push({ label: each.label, problem });
    }
    if (problems.length > 0) {
      blamingCaller(decorate, () => {
        throw new Error(problems.map((each) => `${label}.${each.label} ${each.problem}`).join('\n'));
      });
    }
    const byOrder = (a: { order: number }, b: { order: number }) => a.order - b.order;
    context.addInitializer(function declare() {
      blamingCaller(declare, () =>
        declareClass(exposed, label, options, {
          members: members.sort(byOrder).map((member) => member.make(exposed)),
          functions: functions.sort(byOrder).map((func) => func.make(exposed)),
        }),
      );
    });
  };
}

/**
 * Exposes a field, persisted by default. The service notices when application code sets an `accessor`; after it sets a
 * plain field, call `service.notifyChanged`.
 */
export function exposedField(options: MemberOptions = {}, ...more: never[]) {
  return exposedMember('exposedField', options, more);
}

/** Exposes a getter with its setter, if there is one, or an accessor. Persisted only with `persist: true` (OBJ-14). */
export function exposedProperty(options: MemberOptions = {}, ...more: never[]) {
  return exposedMember('exposedProperty', options, more);
}

/** Exposes a method as a function that remote apps may call. */
export function exposedFunction(options: FunctionOptions = {}, ...more: never[]) {
  blamingCaller(exposedFunction, () => checkFactoryCall('exposedFunction', [options, ...more]));
  const order = declarationOrder++;
  return function decorate(
    ...args: [method: (...args: never[]) => unknown, context: ClassMethodDecoratorContext]
  ): void {
    if (!blamingCaller(decorate, () => checkDecoratorCall('exposedFunction', args))) return;
    const [method, context] = args;
    const label = String(context.name);
    collectedDeclarations(context.metadata).functions.push({
      order,
      label,
      isStatic: context.static,
      make: (owner) => {
        const where = `${owner.name}.${label}`;
        const name = requireName(where, options.name ?? exposedName(context));
        return functionDefinition(where, method, options, name, context.access.get);
      },
    });
  };
}

function exposedMember(
  decorator: 'exposedField' | 'exposedProperty',
  options: MemberOptions,
  more: readonly unknown[],
) {
  const entry = decorator === 'exposedField' ? exposedField : exposedProperty;
  blamingCaller(entry, () => checkFactoryCall(decorator, [options, ...more]));
  const order = declarationOrder++;
  // biome-ignore lint/suspicious/noExplicitAny: one decorator for fields, getters and accessors, which differ in their values
  return function decorate(...args: [value: any, context: MemberContext]): any {
    if (!blamingCaller(decorate, () => checkDecoratorCall(decorator, args))) return undefined;
    const [value, context] = args;
    const label = String(context.name);
    const name = options.name ?? exposedName(context);
    const access = context.access as {
      get(target: object): unknown;
      set?(target: object, value: unknown): void;
    };
    collectedDeclarations(context.metadata).members.push({
      order,
      label,
      isStatic: context.static,
      make: (owner) => {
        const where = `${owner.name}.${label}`;
        checkOptions(where, options, 'member');
        const kind = decorator === 'exposedField' ? 'field' : 'property';
        return memberDefinition(
          owner,
          label,
          kind,
          { ...options, name: requireName(where, name) },
          {
            get: access.get,
            set: context.kind === 'getter' ? pairedSetter(owner, context) : access.set,
            isStatic: context.static,
            backing: context.kind === 'getter' ? 'code' : context.kind,
            key: context.private ? undefined : context.name,
          },
        );
      },
    });
    if (context.kind !== 'accessor') return undefined;
    const { get, set } = value as AccessorTarget;
    return {
      get,
      set(this: object, next: unknown) {
        const before = get.call(this);
        set.call(this, next);
        // Application code reports a change inside an object by setting the same object again.
        if (typeof next === 'object' || !Object.is(before, next)) {
          accessorWasSet(this, name!, () => set.call(this, before));
        }
      },
    };
  };
}

/** Returns the exposed name of a member without the option `name`, without `#` if private; undefined for a symbol. */
function exposedName({ name }: { readonly name: string | symbol }): string | undefined {
  return typeof name === 'symbol' ? undefined : name.replace(/^#/, '');
}

/** @throws Error for a symbol without the option `name` */
function requireName(where: string, name: string | undefined): string {
  if (name !== undefined) return name;
  throw new Error(`${where}: a symbol has no name for remote apps; give it one, as { name: '…' }`);
}

/** Returns the setter of a decorated getter's property. It assigns, so that derived classes may override it. */
function pairedSetter(owner: AnyClass, context: ClassGetterDecoratorContext) {
  const holder: object = context.static ? owner : owner.prototype;
  // The setter of a private property cannot be reached from outside the class.
  if (context.private || !isWritable(holder, context.name)) return undefined;
  return (target: object, value: unknown) => void Reflect.set(target, context.name, value);
}
