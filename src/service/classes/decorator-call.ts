import { gathered } from './gathered.js';

const fix =
  'This library uses the standard decorators: TypeScript 5.2 or later without "experimentalDecorators" and ' +
  '"emitDecoratorMetadata" in tsconfig.json; esbuild, tsx and Vite follow that setting; for Babel ' +
  '{ "version": "2023-11" }, for swc "decoratorVersion": "2022-03". Or expose the class without decorators, with ' +
  'exposeClass(…)';

/** The decorators, by name, with the kinds of places that they may stand at. */
const places = {
  exposedClass: ['class'],
  exposedField: ['field', 'accessor', 'getter'],
  exposedProperty: ['getter', 'accessor'],
  exposedFunction: ['method'],
} as const;

export type DecoratorName = keyof typeof places;

/** Refuses `@exposedField accessor x`, where the decorator gets the member for its options. @throws Error */
export function checkFactoryCall(decorator: DecoratorName, args: readonly unknown[]): void {
  const [options] = args;
  if (args.length <= 1 && (options === undefined || (typeof options === 'object' && options !== null)))
    return;
  const isCalledAsDecorator = args.length > 1 || typeof options === 'function';
  throw new Error(
    isCalledAsDecorator
      ? `${placeOf(args)}: write @${decorator}() with parentheses`
      : `@${decorator}(…) takes an object of options, and not ${JSON.stringify(options)}`,
  );
}

/**
 * Checks what a compiler calls a decorator with. True when it may go on; false when the class decorator is going to tell
 * what is wrong.
 * @throws Error for another kind of decorators than the standard one, with the class and the member.
 */
export function checkDecoratorCall(decorator: DecoratorName, args: readonly unknown[]): boolean {
  const context = args[1];
  if (!isContext(context)) {
    throw new Error(`${placeOf(args)}: @${decorator}() was called as a legacy decorator. ${fix}`);
  }
  if (typeof context.metadata !== 'object' || context.metadata === null) {
    throw new Error(
      `${String(context.name)}: @${decorator}() was called as a decorator of an older proposal, without metadata. ${fix}`,
    );
  }
  const allowed: readonly string[] = places[decorator];
  if (allowed.includes(context.kind)) return true;
  if (context.kind === 'class') {
    throw new Error(`${String(context.name)}: @${decorator}() is for members; a class takes @exposedClass()`);
  }
  const label = String(context.name);
  gathered(context.metadata).problems.push({ label, problem: misplaced(decorator, context.kind, label) });
  return false;
}

function misplaced(decorator: DecoratorName, kind: string, label: string): string {
  if (kind === 'method') return `is a method: expose it with @exposedFunction() and not with @${decorator}()`;
  if (kind === 'setter') return `is a setter: decorate the getter of the pair`;
  if (decorator === 'exposedProperty') {
    return `is a plain field: write "accessor ${label}", so that changes are noticed, or expose it with @exposedField()`;
  }
  return `is ${kind === 'accessor' ? 'an' : 'a'} ${kind}: expose it with @exposedField() or @exposedProperty() and not with @${decorator}()`;
}

function isContext(value: unknown): value is DecoratorContext {
  return (
    typeof value === 'object' &&
    value !== null &&
    'kind' in value &&
    'name' in value &&
    'addInitializer' in value
  );
}

/** The class and the member that a decorator was called for, however it was. */
function placeOf([target, key]: readonly unknown[]): string {
  if (isContext(key)) return String(key.name);
  if (typeof key === 'string' || typeof key === 'symbol') return `${ownerName(target)}.${String(key)}`;
  if (typeof target === 'function') return target.name;
  // Babel's proposal of 2018 gives a descriptor alone.
  const { key: member } = (target ?? {}) as { key?: unknown };
  return member === undefined ? 'A decorator' : String(member);
}

function ownerName(target: unknown): string {
  if (typeof target === 'function') return target.name;
  return (target as { constructor?: Function } | undefined)?.constructor?.name ?? 'A class';
}
