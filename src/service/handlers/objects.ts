import { BodyAuthorizer, requireWriteOfAll, requireWriteOfValue } from '../authorization/body-authorizer.js';
import type { Guard } from '../authorization/guard.js';
import type { Guards } from '../authorization/guards.js';
import { redactObject, redactProperty } from '../authorization/redact.js';
import { ExposedError, recode } from '../common/exposed-error.js';
import type { ApiRequest, Handler, HandlerResponse, Json, Route } from '../http/api.js';
import { gzipFor } from '../http/responses/gzip.js';
import { decodeSegment } from '../http/route-path.js';
import type { ExposedModel } from '../model/model.js';
import { ElementRef } from '../objects/element-ref.js';
import type { ExposedObjectHandle } from '../objects/handle.js';
import type { MemberRef } from '../objects/member-ref.js';
import type { PropertyRef } from '../objects/property-ref.js';
import { ArrayType } from '../types/array.js';
import { plainType } from '../types/nullable.js';
import { integerMember, requireMember, requireObject } from './body-members.js';
import { objectList } from './object-list.js';
import { ObjectListCache } from './object-list-cache.js';
import { PathCache } from './path-cache.js';
import { reparent } from './reparent.js';

/** Reads and writes of objects and properties (END-1 to 6, DEP, PTH). */
export class ObjectsHandler implements Handler {
  readonly routes: readonly Route[];
  readonly #model: ExposedModel;
  readonly #listCache: ObjectListCache;
  readonly #guards: Guards;
  readonly #pathCache: PathCache;

  constructor(model: ExposedModel, guards: Guards) {
    this.#model = model;
    this.#guards = guards;
    this.#listCache = new ObjectListCache(model);
    this.#pathCache = new PathCache(model.objects);
    const object = '/exposed/object/{id}';
    const property = '/exposed/object/{id}/{path}';
    // The caller's identity does not matter here, apart from the rights that were checked before.
    const ignoresCaller = true;
    const rights = 'write';
    this.routes = [
      { method: 'GET', path: '/exposed/objects', handle: (request) => this.#list(request), ignoresCaller },
      { method: 'GET', path: object, handle: (request) => this.#readObject(request), ignoresCaller },
      { method: 'PUT', path: object, handle: (request) => this.#writeObject(request), rights },
      { method: 'GET', path: property, handle: (request) => this.#readProperty(request), ignoresCaller },
      {
        method: 'PUT',
        path: property,
        handle: (request) => this.#writeProperty(request),
        ignoresCaller,
        rights,
      },
      { method: 'POST', path: property, handle: (request) => this.#append(request), rights },
      { method: 'DELETE', path: property, handle: (request) => this.#remove(request), rights },
      { method: 'PATCH', path: property, handle: (request) => this.#reorder(request), rights },
      { method: 'POST', path: `${property}/reset`, handle: (request) => this.#reset(request), rights },
    ];
  }

  #list(request: ApiRequest): HandlerResponse {
    const query = {
      category: request.query('category'),
      type: request.query('type'),
      depth: depthOf(request),
    };
    return gzipFor(request, objectList(this.#model, this.#listCache, query, this.#guardOf(request)));
  }

  #readObject(request: ApiRequest): string {
    const handle = this.#handle(request);
    const text = this.#model.texts.object(handle, depthOf(request), `/exposed/object/${handle.id}`);
    return redactObject(this.#guardOf(request), handle, text);
  }

  #writeObject(request: ApiRequest): string {
    const handle = this.#handle(request);
    const given = requireMember(request.body, 'value');
    const guard = this.#guardOf(request);
    const value = guard === undefined ? given : new BodyAuthorizer(guard, handle).members(given);
    this.#model.writer.writeMembers(handle, value, 'remote');
    return this.#objectResponse(request, handle);
  }

  #readProperty(request: ApiRequest): string {
    const ref = this.#cachedMember(request) ?? this.#property(request);
    return redactProperty(this.#guardOf(request), ref, this.#model.texts.property(ref, true));
  }

  #writeProperty(request: ApiRequest): string {
    const cached = this.#cachedMember(request);
    if (cached !== undefined) {
      this.#model.writer.write(cached, requireMember(request.body, 'value'), 'remote');
      return this.#model.texts.written(cached);
    }
    if (decodeSegment(request.rest) === '@parent') return this.#writeParent(request);
    const ref = this.#writable(request);
    const given = requireMember(request.body, 'value');
    const guard = this.#guardOf(request);
    const value = guard === undefined ? given : permittedValue(guard, ref, given);
    this.#model.writer.write(ref, value, 'remote');
    return this.#propertyResponse(request, ref);
  }

  #writeParent(request: ApiRequest): string {
    const handle = this.#handle(request);
    const guard = this.#guardOf(request);
    guard?.requireWrite(handle, '@parent');
    const isVisible = (each: ExposedObjectHandle) => guard === undefined || guard.canRead(each);
    reparent(this.#model, handle, requireMember(request.body, 'parentId'), isVisible);
    return this.#objectResponse(request, handle);
  }

  #append(request: ApiRequest): string {
    const ref = this.#writable(request);
    const given = request.body === undefined ? undefined : requireObject(request.body).value;
    const guard = this.#guardOf(request);
    const value = guard === undefined || given === undefined ? given : permittedElement(guard, ref, given);
    this.#model.writer.append(ref, value, 'remote');
    return this.#propertyResponse(request, ref);
  }

  #remove(request: ApiRequest): string {
    const { array, index } = elementToRemove(this.#writable(request), request);
    this.#model.writer.remove(array, index, 'remote');
    return this.#propertyResponse(request, array);
  }

  #reorder(request: ApiRequest): string {
    const ref = this.#writable(request);
    const body = requireObject(request.body);
    this.#model.writer.reorder(
      ref,
      integerMember(body, 'fromIndex'),
      integerMember(body, 'toIndex'),
      'remote',
    );
    return this.#propertyResponse(request, ref);
  }

  #reset(request: ApiRequest): string {
    const ref = this.#writable(request);
    const guard = this.#guardOf(request);
    if (guard !== undefined) {
      requireWriteOfAll(guard, ref.handle, ref.memberPath, ref.type);
      requireWriteOfValue(guard, ref.handle, ref.memberPath, ref.type, ref.get());
    }
    this.#model.writer.reset(ref, this.#model.defaults.of(ref.owner), 'remote');
    return this.#propertyResponse(request, ref);
  }

  #guardOf({ access }: ApiRequest): Guard | undefined {
    return this.#guards.of(access);
  }

  #handle(request: ApiRequest): ExposedObjectHandle {
    const guard = this.#guardOf(request);
    if (guard !== undefined) return guard.object(request.id);
    return this.#model.objects.required(request.id);
  }

  /**
   * Returns the pinned property, so that a request writes and returns the same element even if the write changes its
   * key.
   */
  #property(request: ApiRequest): PropertyRef {
    const guard = this.#guardOf(request);
    if (guard !== undefined) return guard.property(request.id, request.rest).pinned();
    const ref = this.#model.resolver.property(this.#handle(request), request.rest, true).pinned();
    this.#pathCache.set(request.pathSlot, request.rest, ref);
    return ref;
  }

  /** Returns a member that was requested before by a caller with full access, as in nearly every request. */
  #cachedMember(request: ApiRequest): MemberRef | undefined {
    return request.access === undefined ? this.#pathCache.get(request.pathSlot) : undefined;
  }

  #writable(request: ApiRequest): PropertyRef {
    const ref = this.#property(request);
    this.#guardOf(request)?.requireWrite(ref.handle, ref.memberPath);
    return ref;
  }

  /** Returns a written object as the caller may read it. */
  #objectResponse(request: ApiRequest, handle: ExposedObjectHandle): string {
    return redactObject(this.#guardOf(request), handle, this.#model.texts.writtenObject(handle));
  }

  /** Returns a written property as the caller may read it. */
  #propertyResponse(request: ApiRequest, ref: PropertyRef): string {
    return redactProperty(this.#guardOf(request), ref, this.#model.texts.written(ref));
  }
}

/** The levels of inline objects that a read shows: one, or all with `?nested` (DEP-1, DEP-6). */
function depthOf(request: ApiRequest): number {
  return request.flag('nested') ? Number.POSITIVE_INFINITY : 1;
}

function permittedValue(guard: Guard, ref: PropertyRef, given: Json): Json {
  const current = ref.type.needsCurrent ? ref.beforeWrite() : undefined;
  return new BodyAuthorizer(guard, ref.handle).value(given, ref.type, current, ref.memberPath, ref.path);
}

/** Checks a value to append; a property that is not a list rejects it anyway. */
function permittedElement(guard: Guard, ref: PropertyRef, given: Json): Json {
  const type = plainType(ref.type);
  if (!(type instanceof ArrayType)) return given;
  const items = ref.get();
  const place = `${ref.path}/${Array.isArray(items) ? items.length : 0}`;
  return recode('append-failed', () =>
    new BodyAuthorizer(guard, ref.handle).value(given, type.element, undefined, ref.memberPath, place),
  );
}

/** Returns the element that a DELETE names: the index in the body, or the one that ends the path. */
function elementToRemove(ref: PropertyRef, request: ApiRequest): { array: PropertyRef; index: number } {
  const body = request.body === undefined ? {} : requireObject(request.body);
  if (Object.hasOwn(body, 'index')) return { array: ref, index: integerMember(body, 'index') };
  if (ref instanceof ElementRef) return { array: ref.array, index: ref.index() };
  throw new ExposedError('invalid-request', 'name the element with {"index": n} or at the end of the path');
}
