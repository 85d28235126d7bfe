import { collectedDeclarations } from './collected-declarations.js';

const fix =
  'This library uses the standard decorators: TypeScript 5.2 or later without "experimentalDecorators" and ' +
  '"emitDecoratorMetadata" in tsconfig.json; esbuild, tsx and Vite follow that setting; for Babel ' +
  '{ "version": "2023-11" }, for swc "decoratorVersion": "2022-03". Or expose the class without decorators, with ' +
  'exposeClass(…)';

type DecoratorName = 'exposedClass' | 'exposedField' | 'exposedProperty' | 'exposedFunction';

/** The kinds of declarations that each decorator may be applied to. */
const validKinds: Readonly<Record<DecoratorName, readonly string[]>> = {
  exposedClass: ['class'],
  exposedField: ['field', 'accessor', 'getter'],
  exposedProperty: ['getter', 'accessor'],
  exposedFunction: ['method'],
};

/** Rejects a decorator without parentheses, which receives the member in place of options. @throws Error */
export function checkFactoryCall(decorator: DecoratorName, args: readonly unknown[]): void {
  const [options] = args;
  if (args.length <= 1 && (options === undefined || (typeof options === 'object' && options !== null)))
    return;
  const isCalledAsDecorator = args.length > 1 || typeof options === 'function';
  throw new Error(
    isCalledAsDecorator
      ? `${targetName(args)}: write @${decorator}() with parentheses`
      : `@${decorator}(…) takes an object of options, and not ${JSON.stringify(options)}`,
  );
}

/**
 * Checks the arguments that the compiler passes to a decorator. Returns false if the class decorator will report an
 * error.
 * @throws Error that names the class or member, for legacy decorators or a member decorator on a class
 */
export function checkDecoratorCall(decorator: DecoratorName, args: readonly unknown[]): boolean {
  const context = args[1];
  if (!isContext(context) || typeof context.metadata !== 'object' || context.metadata === null) {
    throw new Error(`${targetName(args)}: @${decorator}() was called as a legacy decorator. ${fix}`);
  }
  const { kind, metadata } = context;
  if (validKinds[decorator].includes(kind)) return true;
  const label = String(context.name);
  const problem = misplaced(decorator, kind);
  if (kind === 'class') throw new Error(`${label} ${problem}`);
  collectedDeclarations(metadata).problems.push({ label, problem });
  return false;
}

function misplaced(decorator: DecoratorName, kind: string): string {
  const fitting = Object.entries(validKinds).filter(([, kinds]) => kinds.includes(kind));
  const hint = fitting.map(([name]) => `@${name}()`).join(' or ');
  const problem = `cannot be exposed with @${decorator}(), since it is not a ${validKinds[decorator].join(' or ')}`;
  return hint === '' ? problem : `${problem}; write ${hint}`;
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

/** Returns the class and member that a decorator was applied to, whatever decorators the compiler uses. */
function targetName([target, key]: readonly unknown[]): string {
  if (isContext(key)) return String(key.name);
  if (typeof key === 'string' || typeof key === 'symbol') return `${ownerName(target)}.${String(key)}`;
  if (typeof target === 'function') return target.name;
  // Babel's 2018 decorators receive only a descriptor.
  const { key: member } = (target ?? {}) as { key?: unknown };
  return member === undefined ? 'A decorator' : String(member);
}

function ownerName(target: unknown): string {
  if (typeof target === 'function') return target.name;
  return (target as { constructor?: Function } | undefined)?.constructor?.name ?? 'A class';
}
