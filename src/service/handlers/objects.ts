import { ExposedError } from '../exposed/errors.js';
import type { ExposedObjectHandle } from '../exposed/handle.js';
import { ElementRef, type PropertyRef } from '../exposed/property-ref.js';
import type { Answer, ApiRequest, Handler, Route } from '../http/api.js';
import type { ExposedModel } from '../model.js';
import { integerMember, requireMember, requireObject } from './body.js';
import { ObjectList } from './object-list.js';
import { reparent } from './reparent.js';

/** Reads and writes of objects and properties (END-1 to 6, DEP, PTH). */
export class ObjectsHandler implements Handler {
  readonly routes: readonly Route[];
  readonly #model: ExposedModel;
  readonly #lists: ObjectList;

  constructor(model: ExposedModel) {
    this.#model = model;
    this.#lists = new ObjectList(model);
    const object = '/exposed/object/{id}';
    const property = '/exposed/object/{id}/{path}';
    this.routes = [
      { method: 'GET', path: '/exposed/objects', handle: (request) => this.#list(request) },
      { method: 'GET', path: object, handle: (request) => this.#readObject(request) },
      { method: 'PUT', path: object, handle: (request) => this.#writeObject(request) },
      { method: 'GET', path: property, handle: (request) => model.texts.property(this.#property(request)) },
      { method: 'PUT', path: property, handle: (request) => this.#writeProperty(request) },
      { method: 'POST', path: property, handle: (request) => this.#append(request) },
      { method: 'DELETE', path: property, handle: (request) => this.#remove(request) },
      { method: 'PATCH', path: property, handle: (request) => this.#reorder(request) },
      { method: 'POST', path: `${property}/reset`, handle: (request) => this.#reset(request) },
    ];
  }

  #list(request: ApiRequest): Answer {
    return this.#lists.answer({
      category: request.query('category'),
      type: request.query('type'),
      depth: request.flag('nested') ? Number.POSITIVE_INFINITY : 1,
    });
  }

  #readObject(request: ApiRequest): string {
    const depth = request.flag('nested') ? Number.POSITIVE_INFINITY : 1;
    return this.#model.texts.object(this.#handle(request), depth);
  }

  #writeObject(request: ApiRequest): string {
    const handle = this.#handle(request);
    this.#model.writer.writeMembers(handle, requireMember(request.body, 'value'), 'remote');
    return this.#model.texts.object(handle, Number.POSITIVE_INFINITY);
  }

  #writeProperty(request: ApiRequest): string {
    if (request.rest === '@parent') return this.#writeParent(request);
    const ref = this.#property(request);
    this.#model.writer.write(ref, requireMember(request.body, 'value'), 'remote');
    return this.#model.texts.property(ref);
  }

  #writeParent(request: ApiRequest): string {
    const handle = this.#handle(request);
    reparent(this.#model, handle, requireMember(request.body, 'parentId'));
    return this.#model.texts.object(handle, Number.POSITIVE_INFINITY);
  }

  #append(request: ApiRequest): string {
    const ref = this.#property(request);
    const value = request.body === undefined ? undefined : requireObject(request.body).value;
    this.#model.writer.append(ref, value, 'remote');
    return this.#model.texts.property(ref);
  }

  #remove(request: ApiRequest): string {
    const ref = this.#property(request);
    const { array, index } = removed(ref, request);
    this.#model.writer.remove(array, index, 'remote');
    return this.#model.texts.property(array);
  }

  #reorder(request: ApiRequest): string {
    const ref = this.#property(request);
    const body = requireObject(request.body);
    const from = integerMember(body, 'fromIndex');
    const to = integerMember(body, 'toIndex');
    this.#model.writer.reorder(ref, from, to, 'remote');
    return this.#model.texts.property(ref);
  }

  #reset(request: ApiRequest): string {
    const ref = this.#property(request);
    this.#model.writer.reset(ref, this.#model.defaults.of(ref.unit), 'reset');
    return this.#model.texts.property(ref);
  }

  #handle(request: ApiRequest): ExposedObjectHandle {
    const handle = this.#model.objects.resolve(request.id);
    if (handle === undefined) throw new ExposedError('object-not-found', request.id);
    return handle;
  }

  #property(request: ApiRequest): PropertyRef {
    return this.#model.resolver.property(this.#handle(request), request.rest, true);
  }
}

/** Which element a DELETE means: the index in the body, or the one that ends the path. */
function removed(ref: PropertyRef, request: ApiRequest): { array: PropertyRef; index: number } {
  if (request.body !== undefined) {
    return { array: ref, index: integerMember(requireObject(request.body), 'index') };
  }
  if (ref instanceof ElementRef) return { array: ref.array, index: ref.index() };
  throw new ExposedError('invalid-request', 'name the element with {"index": n} or at the end of the path');
}
