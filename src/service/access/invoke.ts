import { ExposedError } from '../exposed-error.js';
import type { Json } from '../json.js';
import { describeJson } from '../json.js';
import type { FunctionPlace } from '../objects/resolve.js';
import type { ExposedFunction, ExposedParameter } from '../types/exposed-class.js';
import { WritePlan } from './write-plan.js';

/**
 * Typed positional arguments from a JSON array (END-13): missing and null ones take the declared default, else the
 * default of their type (END-14); surplus ones are ignored.
 * @throws ExposedError `invalid-request` that names the parameter.
 */
export function buildInvokeArguments(func: ExposedFunction, args: readonly Json[]): unknown[] {
  return func.parameters.map((parameter, i) => buildArgument(parameter, args[i]));
}

function buildArgument(
  { definition, type, default: declared }: ExposedParameter,
  json: Json | undefined,
): unknown {
  const given = json ?? (declared as Json | undefined) ?? null;
  if (given === null) return type.defaultValue();
  const plan = new WritePlan();
  try {
    const value = type.read(
      given,
      type.needsCurrent ? type.defaultValue() : undefined,
      plan,
      definition.name,
    );
    plan.apply(false);
    return value;
  } catch (error) {
    if (!(error instanceof ExposedError)) throw error;
    const reason = error.message || `cannot take ${describeJson(given)}`;
    throw new ExposedError('invalid-request', `argument ${reason}`);
  }
}

/**
 * Calls a function. The answer is the JSON text of its result, `null` for Void.
 * @throws ExposedError `function-failed` with what it threw as the cause.
 */
export function invokeFunction(found: FunctionPlace, args: unknown[]): string | Promise<string> {
  const { place } = found;
  const { definition, returnType } = found.function;
  const failed = (error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    return new ExposedError('function-failed', `${definition.name}: ${reason}`, { cause: error });
  };
  const write = (result: unknown) =>
    returnType === undefined
      ? 'null'
      : returnType.write(result ?? returnType.defaultValue(), Number.POSITIVE_INFINITY);
  try {
    const result = definition.invoke(place.target, args, {
      objectId: place.handle.id,
      path: place.parent?.path ?? '',
    });
    if (!(result instanceof Promise)) return write(result);
    return result.then(write).catch((error: unknown) => {
      throw failed(error);
    });
  } catch (error) {
    throw failed(error);
  }
}
