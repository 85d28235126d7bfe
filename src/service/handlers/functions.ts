import { buildArgumentsInSlices, buildInvokeArguments } from '../access/invoke.js';
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
    if (guard !== undefined) return this.#invokeGuarded(request, guard);
    if (request.isLong) return new Sliced(this.#invokeLong(request));
    const found = this.#find(request);
    const args = buildInvokeArguments(found.function, argumentsOf(request.body));
    return this.#call(found, args);
  }

  /** What is long are the arguments: they are converted in slices. */
  *#invokeLong(request: ApiRequest): Generator<void, string | Promise<string>> {
    const given = argumentsOf(request.body);
    const { version } = this.#model.objects;
    const before = this.#find(request).function;
    const args = yield* buildArgumentsInSlices(before, given);
    yield;
    const found = this.#find(request);
    const isStill = found.function === before && this.#model.objects.version === version;
    return this.#call(found, isStill ? args : buildInvokeArguments(found.function, given));
  }

  #find(request: ApiRequest): FunctionPlace {
    const handle = this.#model.objects.required(request.id);
    return this.#model.resolver.function(handle, request.rest, true);
  }

  #call(found: FunctionPlace, args: unknown[]): string | Promise<string> {
    return this.#answer(found, this.#model.invoke(found, args, 'remote'), (text) => text);
  }

  /** Arguments may name, and the result shows, what the caller may see alone. */
  #invokeGuarded(request: ApiRequest, guard: Guard): string | Promise<string> {
    const model = this.#model;
    const found = model.resolver.function(guard.object(request.id), request.rest, true, guard);
    const { handle, parent } = found.place;
    const { name } = found.function.definition;
    const path = parent === undefined ? name : `${parent.memberPath}/${name}`;
    guard.requireCall(handle, path);
    const permitted = new Permitted(guard, handle, false);
    const given = argumentsOf(request.body).map((value, i) => {
      const parameter = found.function.parameters[i];
      if (parameter === undefined) return value;
      return permitted.value(value, parameter.type, undefined, parameter.definition.name);
    });
    const result = model.invoke(found, buildInvokeArguments(found.function, given), 'remote');
    return this.#answer(found, result, (text) =>
      guard.readsAll ? text : stringifyJson(visibleValue(guard, handle, path, parseJson(text))),
    );
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
