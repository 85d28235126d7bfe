import type { CachedPiece } from '../access/texts/json-cache.js';
import { partBytes } from '../http/engines/engine.js';
import { SizedPieces } from '../http/responses/sized-pieces.js';
import type { ExposedModel } from '../model.js';
import type { ExposedObjectHandle } from '../objects/handle.js';

/**
 * A piece is so many bytes, at least: what is made anew with each change of an object in it, and sent at a time, which costs a
 * call of the system: a little less than engines hand over in one part.
 */
const pieceBytes = partBytes - 4 * 1024;

/** Of a longer list nothing is kept: an application with a million objects has better use for its memory. */
const longestKept = 16 * 1024 * 1024;

/**
 * Bytes that those hold together who read a list as it was at one moment: of what is kept anyway, and of what has changed since.
 * Whoever comes beyond that is given each piece as it is when it leaves, of which one at a time is held.
 */
const mostHeld = 64 * 1024 * 1024;
/** So many pieces may be made anew in one go, which takes some 0.1 ms each. */
const mostStale = 4;

interface Piece extends CachedPiece {
  readonly handles: readonly ExposedObjectHandle[];
  /** Of its text, as far as that is known. */
  size: number;
  /** What stands before it: the first one begins the list. */
  readonly opening: string;
  /** What stands behind it: the last one ends the list. */
  readonly closing: string;
}

/**
 * The plain list of all objects, `{"objects":[…]}`, in pieces that are kept as bytes. A change of an object costs its piece
 * alone, whatever the length of the list; a registration all of them, since texts show what is registered.
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

  /** All its bytes, made anew where something has changed; undefined when not all of them are at hand, or soon. */
  whole(longest: number): Uint8Array | undefined {
    if (this.#version !== this.#model.objects.version || this.#length > longest) return undefined;
    const parts = this.#parts(longest);
    return parts?.length === 1 ? parts[0] : parts && Buffer.concat(parts);
  }

  /** The same in pieces; undefined, too, when much of it has changed, or those who are reading hold too much. */
  sized(): SizedPieces | undefined {
    if (this.#version !== this.#model.objects.version || this.#held + this.#length > mostHeld)
      return undefined;
    let stale = 0;
    for (const { bytes } of this.#pieces) if (bytes === undefined) stale++;
    const parts = stale > mostStale ? undefined : this.#parts(mostHeld - this.#held);
    return parts && new SizedPieces(parts, this.#hold);
  }

  /** Undefined, too, where they come to more than `longest` bytes. */
  #parts(longest: number): Uint8Array[] | undefined {
    const parts: Uint8Array[] = [];
    let total = 0;
    for (const piece of this.#pieces) {
      const bytes = piece.bytes ?? this.#renew(piece);
      if (bytes === undefined) return undefined;
      total += bytes.length;
      if (total > longest) return undefined;
      parts.push(bytes);
    }
    return parts;
  }

  /**
   * Its pieces, each as it is when it is taken; undefined when they are not kept.
   * What comes and goes meanwhile ends it: `rest` goes on with the objects that have not been told of.
   */
  pieces(
    rest: (handles: readonly ExposedObjectHandle[], isFirst: boolean) => Generator<string>,
  ): Generator<string | Uint8Array> | undefined {
    return this.#version === this.#model.objects.version ? this.#taken(rest) : undefined;
  }

  *#taken(
    rest: (handles: readonly ExposedObjectHandle[], isFirst: boolean) => Generator<string>,
  ): Generator<string | Uint8Array> {
    const version = this.#version;
    const pieces = this.#pieces;
    for (const [i, piece] of pieces.entries()) {
      const isStill = this.#model.objects.version === version;
      const bytes = isStill ? (piece.bytes ?? this.#renew(piece)) : undefined;
      // What came or went while it was made is told of by the rest.
      if (bytes === undefined || this.#model.objects.version !== version) {
        const others = pieces.slice(i).flatMap(({ handles }) => handles);
        return yield* rest(others, i === 0);
      }
      yield bytes;
    }
  }

  /** Takes in what a list consists of, once it has gone out whole. */
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
      if (total > longestKept) return;
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

  /** Undefined where a text cannot be kept, or the registry has moved on. */
  #renew(piece: Piece): Uint8Array | undefined {
    const { objects, texts } = this.#model;
    const { handles, opening, closing } = piece;
    const text = opening + handles.map((handle) => texts.object(handle, 1)).join() + closing;
    if (objects.version !== this.#version) return undefined;
    const bytes = Buffer.from(text);
    this.#length += bytes.length - piece.size;
    piece.size = bytes.length;
    if (this.#length > longestKept) {
      this.#version = -1;
      this.#pieces = [];
      return bytes;
    }
    piece.bytes = bytes;
    texts.putPiece(handles, piece);
    return bytes;
  }
}
