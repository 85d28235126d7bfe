import type { CachedPiece } from '../members/texts/json-cache.js';
import type { ExposedModel } from '../model/model.js';
import type { ExposedObjectHandle } from '../objects/handle.js';
import { listPieces } from './object-list-pieces.js';

/** Objects per piece. A change of one of them renews the whole piece, and each piece is at least one system call. */
const objectsPerPiece = 64;

/** Maximum bytes of a cached list; beyond it, the memory is left to the application. */
const maxCachedBytes = 16 * 1024 * 1024;

/** Maximum number of pieces that are renewed in one turn, which takes about 0.1 ms each. */
const maxStalePieces = 16;

interface Piece extends CachedPiece {
  readonly handles: readonly ExposedObjectHandle[];
  /** Its bytes when it was last made; 0 before. */
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
  /** Bytes of all pieces when they were last made. */
  #size = 0;
  /** The bytes of the whole list, until something in it changes. */
  #whole: { readonly stamp: string; readonly bytes: Uint8Array } | undefined;

  constructor(model: ExposedModel) {
    this.#model = model;
  }

  /**
   * Returns the bytes of the list, shared by all requests until something changes. Returns undefined if too much has
   * changed or the list is too large; then use `pieces`.
   */
  whole(): Uint8Array | undefined {
    const { stamp, objects } = this.#model;
    if (this.#whole?.stamp === stamp) return this.#whole.bytes;
    this.#whole = undefined;
    const pieces = this.#currentPieces();
    const stale = pieces.filter(({ bytes }) => bytes === undefined);
    const isNew = pieces.length > 1 && stale.some(({ size }) => size === 0);
    if (isNew || stale.length > maxStalePieces) return undefined;
    const parts = pieces.map((piece) => this.#bytesOf(piece));
    // Reading an object may run code of the application that adds or removes others.
    if (this.#version !== objects.version || this.#size > maxCachedBytes) return undefined;
    const bytes = parts.length === 1 ? parts[0]! : Buffer.concat(parts);
    // A piece without bytes has members that the application may change unnoticed.
    const isCached = pieces.every((piece) => piece.bytes !== undefined);
    if (isCached && this.#model.stamp === stamp) this.#whole = { stamp, bytes };
    return bytes;
  }

  /** Yields the list in pieces, each as it is when it is read; objects added in the meantime are omitted. */
  *pieces(): Generator<string | Uint8Array> {
    const { objects } = this.#model;
    const pieces = this.#currentPieces();
    const version = this.#version;
    for (const [i, piece] of pieces.entries()) {
      const bytes = objects.version === version ? this.#bytesOf(piece) : undefined;
      if (bytes === undefined || objects.version !== version) {
        const others = pieces.slice(i).flatMap(({ handles }) => handles);
        return yield* listPieces(this.#model, others, 1, undefined, i === 0);
      }
      yield bytes;
    }
  }

  #currentPieces(): readonly Piece[] {
    const { objects } = this.#model;
    if (this.#version === objects.version) return this.#pieces;
    const handles = [...objects];
    const count = Math.max(1, Math.ceil(handles.length / objectsPerPiece));
    this.#pieces = Array.from({ length: count }, (_, i) => ({
      handles: handles.slice(i * objectsPerPiece, (i + 1) * objectsPerPiece),
      opening: i === 0 ? '{"objects":[' : ',',
      closing: i === count - 1 ? ']}' : '',
      bytes: undefined,
      size: 0,
    }));
    this.#version = objects.version;
    this.#size = 0;
    return this.#pieces;
  }

  /** Returns the bytes of a piece, which are cached unless the registry has changed or the list is too large. */
  #bytesOf(piece: Piece): Uint8Array {
    if (piece.bytes !== undefined) return piece.bytes;
    const { objects, texts } = this.#model;
    const { handles, opening, closing } = piece;
    const bytes = Buffer.from(opening + handles.map((handle) => texts.object(handle, 1)).join() + closing);
    if (objects.version !== this.#version) return bytes;
    this.#size += bytes.length - piece.size;
    piece.size = bytes.length;
    if (this.#size > maxCachedBytes) return bytes;
    piece.bytes = bytes;
    texts.putPiece(handles, piece);
    return bytes;
  }
}
