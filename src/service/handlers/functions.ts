import { BodyAuthorizer } from '../authorization/body-authorizer.js';
import type { Guard } from '../authorization/guard.js';
import type { Guards } from '../authorization/guards.js';
import { redactValue } from '../authorization/redact.js';
import { ExposedError } from '../common/exposed-error.js';
import { describeJson, isJsonObject, type Json } from '../common/json.js';
import { timedOut, withTimeout } from '../common/time-limit.js';
import type { Host } from '../host.js';
import type { ApiRequest, Route } from '../http/api.js';
import { buildInvokeArguments } from '../members/invoke.js';
import type { ExposedModel } from '../model/model.js';
import type { ResolvedFunction } from '../objects/path-resolver.js';
import { PendingCalls } from './pending-calls.js';

/** Milliseconds of host time after which a call fails with 504 (wire.md section 1). */
const callTimeoutMs = 30_000;

/**
 * Invokes exposed functions, also nested ones through a path (END-13 to 15, PTH-6).
 * @param report receives errors of functions whose caller no longer waits
 */
export function functionRoutes(
  model: ExposedModel,
  guards: Guards,
  host: Pick<Host, 'clock' | 'frames'>,
  report: (error: unknown, where: string) => void,
): Route[] {
  const { objects, resolver } = model;
  const pendingCalls = new PendingCalls();

  const find = ({ id, rest }: ApiRequest, guard: Guard | undefined): ResolvedFunction => {
    if (guard === undefined) return resolver.function(objects.required(id), rest, true);
    const found = resolver.function(guard.object(id), rest, true, guard);
    guard.requireCall(found.owner.handle, pathOf(found));
    return found;
  };

  const invoke = (request: ApiRequest): string | Promise<string> => {
    const guard = guards.of(request.access);
    const found = find(request, guard);
    const { definition } = found.function;
    const given = permittedArguments(argumentsOf(request.body), found, guard);
    const args = buildInvokeArguments(found.function, given);
    pendingCalls.check(definition, request.bodyBytes);
    const result = model.invoke(found, args, 'remote');
    const toResponse = (text: string) => `{"result":${visibleResult(found, text, guard)}}`;
    if (typeof result === 'string') return toResponse(result);
    pendingCalls.add(definition, request.bodyBytes, result);
    return withTimeout(host, callTimeoutMs, result).then((text) => {
      if (text !== timedOut) return toResponse(text);
      // The function continues, and later errors are logged.
      result.catch((error: unknown) => report(error, `${found.owner.class.name}.${definition.name}`));
      const reason = `${definition.name} has not answered in ${callTimeoutMs / 1000} s; it goes on`;
      throw new ExposedError('timed-out', reason);
    });
  };

  return [{ method: 'POST', path: '/exposed/function/{id}/{path}', handle: invoke, rights: 'call' }];
}

/** Returns the path that rights use for a function. */
function pathOf({ owner: { parent }, function: { definition } }: ResolvedFunction): string {
  return parent === undefined ? definition.name : `${parent.memberPath}/${definition.name}`;
}

/**
 * Checks that arguments refer only to what the caller may read.
 * @throws ExposedError
 */
function permittedArguments(
  given: readonly Json[],
  found: ResolvedFunction,
  guard: Guard | undefined,
): readonly Json[] {
  if (guard === undefined) return given;
  const permitted = new BodyAuthorizer(guard, found.owner.handle, false);
  return given.map((value, i) => {
    const { type, definition } = found.function.parameters[i] ?? {};
    return type === undefined ? value : permitted.value(value, type, undefined, definition!.name);
  });
}

function visibleResult(found: ResolvedFunction, text: string, guard: Guard | undefined): string {
  const { returnType } = found.function;
  if (guard === undefined || returnType === undefined) return text;
  return redactValue(guard, found.owner.handle, pathOf(found), text);
}

function argumentsOf(body: Json | undefined): readonly Json[] {
  if (body === undefined) return [];
  if (!isJsonObject(body)) {
    throw new ExposedError('invalid-request', `the body must be {"args": […]}, got ${describeJson(body)}`);
  }
  const args = Object.hasOwn(body, 'args') ? body.args : undefined;
  if (args === undefined || args === null) return [];
  if (!Array.isArray(args)) {
    throw new ExposedError('invalid-request', `"args" must be an array, got ${describeJson(args)}`);
  }
  return args;
}
