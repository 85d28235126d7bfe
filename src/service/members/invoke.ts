import { promiseOf } from '../common/application-code.js';
import { reasonOf } from '../common/exception-text.js';
import { ArgumentError, ExposedError } from '../common/exposed-error.js';
import { describeJson, type Json } from '../common/json.js';
import type { ResolvedFunction } from '../objects/path-resolver.js';
import type { ExposedFunction, ExposedParameter } from '../types/exposed-class.js';
import { assignImmediately } from '../types/plan.js';
import type { Type } from '../types/type.js';
import { resultProblem } from './function-result.js';

/**
 * Converts a JSON array to typed positional arguments (END-13). A missing or null one gets the declared default,
 * else the default of its type (END-14); surplus ones are ignored.
 * @throws ExposedError `invalid-request`, naming the parameter
 */
export function buildInvokeArguments(func: ExposedFunction, args: readonly Json[]): unknown[] {
  return func.parameters.map((parameter, i) => buildArgument(parameter, args[i]));
}

function buildArgument(
  { definition, type, default: declared }: ExposedParameter,
  json: Json | undefined,
): unknown {
  const given = json ?? declared ?? null;
  if (given === null) return type.defaultValue();
  try {
    return type.read(
      given,
      type.needsCurrent ? type.defaultValue() : undefined,
      assignImmediately,
      definition.name,
    );
  } catch (error) {
    throw wrongArgument(error, given);
  }
}

function wrongArgument(error: unknown, given: Json): unknown {
  if (!(error instanceof ExposedError)) return error;
  const reason = error.message || `cannot take ${describeJson(given)}`;
  return new ExposedError('invalid-request', `argument ${reason}`);
}

/**
 * Calls a function and returns the JSON text of its result, or a promise of it.
 * @param onIgnored called if it returned a value and declares none
 * @throws ExposedError `function-failed` with what it threw as the cause, or for a result of another type
 */
export function invokeFunction(
  found: ResolvedFunction,
  args: unknown[],
  onIgnored: (found: ResolvedFunction) => void,
): string | Promise<string> {
  const { owner } = found;
  const toText = (result: unknown) => {
    if (result != null && found.function.returnType === undefined) onIgnored(found);
    return resultText(found, result);
  };
  try {
    const result = found.function.definition.invoke(owner.target, args, {
      objectId: owner.handle.id,
      path: owner.parent?.path ?? '',
    });
    const promise = promiseOf(result);
    if (promise === undefined) return toText(result);
    return promise.then(toText).catch((error: unknown) => {
      throw functionFailed(found, error);
    });
  } catch (error) {
    throw functionFailed(found, error);
  }
}

/** Converts an exception of a function to an error with the function's name. */
function functionFailed(found: ResolvedFunction, error: unknown): ExposedError {
  const { name } = found.function.definition;
  if (ArgumentError.is(error)) return new ExposedError('invalid-request', `${name}: ${error.message}`);
  return new ExposedError('function-failed', `${name}: ${reasonOf(error)}`, {
    cause: error,
    where: `${found.owner.class.name}.${name}`,
  });
}

/** Returns the JSON text of a result, `null` for Void. @throws Error if it is not of the declared type */
function resultText({ function: { returnType } }: ResolvedFunction, result: unknown): string {
  if (returnType === undefined) return 'null';
  return returnType.write(requireResult(returnType, result), Number.POSITIVE_INFINITY);
}

/** @throws Error */
function requireResult(type: Type, given: unknown): unknown {
  const result = type.sanitize(given);
  const wrong = resultProblem(type, result);
  if (wrong !== undefined) throw withoutStack(new Error(`wrong result: ${wrong}`));
  return result ?? null;
}

/** Removes the stack, which would show the service's code instead of the origin of the result. */
function withoutStack(error: Error): Error {
  error.stack = error.message;
  return error;
}
