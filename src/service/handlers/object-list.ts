import type { Guard } from '../authorization/guard.js';
import { redactObject } from '../authorization/redact.js';
import type { Reply } from '../http/api.js';
import type { ExposedModel } from '../model/model.js';
import type { ExposedObjectHandle } from '../objects/handle.js';
import { ObjectListCache } from './object-list-cache.js';

export interface ListQuery {
  readonly category: string | undefined;
  readonly type: string | undefined;
  readonly depth: number;
}

/**
 * Maximum cost of one piece of a large list, in newly serialized characters; cached text costs less. A piece
 * takes well under a millisecond, so that frames run between the pieces.
 */
const pieceBudget = 32 * 1024;
const cachedDiscount = 2;

/**
 * Returns the list of exposed objects: cached bytes, or pieces made as they are sent.
 */
export class ObjectList {
  readonly #model: ExposedModel;
  readonly #objectListCache: ObjectListCache;

  constructor(model: ExposedModel) {
    this.#model = model;
    this.#objectListCache = new ObjectListCache(model);
  }

  /** @param guard what the caller may read; undefined for everything */
  respond(query: ListQuery, guard: Guard | undefined): string | Reply {
    const model = this.#model;
    if (guard !== undefined && !guard.readsAll) {
      return wholeOrPieces(listPieces(model, matching(model, query, guard), query.depth, guard));
    }
    const isPlain = query.depth === 1 && query.type === undefined && query.category === undefined;
    if (isPlain) return this.#plain();
    return wholeOrPieces(listPieces(model, matching(model, query), query.depth));
  }

  #plain(): string | Reply {
    const model = this.#model;
    const whole = this.#objectListCache.whole();
    if (whole !== undefined) return { body: whole };
    const pieces = this.#objectListCache.pieces((handles, isFirst) =>
      listPieces(model, handles, 1, undefined, isFirst),
    );
    if (pieces !== undefined) return { body: pieces };
    const handles = [...model.objects];
    return wholeOrPieces(this.#cacheWhenSent(listPieces(model, handles, 1), handles));
  }

  /** Caches the list after its last piece, unless objects were added or removed in the meantime. */
  *#cacheWhenSent(pieces: Iterable<string>, handles: readonly ExposedObjectHandle[]): Generator<string> {
    const { objects } = this.#model;
    const { version } = objects;
    yield* pieces;
    if (objects.version === version) this.#objectListCache.keep(handles);
  }
}

/** Returns a short list as a string, so that an error in it becomes an error response. */
function wholeOrPieces(pieces: Generator<string>): string | Reply {
  const first = pieces.next();
  const second = first.done ? first : pieces.next();
  if (second.done) return first.value ?? '';
  return { body: prepend([first.value!, second.value!], pieces) };
}

function* prepend(head: readonly string[], rest: Iterable<string>): Generator<string> {
  yield* head;
  yield* rest;
}

/**
 * Yields `{"objects":[…]}` in pieces; objects removed in the meantime are omitted.
 * @param isFirst false for the rest of a list that has begun
 */
function* listPieces(
  model: ExposedModel,
  handles: readonly ExposedObjectHandle[],
  depth: number,
  guard?: Guard,
  isFirst = true,
): Generator<string> {
  let text = isFirst ? '{"objects":[' : '';
  let cost = 0;
  let separator = isFirst ? '' : ',';
  for (const handle of handles) {
    if (model.objects.resolve(handle.id) !== handle) continue;
    const isCached = depth === 1 && model.texts.isCached(handle);
    const object = textOf(model, handle, depth, guard);
    if (model.objects.resolve(handle.id) !== handle) continue;
    text += separator + object;
    separator = ',';
    cost += isCached && guard === undefined ? object.length / cachedDiscount : object.length;
    if (cost >= pieceBudget) {
      yield text;
      text = '';
      cost = 0;
    }
  }
  yield `${text}]}`;
}

function textOf(
  { texts }: ExposedModel,
  handle: ExposedObjectHandle,
  depth: number,
  guard: Guard | undefined,
): string {
  const text = texts.object(handle, depth);
  return guard === undefined ? text : redactObject(guard, handle, text);
}

/**
 * Returns the objects of a query. Category wins over type; then handles of the same target are merged (OBJ-12, OBJ-13).
 */
function matching(model: ExposedModel, { category, type }: ListQuery, guard?: Guard): ExposedObjectHandle[] {
  const all = [...model.objects];
  const handles = guard === undefined ? all : all.filter((handle) => guard.reads(handle));
  if (category !== undefined) {
    return distinctTargets(handles.filter((handle) => handle.class.definition.category === category));
  }
  if (type === undefined) return handles;
  const cls = model.classes.find(type);
  return cls === undefined ? [] : distinctTargets(handles.filter((handle) => handle.class.isA(cls)));
}

function distinctTargets(handles: readonly ExposedObjectHandle[]): ExposedObjectHandle[] {
  const seen = new Set<object>();
  return handles.filter(({ target }) => !seen.has(target) && seen.add(target));
}
