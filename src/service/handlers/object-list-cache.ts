import type { CachedPiece } from '../access/texts/json-cache.js';
import { partBytes } from '../http/engines/engine.js';
import { SizedPieces } from '../http/responses/sized-pieces.js';
import type { ExposedModel } from '../model/model.js';
import type { ExposedObjectHandle } from '../objects/handle.js';

/**
 * Minimum bytes of a piece. A change of an object in it renews the whole piece, and each piece is one system call;
 * a little less than one part of the engines.
 */
const pieceBytes = partBytes - 4 * 1024;

/** Maximum bytes of a cached list; beyond it, the memory is left to the application. */
const maxCachedChars = 16 * 1024 * 1024;

/**
 * Maximum bytes that readers of a list snapshot hold together, cached or replaced. Further readers receive each piece
 * as it is when it is sent, holding one at a time.
 */
const maxHeldBytes = 64 * 1024 * 1024;
/** Maximum number of pieces that are renewed at once, which takes about 0.1 ms each. */
const maxStalePieces = 4;

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
  #held = 0;
  readonly #hold = (bytes: number): void => {
    this.#held += bytes;
  };

  constructor(model: ExposedModel) {
    this.#model = model;
  }

  /** Returns all bytes, renewed where something changed; undefined if not all are cached or they are too long. */
  whole(maxBytes: number): Uint8Array | undefined {
    if (this.#version !== this.#model.objects.version || this.#length > maxBytes) return undefined;
    const parts = this.#parts(maxBytes);
    return parts?.length === 1 ? parts[0] : parts && Buffer.concat(parts);
  }

  /** Returns the list in pieces; undefined also if many of them changed, or readers hold too much. */
  sized(): SizedPieces | undefined {
    if (this.#version !== this.#model.objects.version || this.#held + this.#length > maxHeldBytes)
      return undefined;
    let stale = 0;
    for (const { bytes } of this.#pieces) if (bytes === undefined) stale++;
    const parts = stale > maxStalePieces ? undefined : this.#parts(maxHeldBytes - this.#held);
    return parts && new SizedPieces(parts, this.#hold);
  }

  /** Returns all pieces, renewed; undefined also if they exceed `maxBytes`. */
  #parts(maxBytes: number): Uint8Array[] | undefined {
    const parts: Uint8Array[] = [];
    let total = 0;
    for (const piece of this.#pieces) {
      const bytes = piece.bytes ?? this.#renew(piece);
      if (bytes === undefined) return undefined;
      total += bytes.length;
      if (total > maxBytes) return undefined;
      parts.push(bytes);
    }
    return parts;
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
