import { ExposedError } from '../exposed/errors.js';
import { buildInvokeArguments, findFunction } from '../exposed/invoke.js';
import type { ApiRequest, Handler, Route } from '../http/api.js';
import { describeJson, isJsonObject, type Json } from '../json.js';
import type { ExposedModel } from '../model.js';

/** Invocation of exposed functions, also nested ones through a path (END-13 to 15, PTH-6). */
export class FunctionsHandler implements Handler {
  readonly routes: readonly Route[];
  readonly #model: ExposedModel;

  constructor(model: ExposedModel) {
    this.#model = model;
    this.routes = [
      { method: 'POST', path: '/exposed/function/{id}/{path}', handle: (request) => this.#invoke(request) },
    ];
  }

  #invoke(request: ApiRequest): string | Promise<string> {
    const handle = this.#model.objects.resolve(request.id);
    if (handle === undefined) throw new ExposedError('object-not-found', request.id);
    const found = findFunction(this.#model.resolver, handle, request.rest, true);
    const args = buildInvokeArguments(found.function, argumentsOf(request.body));
    const result = this.#model.invoke(found, args, 'remote');
    return typeof result === 'string' ? answer(result) : result.then(answer);
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
