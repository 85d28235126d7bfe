import type { Guard } from '../authorization/guard.js';
import { redactObject } from '../authorization/redact.js';
import type { Reply } from '../http/api.js';
import type { ExposedModel } from '../model.js';
import type { ExposedObjectHandle } from '../objects/handle.js';
import { ObjectListCache } from './object-list-cache.js';

export interface ListQuery {
  readonly category: string | undefined;
  readonly type: string | undefined;
  readonly depth: number;
}

/**
 * How much work one piece of a long list may be, in characters serialised afresh; kept text costs a sixteenth. A piece
 * stays well under a millisecond, so that the frames get their time between the pieces.
 */
const pieceBudget = 32 * 1024;
const keptDiscount = 2;

/** A list of at most this many bytes goes out as a whole where all of them are at hand. */
const longestWhole = 1024 * 1024;

/** The list of exposed objects: from kept bytes, whole when it is short, else in pieces made when they can be sent. */
export class ObjectList {
  readonly #model: ExposedModel;
  readonly #objectListCache: ObjectListCache;
  /** The last one that went out as a whole, until something in it changes. */
  #whole: { readonly stamp: string; readonly bytes: Uint8Array } | undefined;

  constructor(model: ExposedModel) {
    this.#model = model;
    this.#objectListCache = new ObjectListCache(model);
  }

  /** `guard`: what the caller may see of them; undefined for everything. */
  answer(query: ListQuery, guard: Guard | undefined): string | Reply {
    const model = this.#model;
    if (guard !== undefined && !guard.readsAll) {
      return whole(listPieces(model, matching(model, query, guard), query.depth, guard));
    }
    const isPlain = query.depth === 1 && query.type === undefined && query.category === undefined;
    if (isPlain) return this.#plain();
    return whole(listPieces(model, matching(model, query), query.depth));
  }

  #plain(): string | Reply {
    const model = this.#model;
    const { stamp } = model;
    if (this.#whole?.stamp === stamp) return { body: this.#whole.bytes };
    this.#whole = undefined;
    const bytes = this.#objectListCache.whole(longestWhole);
    if (bytes !== undefined) {
      if (model.stamp === stamp) this.#whole = { stamp, bytes };
      return { body: bytes };
    }
    const sized = this.#objectListCache.sized();
    if (sized !== undefined) return { body: sized };
    const pieces = this.#objectListCache.pieces((handles, isFirst) =>
      listPieces(model, handles, 1, undefined, isFirst),
    );
    if (pieces !== undefined) return { body: pieces };
    const handles = [...model.objects];
    return whole(this.#keeping(listPieces(model, handles, 1), handles));
  }

  /** What has gone out is kept, where nothing has come or gone until the last piece. */
  *#keeping(pieces: Iterable<string>, handles: readonly ExposedObjectHandle[]): Generator<string> {
    const { objects } = this.#model;
    const { version } = objects;
    yield* pieces;
    if (objects.version === version) this.#objectListCache.keep(handles);
  }
}

/** A short list at once: what fails in it is still an answer of its own. */
function whole(pieces: Generator<string>): string | Reply {
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
 * `{"objects":[…]}` in pieces; objects that were removed while the list is sent are left out.
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
    const isKept = depth === 1 && model.texts.isCached(handle);
    const object = textOf(model, handle, depth, guard);
    if (model.objects.resolve(handle.id) !== handle) continue;
    text += separator + object;
    separator = ',';
    cost += isKept && guard === undefined ? object.length / keptDiscount : object.length;
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

/** Category wins over type; in a query true same-target duplicates that may be seen are collapsed (OBJ-12, OBJ-13). */
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
