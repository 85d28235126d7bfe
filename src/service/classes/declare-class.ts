import { checkDefinition } from './check-definition.js';
import { declarations, definitions } from './declarations.js';
import type { ClassDefinition, FunctionDefinition, MemberDefinition } from './definition.js';
import type { AnyClass } from './gathered.js';
import { type ClassOptions, checkOptions } from './options.js';

/**
 * Declares a class for all services of the process, each of which takes it in at its next scan.
 * @throws Error that names the class and the member that is wrong.
 */
export function declareClass(
  exposed: AnyClass,
  label: string,
  options: ClassOptions,
  { members, functions }: { members: readonly MemberDefinition[]; functions: readonly FunctionDefinition[] },
): void {
  checkOptions(label, options, 'class');
  if (definitions.has(exposed)) throw new Error(`${label} is exposed already`);
  const { name = label, kind = 'class', ...rest } = options;
  const definition: ClassDefinition = {
    ...rest,
    name,
    kind,
    get base() {
      return exposedBase(exposed)?.name;
    },
    members,
    functions,
    constructorFunction: exposed,
    ...(canCreate(options) && { create: () => new (exposed as unknown as new () => object)() }),
  };
  checkDefinition(definition);
  definitions.set(exposed, definition);
  declarations.classes.push(definition);
  declarations.version++;
}

/** The nearest base class that is exposed, now: a class without decorators may be exposed after those that derive from it. */
function exposedBase(exposed: AnyClass): ClassDefinition | undefined {
  for (let base: unknown = Object.getPrototypeOf(exposed); typeof base === 'function'; ) {
    const definition = definitions.get(base);
    if (definition !== undefined) return definition;
    base = Object.getPrototypeOf(base);
  }
  return undefined;
}

function canCreate({ kind, abstract }: ClassOptions): boolean {
  return kind !== 'static' && kind !== 'component' && abstract !== true;
}
