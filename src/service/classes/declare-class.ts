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
  const base = definitions.get(Object.getPrototypeOf(exposed))?.name;
  const definition: ClassDefinition = {
    ...rest,
    name,
    kind,
    ...(base !== undefined && { base }),
    members,
    functions,
    constructorFunction: exposed,
    ...(canCreate(options) && { create: () => new (exposed as unknown as new () => object)() }),
  };
  checkDefinition(definition);
  definitions.set(exposed, definition);
  declarations.classes.push(definition);
}

function canCreate({ kind, isAbstract, abstract = isAbstract }: ClassOptions): boolean {
  return kind !== 'static' && kind !== 'component' && abstract !== true;
}
