import type { CachedPiece } from '../access/texts/json-cache.js';
import { partBytes } from '../http/engines/engine.js';
import type { ExposedModel } from '../model/model.js';
import type { ExposedObjectHandle } from '../objects/handle.js';

/**
 * Minimum bytes of a piece. A change of an object in it renews the whole piece, and each piece is one system call;
 * a little less than one part of the engines.
 */
const pieceBytes = partBytes - 4 * 1024;

/** Maximum bytes of a cached list; beyond it, the memory is left to the application. */
const maxCachedChars = 16 * 1024 * 1024;

/** Maximum number of pieces that are renewed at once, which takes about 0.1 ms each. */
const maxStalePieces = 16;

interface Piece extends CachedPiece {
  readonly handles: readonly ExposedObjectHandle[];
  /** Length of its text, as far as known. */
  size: number;
  /** The text before the objects; that of the first piece begins the list. */
  readonly opening: string;
  /** The text after the objects; that of the last piece ends the list. */
  readonly closing: string;
}

/**
 * Caches the list of all objects, `{"objects":[…]}`, as pieces of bytes. A changed object invalidates only its piece;
 * a registration invalidates all, because texts show what is registered.
 */
export class ObjectListCache {
  readonly #model: ExposedModel;
  #version = -1;
  #pieces: readonly Piece[] = [];
  #length = 0;
  /** The bytes of the whole list, until something in it changes. */
  #whole: { readonly stamp: string; readonly bytes: Uint8Array } | undefined;

  constructor(model: ExposedModel) {
    this.#model = model;
  }

  /**
   * Returns the bytes of the list, the same for all who ask until something changes; undefined if the list is not
   * cached, or so much has changed that it is better made piece by piece.
   */
  whole(): Uint8Array | undefined {
    const { stamp, objects } = this.#model;
    if (this.#whole?.stamp === stamp) return this.#whole.bytes;
    this.#whole = undefined;
    if (this.#version !== objects.version) return undefined;
    if (this.#pieces.filter(({ bytes }) => bytes === undefined).length > maxStalePieces) return undefined;
    const parts: Uint8Array[] = [];
    for (const piece of this.#pieces) {
      const bytes = piece.bytes ?? this.#renew(piece);
      if (bytes === undefined) return undefined;
      parts.push(bytes);
    }
    const bytes = parts.length === 1 ? parts[0]! : Buffer.concat(parts);
    const isCached = this.#version === objects.version;
    if (isCached && this.#model.stamp === stamp) this.#whole = { stamp, bytes };
    return bytes;
  }

  /**
   * Returns pieces, each as it is when it is read; undefined if they are not cached. If objects are added or removed in
   * the meantime, `rest` continues with the objects not yet sent.
   */
  pieces(
    rest: (handles: readonly ExposedObjectHandle[], isFirst: boolean) => Generator<string>,
  ): Generator<string | Uint8Array> | undefined {
    return this.#version === this.#model.objects.version ? this.#readPieces(rest) : undefined;
  }

  *#readPieces(
    rest: (handles: readonly ExposedObjectHandle[], isFirst: boolean) => Generator<string>,
  ): Generator<string | Uint8Array> {
    const version = this.#version;
    const pieces = this.#pieces;
    for (const [i, piece] of pieces.entries()) {
      const isCurrent = this.#model.objects.version === version;
      const bytes = isCurrent ? (piece.bytes ?? this.#renew(piece)) : undefined;
      // `rest` reports what was added or removed while the piece was made.
      if (bytes === undefined || this.#model.objects.version !== version) {
        const others = pieces.slice(i).flatMap(({ handles }) => handles);
        return yield* rest(others, i === 0);
      }
      yield bytes;
    }
  }

  /** Caches the pieces of a list once it was sent completely. */
  keep(handles: readonly ExposedObjectHandle[]): void {
    const { objects, texts } = this.#model;
    if (handles.length === 0) return;
    const pieces: Piece[] = [];
    let begin = 0;
    let length = 0;
    let total = 0;
    for (const [i, handle] of handles.entries()) {
      if (!texts.isCached(handle)) return;
      length += texts.object(handle, 1).length;
      const isLast = i === handles.length - 1;
      if (length < pieceBytes && !isLast) continue;
      total += length;
      if (total > maxCachedChars) return;
      pieces.push({
        handles: handles.slice(begin, i + 1),
        opening: begin === 0 ? '{"objects":[' : ',',
        closing: isLast ? ']}' : '',
        bytes: undefined,
        size: length,
      });
      begin = i + 1;
      length = 0;
    }
    this.#version = objects.version;
    this.#pieces = pieces;
    this.#length = total;
  }

  /** Renews a piece; undefined if a text cannot be cached or the registry has changed. */
  #renew(piece: Piece): Uint8Array | undefined {
    const { objects, texts } = this.#model;
    const { handles, opening, closing } = piece;
    const text = opening + handles.map((handle) => texts.object(handle, 1)).join() + closing;
    if (objects.version !== this.#version) return undefined;
    const bytes = Buffer.from(text);
    this.#length += bytes.length - piece.size;
    piece.size = bytes.length;
    if (this.#length > maxCachedChars) {
      this.#version = -1;
      this.#pieces = [];
      return bytes;
    }
    piece.bytes = bytes;
    texts.putPiece(handles, piece);
    return bytes;
  }
}
