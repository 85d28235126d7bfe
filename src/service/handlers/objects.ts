import { BodyAuthorizer, requireWriteOfAll, requireWriteOfValue } from '../authorization/body-authorizer.js';
import type { Guard } from '../authorization/guard.js';
import type { Guards } from '../authorization/guards.js';
import { redactObject, redactProperty } from '../authorization/redact.js';
import { ExposedError, recode } from '../common/exposed-error.js';
import type { ApiRequest, HandlerResponse, Json, Route } from '../http/api.js';
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
export function objectRoutes(model: ExposedModel, guards: Guards): Route[] {
  const listCache = new ObjectListCache(model);
  const pathCache = new PathCache(model.objects);

  const guardOf = ({ access }: ApiRequest): Guard | undefined => guards.of(access);

  const handleOf = (request: ApiRequest): ExposedObjectHandle => {
    const guard = guardOf(request);
    if (guard !== undefined) return guard.object(request.id);
    return model.objects.required(request.id);
  };

  /**
   * Returns the pinned property, so that a request writes and returns the same element even if the write changes its
   * key.
   */
  const propertyOf = (request: ApiRequest): PropertyRef => {
    const guard = guardOf(request);
    if (guard !== undefined) return guard.property(request.id, request.rest).pinned();
    const ref = model.resolver.property(handleOf(request), request.rest, true).pinned();
    pathCache.set(request.pathSlot, request.rest, ref);
    return ref;
  };

  /** Returns a member that was requested before by a caller with full access, as in nearly every request. */
  const cachedMember = (request: ApiRequest): MemberRef | undefined =>
    request.access === undefined ? pathCache.get(request.pathSlot) : undefined;

  const writable = (request: ApiRequest): PropertyRef => {
    const ref = propertyOf(request);
    guardOf(request)?.requireWrite(ref.handle, ref.memberPath);
    return ref;
  };

  /** Returns a written object as the caller may read it. */
  const objectResponse = (request: ApiRequest, handle: ExposedObjectHandle): string =>
    redactObject(guardOf(request), handle, model.texts.writtenObject(handle));

  /** Returns a written property as the caller may read it. */
  const propertyResponse = (request: ApiRequest, ref: PropertyRef): string =>
    redactProperty(guardOf(request), ref, model.texts.written(ref));

  const list = (request: ApiRequest): HandlerResponse => {
    const query = {
      category: request.query('category'),
      type: request.query('type'),
      depth: depthOf(request),
    };
    return gzipFor(request, objectList(model, listCache, query, guardOf(request)));
  };

  const readObject = (request: ApiRequest): string => {
    const handle = handleOf(request);
    const text = model.texts.object(handle, depthOf(request), `/exposed/object/${handle.id}`);
    return redactObject(guardOf(request), handle, text);
  };

  const writeObject = (request: ApiRequest): string => {
    const handle = handleOf(request);
    const given = requireMember(request.body, 'value');
    const guard = guardOf(request);
    const value = guard === undefined ? given : new BodyAuthorizer(guard, handle).members(given);
    model.writer.writeMembers(handle, value, 'remote');
    return objectResponse(request, handle);
  };

  const readProperty = (request: ApiRequest): string => {
    const ref = cachedMember(request) ?? propertyOf(request);
    return redactProperty(guardOf(request), ref, model.texts.property(ref, true));
  };

  const writeParent = (request: ApiRequest): string => {
    const handle = handleOf(request);
    const guard = guardOf(request);
    guard?.requireWrite(handle, '@parent');
    const isVisible = (each: ExposedObjectHandle) => guard === undefined || guard.canRead(each);
    reparent(model, handle, requireMember(request.body, 'parentId'), isVisible);
    return objectResponse(request, handle);
  };

  const writeProperty = (request: ApiRequest): string => {
    const cached = cachedMember(request);
    if (cached !== undefined) {
      model.writer.write(cached, requireMember(request.body, 'value'), 'remote');
      return model.texts.written(cached);
    }
    if (decodeSegment(request.rest) === '@parent') return writeParent(request);
    const ref = writable(request);
    const given = requireMember(request.body, 'value');
    const guard = guardOf(request);
    const value = guard === undefined ? given : permittedValue(guard, ref, given);
    model.writer.write(ref, value, 'remote');
    return propertyResponse(request, ref);
  };

  const append = (request: ApiRequest): string => {
    const ref = writable(request);
    const given = request.body === undefined ? undefined : requireObject(request.body).value;
    const guard = guardOf(request);
    const value = guard === undefined || given === undefined ? given : permittedElement(guard, ref, given);
    model.writer.append(ref, value, 'remote');
    return propertyResponse(request, ref);
  };

  const remove = (request: ApiRequest): string => {
    const { array, index } = elementToRemove(writable(request), request);
    model.writer.remove(array, index, 'remote');
    return propertyResponse(request, array);
  };

  const reorder = (request: ApiRequest): string => {
    const ref = writable(request);
    const body = requireObject(request.body);
    model.writer.reorder(ref, integerMember(body, 'fromIndex'), integerMember(body, 'toIndex'), 'remote');
    return propertyResponse(request, ref);
  };

  const reset = (request: ApiRequest): string => {
    const ref = writable(request);
    const guard = guardOf(request);
    if (guard !== undefined) {
      requireWriteOfAll(guard, ref.handle, ref.memberPath, ref.type);
      requireWriteOfValue(guard, ref.handle, ref.memberPath, ref.type, ref.get());
    }
    model.writer.reset(ref, model.defaults.of(ref.owner), 'remote');
    return propertyResponse(request, ref);
  };

  const object = '/exposed/object/{id}';
  const property = '/exposed/object/{id}/{path}';
  // The caller's identity does not matter here, apart from the rights that were checked before.
  const ignoresCaller = true;
  const rights = 'write';
  return [
    { method: 'GET', path: '/exposed/objects', handle: list, ignoresCaller },
    { method: 'GET', path: object, handle: readObject, ignoresCaller },
    { method: 'PUT', path: object, handle: writeObject, rights },
    { method: 'GET', path: property, handle: readProperty, ignoresCaller },
    { method: 'PUT', path: property, handle: writeProperty, ignoresCaller, rights },
    { method: 'POST', path: property, handle: append, rights },
    { method: 'DELETE', path: property, handle: remove, rights },
    { method: 'PATCH', path: property, handle: reorder, rights },
    { method: 'POST', path: `${property}/reset`, handle: reset, rights },
  ];
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
  const elementPath = `${ref.path}/${Array.isArray(items) ? items.length : 0}`;
  return recode('append-failed', () =>
    new BodyAuthorizer(guard, ref.handle).value(given, type.element, undefined, ref.memberPath, elementPath),
  );
}

/** Returns the element that a DELETE names: the index in the body, or the one that ends the path. */
function elementToRemove(ref: PropertyRef, request: ApiRequest): { array: PropertyRef; index: number } {
  const body = request.body === undefined ? {} : requireObject(request.body);
  if (Object.hasOwn(body, 'index')) return { array: ref, index: integerMember(body, 'index') };
  if (ref instanceof ElementRef) return { array: ref.array, index: ref.index() };
  throw new ExposedError('invalid-request', 'name the element with {"index": n} or at the end of the path');
}
