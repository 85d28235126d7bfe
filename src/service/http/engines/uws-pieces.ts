import { ChunkEncoder } from './chunk-encoder.js';
import { packetBytes, writeChunk } from './cork-writer.js';
import { type AnswerLength, partBytes } from './engine.js';
import { SizedAnswer } from './sized-answer.js';
import type { Answering } from './uws-answering.js';

/** An answer in pieces, after its head: what the client does not take at once waits here, and nothing else is asked for meanwhile. */
export class UwsPieces {
  readonly #exchange: Answering;
  #writableListener: (() => void) | undefined;
  #isAskedForRoom = false;
  /** What is left of the piece that the client has not taken yet. */
  #rest: ChunkEncoder | undefined;
  /** Set where the length was told. */
  #sized: SizedAnswer | undefined;
  #endsAfterRest = false;

  constructor(exchange: Answering) {
    this.#exchange = exchange;
  }

  /** Its head goes out. */
  begun(length: AnswerLength): void {
    if (typeof length === 'number') this.#sized = new SizedAnswer(this.#exchange.response, length);
  }

  /** @returns false when the client does not keep up */
  write(piece: string | Uint8Array): boolean {
    if (this.#sized !== undefined) return this.#writeSized(this.#sized, piece);
    const bytes = typeof piece === 'string' ? Buffer.byteLength(piece) : piece.byteLength;
    if (bytes > packetBytes) {
      this.#rest = new ChunkEncoder(piece, bytes, packetBytes);
      return this.#writeRest();
    }
    if (this.#give(piece, bytes, true)) return true;
    this.wait(bytes);
    return false;
  }

  onWritable(listener: () => void): void {
    this.#writableListener = listener;
    this.#askForRoom();
  }

  end(): void {
    if (this.#sized !== undefined) this.#endSized(this.#sized);
    else if (this.#rest === undefined) this.#end();
    else this.#endsAfterRest = true;
  }

  /** The client has gone. */
  drop(): void {
    this.#rest = undefined;
  }

  #writeSized(sized: SizedAnswer, piece: string | Uint8Array): boolean {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
    let isTaken = true;
    this.#exchange.response.cork(() => {
      isTaken = sized.give(bytes);
    });
    if (!isTaken) this.wait(bytes.byteLength);
    return isTaken;
  }

  #give(part: string | Uint8Array, bytes: number, isLast: boolean): boolean {
    const { response, shared, isEventStream } = this.#exchange;
    return shared.packets.give(response, bytes, () => writeChunk(response, part, isLast && isEventStream));
  }

  /** Hands over as much of the piece as the client takes; false when something is left. */
  #writeRest(): boolean {
    for (;;) {
      const rest = this.#rest;
      if (rest === undefined) return true;
      const part = rest.next();
      if (rest.isOver) this.#rest = undefined;
      if (this.#give(part, part.byteLength, rest.isOver)) continue;
      this.wait(rest.bytes);
      return false;
    }
  }

  /** It has ended with its last piece; one that is shorter than was told cannot be ended in order. */
  #endSized({ isAll }: SizedAnswer): void {
    if (!isAll) this.#exchange.close();
  }

  #end(): void {
    const { response, shared } = this.#exchange;
    shared.packets.give(response, 0, () => {
      response.end();
      return true;
    });
  }

  /** So many bytes wait for the client. Streams share what they have not read yet, and see to it themselves. */
  wait(bytes: number): void {
    this.#askForRoom();
    if (!this.#exchange.isEndless) this.#exchange.shared.unread.hold(this.#exchange, bytes);
  }

  #askForRoom(): void {
    if (this.#isAskedForRoom) return;
    this.#isAskedForRoom = true;
    this.#exchange.response.onWritable(() => {
      this.#goOn();
      return true;
    });
  }

  #goOn(): void {
    if (this.#sized !== undefined && !this.#goOnSized(this.#sized)) return;
    if (!this.#writeRest()) return;
    this.#exchange.shared.unread.release(this.#exchange);
    if (this.#endsAfterRest) this.#end();
    else this.#writableListener?.();
  }

  /** Whoever takes something has moved. */
  #goOnSized(sized: SizedAnswer): boolean {
    const isTaken = sized.giveRest();
    if (!isTaken) this.wait(partBytes);
    return isTaken;
  }
}
