import type { Guard } from '../authorization/guard.js';
import { redactObject } from '../authorization/redact.js';
import type { HttpResponse } from '../http/api.js';
import type { ExposedModel } from '../model/model.js';
import type { ExposedObjectHandle } from '../objects/handle.js';

export interface ListQuery {
  readonly category: string | undefined;
  readonly type: string | undefined;
  readonly depth: number;
}

/** Maximum size of a cached list; beyond it, the memory is left to the application. */
const maxCachedChars = 16 * 1024 * 1024;
/** Maximum number of objects whose JSON is made at once, which takes a few milliseconds. */
const maxUncached = 128;
/** Objects whose JSON is encoded together; a change of one encodes all of them again. */
const objectsPerChunk = 64;
/** Characters of one piece of a large list, which takes well under a millisecond, so that frames run in between. */
const pieceChars = 32 * 1024;

/** The bytes of some objects of the list, with the JSON that they were made of. */
interface Chunk {
  readonly texts: readonly string[];
  readonly bytes: Uint8Array;
}

/** Returns lists of exposed objects, `{"objects":[…]}`, and caches the bytes of the one that has all of them. */
export class ObjectList {
  readonly #model: ExposedModel;
  /** The bytes of the whole list, until something in it changes. */
  #cached: { readonly stamp: string; readonly bytes: Uint8Array } | undefined;
  #chunks: readonly Chunk[] = [];

  constructor(model: ExposedModel) {
    this.#model = model;
  }

  /** @param guard what the caller may read; undefined for everything */
  respond(query: ListQuery, guard?: Guard): string | HttpResponse {
    const reader = guard?.canReadAll ? undefined : guard;
    const isPlain = query.depth === 1 && query.type === undefined && query.category === undefined;
    const bytes = isPlain && reader === undefined ? this.#whole() : undefined;
    if (bytes !== undefined) return { body: bytes };
    const model = this.#model;
    return wholeOrPieces(listPieces(model, matching(model, query, reader), query.depth, reader));
  }

  /**
   * Returns the bytes of the whole list, the same for all who ask until something changes; undefined if so much has
   * changed that it is better made piece by piece.
   */
  #whole(): Uint8Array | undefined {
    const { stamp, objects, texts } = this.#model;
    if (this.#cached?.stamp === stamp) return this.#cached.bytes;
    this.#cached = undefined;
    const { version } = objects;
    const handles = [...objects];
    const cachedTexts = () => handles.map((handle) => texts.cache.object(handle, version));
    let uncached = 0;
    let chars = 0;
    for (const text of cachedTexts()) {
      if (text === undefined) uncached++;
      else chars += text.length;
    }
    if (uncached > maxUncached || chars > maxCachedChars) return undefined;
    const bytes = this.#encode(handles.map((handle) => texts.object(handle, 1)));
    // Reading an object may run code of the application that adds or removes others.
    if (objects.version !== version) return undefined;
    // An object whose JSON is not cached has members that the application may change unnoticed.
    const isCacheable = !cachedTexts().includes(undefined);
    if (isCacheable && this.#model.stamp === stamp) this.#cached = { stamp, bytes };
    return bytes;
  }

  /** Returns the bytes of the list; chunks whose JSON is the same as before are not encoded again. */
  #encode(texts: readonly string[]): Uint8Array {
    const before = this.#chunks;
    this.#chunks = Array.from({ length: Math.ceil(texts.length / objectsPerChunk) }, (_, i) => {
      const own = texts.slice(i * objectsPerChunk, (i + 1) * objectsPerChunk);
      const chunk = before[i];
      if (chunk?.texts.length === own.length && own.every((text, j) => text === chunk.texts[j])) return chunk;
      return { texts: own, bytes: Buffer.from((i === 0 ? '' : ',') + own.join()) };
    });
    return Buffer.concat([
      Buffer.from('{"objects":['),
      ...this.#chunks.map(({ bytes }) => bytes),
      Buffer.from(']}'),
    ]);
  }
}

/** Returns a short list as a string, so that an error in it becomes an error response. */
function wholeOrPieces(pieces: Generator<string>): string | HttpResponse {
  const first = pieces.next();
  const second = first.done ? first : pieces.next();
  if (second.done) return first.value ?? '';
  return { body: prepend([first.value!, second.value!], pieces) };
}

function* prepend(head: readonly string[], rest: Iterable<string>): Generator<string> {
  yield* head;
  yield* rest;
}

/** Yields `{"objects":[…]}` in pieces; objects removed in the meantime are omitted. */
function* listPieces(
  model: ExposedModel,
  handles: readonly ExposedObjectHandle[],
  depth: number,
  guard: Guard | undefined,
): Generator<string> {
  let text = '{"objects":[';
  let separator = '';
  for (const handle of handles) {
    if (model.objects.resolve(handle.id) !== handle) continue;
    const object = model.texts.object(handle, depth);
    const shown = redactObject(guard, handle, object);
    if (model.objects.resolve(handle.id) !== handle) continue;
    text += separator + shown;
    separator = ',';
    if (text.length < pieceChars) continue;
    yield text;
    text = '';
  }
  yield `${text}]}`;
}

/**
 * Returns the objects of a query. Category wins over type; then handles of the same target are merged (OBJ-12, OBJ-13).
 */
function matching(model: ExposedModel, { category, type }: ListQuery, guard?: Guard): ExposedObjectHandle[] {
  const all = [...model.objects];
  const handles = guard === undefined ? all : all.filter((handle) => guard.canRead(handle));
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
