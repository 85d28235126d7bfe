import { buildArgumentsInSlices, buildInvokeArguments } from '../access/invoke.js';
import { LongResult } from '../access/long-result.js';
import { tooLate, within } from '../deadline.js';
import { ExposedError } from '../exposed-error.js';
import type { Host } from '../host.js';
import type { ApiRequest, Handler, Route } from '../http/api.js';
import { parseJson } from '../http/json-body.js';
import { Sliced } from '../http/sliced.js';
import { describeJson, isJsonObject, type Json, stringifyJson } from '../json.js';
import type { ExposedModel } from '../model.js';
import type { FunctionPlace } from '../objects/resolve.js';
import type { Guard } from '../rights/guard.js';
import type { Guards } from '../rights/guards.js';
import { Permitted } from '../rights/permitted.js';
import { visibleValue } from '../rights/visible.js';
import { mayRefer, showsAll } from '../rights/whole.js';

/** A function that has not answered after so many milliseconds of host time is 504 (wire.md section 1). */
const longestCallMs = 30_000;

/** Invocation of exposed functions, also nested ones through a path (END-13 to 15, PTH-6). */
export class FunctionsHandler implements Handler {
  readonly routes: readonly Route[];
  readonly #model: ExposedModel;
  readonly #guards: Guards;
  readonly #host: Pick<Host, 'clock' | 'frames'>;
  readonly #report: (error: unknown, where: string) => void;

  /** @param report told of what a function throws whose caller waits no more */
  constructor(
    model: ExposedModel,
    guards: Guards,
    host: Pick<Host, 'clock' | 'frames'>,
    report: (error: unknown, where: string) => void,
  ) {
    this.#model = model;
    this.#guards = guards;
    this.#host = host;
    this.#report = report;
    this.routes = [
      { method: 'POST', path: '/exposed/function/{id}/{path}', handle: (request) => this.#invoke(request) },
    ];
  }

  #invoke(request: ApiRequest): string | Promise<string> | Sliced<string | Promise<string>> {
    const guard = this.#guards.of(request.access);
    if (request.isLong) return new Sliced(this.#invokeLong(request, guard));
    const found = this.#find(request, guard);
    const given = permittedArguments(argumentsOf(request.body), found, guard);
    return this.#call(found, buildInvokeArguments(found.function, given), guard);
  }

  /** What is long are the arguments: they are converted in slices. */
  *#invokeLong(request: ApiRequest, guard: Guard | undefined): Generator<void, string | Promise<string>> {
    const { objects } = this.#model;
    const { version } = objects;
    const before = this.#find(request, guard);
    const given = permittedArguments(argumentsOf(request.body), before, guard);
    const args = yield* buildArgumentsInSlices(before.function, given);
    yield;
    const found = this.#find(request, guard);
    const isStill = found.function === before.function && objects.version === version;
    const used = isStill ? args : buildInvokeArguments(found.function, given);
    const result = this.#model.invokeLong(found, used, 'remote');
    const shown = (text: string) => visibleResult(found, text, guard);
    if (result instanceof LongResult) return this.#answer(found, yield* result.inSlices(), shown);
    if (typeof result === 'string') return this.#answer(found, result, shown);
    const text = result.then((late) => (late instanceof LongResult ? late.atOnce() : late));
    return this.#answer(found, text, shown);
  }

  #find({ id, rest }: ApiRequest, guard: Guard | undefined): FunctionPlace {
    const { objects, resolver } = this.#model;
    if (guard === undefined) return resolver.function(objects.required(id), rest, true);
    const found = resolver.function(guard.object(id), rest, true, guard);
    guard.requireCall(found.place.handle, pathOf(found));
    return found;
  }

  /** The result shows what the caller may see alone. */
  #call(found: FunctionPlace, args: unknown[], guard: Guard | undefined): string | Promise<string> {
    const result = this.#model.invoke(found, args, 'remote');
    return this.#answer(found, result, (text) => visibleResult(found, text, guard));
  }

  /** Whoever called waits so long and no longer; the function goes on, and what it still throws is logged. */
  #answer(
    found: FunctionPlace,
    result: string | Promise<string>,
    shown: (text: string) => string,
  ): string | Promise<string> {
    const answer = (text: string) => `{"result":${shown(text)}}`;
    if (typeof result === 'string') return answer(result);
    return within(this.#host, longestCallMs, result).then((text) => {
      if (text !== tooLate) return answer(text);
      const where = `${found.place.class.name}.${found.function.definition.name}`;
      result.catch((error: unknown) => this.#report(error, where));
      const reason = `${found.function.definition.name} has not answered in ${longestCallMs / 1000} s; it goes on`;
      throw new ExposedError('timed-out', reason);
    });
  }
}

/** Names on the way to a function, as rights ask for it. */
function pathOf({ place: { parent }, function: { definition } }: FunctionPlace): string {
  return parent === undefined ? definition.name : `${parent.memberPath}/${definition.name}`;
}

/** Arguments may name what the caller may see alone. @throws ExposedError */
function permittedArguments(
  given: readonly Json[],
  found: FunctionPlace,
  guard: Guard | undefined,
): readonly Json[] {
  if (guard === undefined || !mayRefer([...given])) return given;
  const permitted = new Permitted(guard, found.place.handle, false);
  return given.map((value, i) => {
    const parameter = found.function.parameters[i];
    if (parameter === undefined) return value;
    return permitted.value(value, parameter.type, undefined, parameter.definition.name);
  });
}

function visibleResult(found: FunctionPlace, text: string, guard: Guard | undefined): string {
  const { returnType } = found.function;
  if (guard === undefined || guard.readsAll || returnType === undefined) return text;
  const { handle } = found.place;
  const path = pathOf(found);
  if (showsAll(guard, handle, path, returnType, text)) return text;
  return stringifyJson(visibleValue(guard, handle, path, parseJson(text)));
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
