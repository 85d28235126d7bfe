import { buildInvokeArguments } from '../access/invoke.js';
import { ExposedError } from '../exposed-error.js';
import type { ApiRequest, Handler, Route } from '../http/api.js';
import { parseJson } from '../http/body.js';
import { describeJson, isJsonObject, type Json, stringifyJson } from '../json.js';
import type { ExposedModel } from '../model.js';
import type { Guard } from '../rights/guard.js';
import type { Guards } from '../rights/guards.js';
import { Permitted } from '../rights/permitted.js';
import { visibleValue } from '../rights/visible.js';

/** Invocation of exposed functions, also nested ones through a path (END-13 to 15, PTH-6). */
export class FunctionsHandler implements Handler {
  readonly routes: readonly Route[];
  readonly #model: ExposedModel;
  readonly #guards: Guards;

  constructor(model: ExposedModel, guards: Guards) {
    this.#model = model;
    this.#guards = guards;
    this.routes = [
      { method: 'POST', path: '/exposed/function/{id}/{path}', handle: (request) => this.#invoke(request) },
    ];
  }

  #invoke(request: ApiRequest): string | Promise<string> {
    const guard = this.#guards.of(request.access);
    if (guard !== undefined) return this.#invokeGuarded(request, guard);
    const handle = this.#model.objects.resolve(request.id);
    if (handle === undefined) throw new ExposedError('object-not-found', request.id);
    const found = this.#model.resolver.function(handle, request.rest, true);
    const args = buildInvokeArguments(found.function, argumentsOf(request.body));
    const result = this.#model.invoke(found, args, 'remote');
    return typeof result === 'string' ? answer(result) : result.then(answer);
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
      const type = found.function.parameters[i]?.type;
      return type === undefined ? value : permitted.value(value, type, undefined, path);
    });
    const result = model.invoke(found, buildInvokeArguments(found.function, given), 'remote');
    const shown = (text: string) =>
      answer(guard.readsAll ? text : stringifyJson(visibleValue(guard, handle, path, parseJson(text))));
    return typeof result === 'string' ? shown(result) : result.then(shown);
  }
}

function answer(result: string): string {
  return `{"result":${result}}`;
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
