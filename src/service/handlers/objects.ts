import { leftOut } from '../access/answer-room.js';
import {
  appendInSlices,
  isLongList,
  type Permit,
  rearrangeInSlices,
  resetInSlices,
  writeInSlices,
  writeMembersInSlices,
} from '../access/long-writes.js';
import { type Rearranged, reordered, without } from '../access/rearranged.js';
import { describePath } from '../describe-path.js';
import { ExposedError, recoded } from '../exposed-error.js';
import type { Answer, ApiRequest, Handler, Json, Route } from '../http/api.js';
import { decoded } from '../http/route-path.js';
import { begun, Sliced } from '../http/sliced.js';
import type { ExposedModel } from '../model.js';
import { ElementRef } from '../objects/element-ref.js';
import type { ExposedObjectHandle } from '../objects/handle.js';
import type { MemberRef } from '../objects/member-ref.js';
import type { PropertyRef } from '../objects/property-ref.js';
import type { Guard } from '../rights/guard.js';
import type { Guards } from '../rights/guards.js';
import { Permitted, requireWriteOfAll, requireWriteOfValue } from '../rights/permitted.js';
import { visibleObject, visibleProperty } from '../rights/visible.js';
import { permitsAll } from '../rights/whole.js';
import { toTheEnd } from '../to-the-end.js';
import { ArrayType } from '../types/array.js';
import { plainType } from '../types/nullable.js';
import { integerMember, requireMember, requireObject } from './body.js';
import { KnownMembers } from './known-members.js';
import { ObjectList } from './object-list.js';
import { reparent } from './reparent.js';

/** Reads and writes of objects and properties (END-1 to 6, DEP, PTH). */
export class ObjectsHandler implements Handler {
  readonly routes: readonly Route[];
  readonly #model: ExposedModel;
  readonly #lists: ObjectList;
  readonly #guards: Guards;
  readonly #members: KnownMembers;

  constructor(model: ExposedModel, guards: Guards) {
    this.#model = model;
    this.#guards = guards;
    this.#lists = new ObjectList(model);
    this.#members = new KnownMembers(model.objects);
    const object = '/exposed/object/{id}';
    const property = '/exposed/object/{id}/{path}';
    // Who reads and writes is no matter here, but for the rights that are asked for before.
    const asksNobody = true;
    this.routes = [
      { method: 'GET', path: '/exposed/objects', handle: (request) => this.#list(request), asksNobody },
      { method: 'GET', path: object, handle: (request) => this.#readObject(request), asksNobody },
      { method: 'PUT', path: object, handle: (request) => this.#writeObject(request) },
      { method: 'GET', path: property, handle: (request) => this.#readProperty(request), asksNobody },
      { method: 'PUT', path: property, handle: (request) => this.#writeProperty(request), asksNobody },
      { method: 'POST', path: property, handle: (request) => this.#append(request) },
      { method: 'DELETE', path: property, handle: (request) => this.#remove(request) },
      { method: 'PATCH', path: property, handle: (request) => this.#reorder(request) },
      { method: 'POST', path: `${property}/reset`, handle: (request) => this.#reset(request) },
    ];
  }

  #list(request: ApiRequest): Answer {
    const query = {
      category: request.query('category'),
      type: request.query('type'),
      depth: request.flag('nested') ? Number.POSITIVE_INFINITY : 1,
    };
    return this.#lists.answer(query, this.#guardOf(request));
  }

  #readObject(request: ApiRequest): string | Sliced<string> {
    const depth = request.flag('nested') ? Number.POSITIVE_INFINITY : 1;
    const handle = this.#handle(request);
    const guard = this.#guardOf(request);
    const { texts } = this.#model;
    const refuseAt = `/exposed/object/${handle.id}`;
    // Nearly every request.
    if (guard === undefined && depth === 1 && texts.isKept(handle)) return texts.object(handle, depth);
    return begun(inSlices(texts.objectInSlices(handle, depth, refuseAt), seeingObject(guard, handle)));
  }

  #writeObject(request: ApiRequest): string | Sliced<Answer> {
    const handle = this.#handle(request);
    const given = requireMember(request.body, 'value');
    const guard = this.#guardOf(request);
    const permit =
      guard && ((place: ExposedObjectHandle, json: Json) => new Permitted(guard, place).members(json));
    if (request.isLong && (guard === undefined || handle.class.members.every(({ isOwned }) => isOwned))) {
      const writing = writeMembersInSlices(this.#model, () => this.#handle(request), given, permit);
      return new Sliced(inSlices(writing, seeingObject(guard, handle)));
    }
    const value = permit === undefined ? given : toTheEnd(permit(handle, given));
    this.#model.writer.writeMembers(handle, value, 'remote');
    return this.#answerObject(request, handle);
  }

  #readProperty(request: ApiRequest): string | Sliced<string> {
    const { texts } = this.#model;
    const ref = this.#known(request) ?? this.#property(request);
    const guard = this.#guardOf(request);
    // Nearly every request.
    if (guard === undefined && ref.type.kind === 'leaf') return texts.property(ref, true);
    return begun(inSlices(texts.propertyInSlices(ref), seeing(guard, ref)));
  }

  #writeProperty(request: ApiRequest): string | Sliced<Answer> {
    const known = this.#known(request);
    if (known !== undefined && !request.isLong) {
      this.#model.writer.write(known, requireMember(request.body, 'value'), 'remote');
      return this.#model.texts.written(known);
    }
    if (decoded(request.rest) === '@parent') return this.#writeParent(request);
    const ref = this.#writable(request);
    const given = requireMember(request.body, 'value');
    const guard = this.#guardOf(request);
    const permit = guard && ((place: PropertyRef, json: Json) => permittedValue(guard, place, json));
    if (request.isLong && typeof given === 'object') {
      const isFree = isPermitted(guard, ref, given);
      if (isFree || ref.root.isOwned)
        return new Sliced(this.#writeLong(request, given, isFree ? undefined : permit));
    }
    const value = permit === undefined ? given : toTheEnd(permit(ref, given));
    this.#model.writer.write(ref, value, 'remote');
    return this.#answer(request, ref);
  }

  *#writeLong(
    request: ApiRequest,
    given: Json,
    permit: Permit<PropertyRef> | undefined,
  ): Generator<void, string> {
    const ref = yield* writeInSlices(this.#model, () => this.#writable(request), given, permit);
    return yield* seeing(this.#guardOf(request), ref)(this.#model.texts.written(ref));
  }

  #writeParent(request: ApiRequest): string | Sliced<string> {
    const handle = this.#handle(request);
    const guard = this.#guardOf(request);
    guard?.requireWrite(handle, '@parent');
    const isVisible = (each: ExposedObjectHandle) => guard === undefined || guard.reads(each);
    reparent(this.#model, handle, requireMember(request.body, 'parentId'), isVisible);
    return this.#answerObject(request, handle);
  }

  #append(request: ApiRequest): string | Sliced<Answer> {
    const ref = this.#appendable(request);
    const given = request.body === undefined ? undefined : requireObject(request.body).value;
    const guard = this.#guardOf(request);
    const permit = guard && ((place: PropertyRef, json: Json) => permittedElement(guard, place, json));
    if (given !== undefined && ((request.isLong && typeof given === 'object') || this.#isLongList(ref))) {
      const isFree = isPermitted(guard, ref, given);
      if (isFree || ref.root.isOwned)
        return new Sliced(this.#appendLong(request, given, isFree ? undefined : permit));
    }
    const value = permit === undefined || given === undefined ? given : toTheEnd(permit(ref, given));
    this.#model.writer.append(ref, value, 'remote');
    return this.#answer(request, ref);
  }

  *#appendLong(
    request: ApiRequest,
    given: Json,
    permit: Permit<PropertyRef> | undefined,
  ): Generator<void, string> {
    const ref = yield* appendInSlices(this.#model, () => this.#appendable(request), given, permit);
    return yield* seeing(this.#guardOf(request), ref)(this.#model.texts.written(ref));
  }

  /** What is appended to; a function that is called here by mistake is told where functions are. */
  #appendable(request: ApiRequest): PropertyRef {
    try {
      return this.#writable(request);
    } catch (error) {
      if (!(error instanceof ExposedError) || error.code !== 'property-not-found') throw error;
      if (!this.#isFunction(request)) throw error;
      const place = describePath(`/exposed/function/${request.id}/${request.rest}`);
      throw new ExposedError('property-not-found', `${error.message}; functions are called at POST ${place}`);
    }
  }

  #isFunction(request: ApiRequest): boolean {
    try {
      const guard = this.#guardOf(request);
      this.#model.resolver.function(this.#handle(request), request.rest, true, guard);
      return true;
    } catch {
      return false;
    }
  }

  #remove(request: ApiRequest): string | Sliced<string> {
    const { writer } = this.#model;
    const { array, index } = removed(this.#writable(request), request);
    if (this.#isLongList(array)) {
      const find = () => removed(this.#writable(request), request).array;
      // By its key the element may stand elsewhere by then.
      const rearranged = (ref: PropertyRef) => without(ref, removed(this.#writable(request), request).index);
      return new Sliced(this.#rearrangeLong(request, find, rearranged));
    }
    writer.remove(array, index, 'remote');
    return this.#answer(request, array);
  }

  *#rearrangeLong(
    request: ApiRequest,
    find: () => PropertyRef,
    rearranged: (ref: PropertyRef) => Rearranged,
  ): Generator<void, string> {
    const ref = yield* rearrangeInSlices(this.#model, find, rearranged);
    return yield* seeing(this.#guardOf(request), ref)(this.#model.texts.written(ref));
  }

  /** Items of a batch are served in one turn. */
  #isLongList(ref: PropertyRef): boolean {
    return !this.#model.texts.isBounded && isLongList(ref);
  }

  #reorder(request: ApiRequest): string | Sliced<string> {
    const ref = this.#writable(request);
    const body = requireObject(request.body);
    const from = integerMember(body, 'fromIndex');
    const to = integerMember(body, 'toIndex');
    if (this.#isLongList(ref)) {
      const rearranged = (array: PropertyRef) => reordered(array, from, to);
      return new Sliced(this.#rearrangeLong(request, () => this.#writable(request), rearranged));
    }
    this.#model.writer.reorder(ref, from, to, 'remote');
    return this.#answer(request, ref);
  }

  #reset(request: ApiRequest): string | Sliced<string> {
    const ref = this.#resettable(request);
    if (ref.type.kind !== 'leaf' && ref.root.isOwned && !this.#model.texts.isBounded)
      return begun(this.#resetLong(request));
    this.#model.writer.reset(ref, this.#model.defaults.of(ref.unit), 'remote');
    return this.#answer(request, ref);
  }

  *#resetLong(request: ApiRequest): Generator<void, string> {
    const ref = yield* resetInSlices(this.#model, () => this.#resettable(request));
    return yield* seeing(this.#guardOf(request), ref)(this.#model.texts.written(ref));
  }

  #resettable(request: ApiRequest): PropertyRef {
    const ref = this.#writable(request);
    const guard = this.#guardOf(request);
    if (guard !== undefined) {
      requireWriteOfAll(guard, ref.handle, ref.memberPath, ref.type);
      requireWriteOfValue(guard, ref.handle, ref.memberPath, ref.type, ref.get());
    }
    return ref;
  }

  #guardOf({ access }: ApiRequest): Guard | undefined {
    return access === undefined ? undefined : this.#guards.of(access);
  }

  #handle(request: ApiRequest): ExposedObjectHandle {
    const guard = this.#guardOf(request);
    if (guard !== undefined) return guard.object(request.id);
    return this.#model.objects.required(request.id);
  }

  /** Pinned: what a request has found is what it writes and answers, whatever the write does to its key. */
  #property(request: ApiRequest): PropertyRef {
    const guard = this.#guardOf(request);
    if (guard !== undefined) return guard.property(request.id, request.rest).pinned();
    const ref = this.#model.resolver.property(this.#handle(request), request.rest, true).pinned();
    this.#members.keep(request.place, request.rest, ref);
    return ref;
  }

  /** What nearly every request asks for: a member that was asked for before, by one who may do everything. */
  #known(request: ApiRequest): MemberRef | undefined {
    return request.access === undefined ? this.#members.at(request.place) : undefined;
  }

  #writable(request: ApiRequest): PropertyRef {
    const ref = this.#property(request);
    this.#guardOf(request)?.requireWrite(ref.handle, ref.memberPath);
    return ref;
  }

  /** What the caller sees of an object that was written. */
  #answerObject(request: ApiRequest, handle: ExposedObjectHandle): string | Sliced<string> {
    const { texts } = this.#model;
    const seen = seeingObject(this.#guardOf(request), handle);
    if (texts.isBounded) return toTheEnd(seen(texts.writtenObject(handle)));
    return begun(inSlices(texts.objectInSlices(handle), seen));
  }

  /** What the caller sees of a property that was written. */
  #answer(request: ApiRequest, ref: PropertyRef): string {
    return toTheEnd(seeing(this.#guardOf(request), ref)(this.#model.texts.written(ref)));
  }
}

/** What a caller is told of a text that was made for everybody, in slices. */
type Seeing = (text: string) => Generator<void, string>;

function seeing(guard: Guard | undefined, ref: PropertyRef): Seeing {
  return function* (text) {
    return guard === undefined || text === leftOut ? text : yield* visibleProperty(guard, ref, text);
  };
}

function seeingObject(guard: Guard | undefined, handle: ExposedObjectHandle): Seeing {
  return function* (text) {
    return guard === undefined || text === leftOut ? text : yield* visibleObject(guard, handle, text);
  };
}

function* inSlices(making: Generator<void, string>, seen: Seeing): Generator<void, string> {
  return yield* seen(yield* making);
}

/** Whether a caller may write all that a body says, whatever is there. */
function isPermitted(
  guard: Guard | undefined,
  { handle, memberPath, type }: PropertyRef,
  given: Json,
): boolean {
  return guard === undefined || permitsAll(guard, handle, memberPath, type, given);
}

function permittedValue(guard: Guard, ref: PropertyRef, given: Json): Generator<void, Json> {
  const current = ref.type.needsCurrent ? ref.beforeWrite() : undefined;
  return new Permitted(guard, ref.handle).value(given, ref.type, current, ref.memberPath, ref.path);
}

/** Of what is to be appended; what is no list takes nothing anyway. */
function* permittedElement(guard: Guard, ref: PropertyRef, given: Json): Generator<void, Json> {
  const type = plainType(ref.type);
  if (!(type instanceof ArrayType)) return given;
  const items = ref.get();
  const place = `${ref.path}/${Array.isArray(items) ? items.length : 0}`;
  try {
    return yield* new Permitted(guard, ref.handle).value(
      given,
      type.element,
      undefined,
      ref.memberPath,
      place,
    );
  } catch (error) {
    throw recoded('append-failed', error);
  }
}

/** Which element a DELETE means: the index in the body, or the one that ends the path. */
function removed(ref: PropertyRef, request: ApiRequest): { array: PropertyRef; index: number } {
  const body = request.body === undefined ? {} : requireObject(request.body);
  if (Object.hasOwn(body, 'index')) return { array: ref, index: integerMember(body, 'index') };
  if (ref instanceof ElementRef) return { array: ref.array, index: ref.index() };
  throw new ExposedError('invalid-request', 'name the element with {"index": n} or at the end of the path');
}
