import { checkOptions, type FunctionOptions, type ParameterOptions } from './declaration-options.js';
import { definitions } from './declarations.js';
import type { FunctionDefinition, ParameterDefinition } from './definition.js';
import { typeName } from './infer-type.js';
import { presented } from './presentation.js';

/**
 * Returns the definition of a function, named `key` unless the options give another name. `where` is its name in error
 * messages; `get` returns the method of an object.
 * @throws Error that names the function or the parameter
 */
export function functionDefinition(
  where: string,
  method: Function,
  options: FunctionOptions,
  key: string,
  get: (target: object) => unknown,
): FunctionDefinition {
  checkOptions(where, options, 'function');
  const { name = key, returns, parameters = {}, ...rest } = options;
  checkArity(where, method, Object.keys(parameters).length);
  if (Array.isArray(parameters))
    throw new Error(`${where}: parameters are given by name, for example { target: { type: 'Single' } }`);
  return {
    ...presented(rest),
    name,
    returnType: returns === undefined ? 'Void' : typeName(where, returns, definitions),
    parameters: Object.entries(parameters).map(([parameter, each]) =>
      parameterDefinition(`${where}(${parameter})`, parameter, each),
    ),
    invoke: (target, args) => (get(target) as (...a: unknown[]) => unknown).apply(target, args),
  };
}

/** Rejects undeclared parameters, which would be undefined in every call. @throws Error */
function checkArity(where: string, { length }: Function, declared: number): void {
  if (length <= declared) return;
  throw new Error(
    `${where}: expected ${length} declared parameters, got ${declared}; declare all in order, for example { parameters: { target: { type: 'Single' } } }`,
  );
}

function parameterDefinition(where: string, name: string, options: ParameterOptions): ParameterDefinition {
  checkOptions(where, options, 'parameter');
  const { type, ...rest } = options;
  if (type === undefined)
    throw new Error(`${where}: a parameter needs a type, for example { type: 'Single' }`);
  return { ...presented(rest), name, type: typeName(where, type, definitions) };
}
