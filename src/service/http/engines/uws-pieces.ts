import { ChunkEncoder } from './chunk-encoder.js';
import { packetBytes, writeChunk } from './cork-writer.js';
import { type AnswerLength, partBytes } from './engine.js';
import { SizedAnswer } from './sized-answer.js';
import type { UwsResponder } from './uws-responder.js';

/** Sends a response in pieces, after its head. A piece that the client does not take at once waits here. */
export class UwsPieces {
  readonly #exchange: UwsResponder;
  #writableListener: (() => void) | undefined;
  #isListening = false;
  /** The rest of the piece that the client has not taken yet. */
  #rest: ChunkEncoder | undefined;
  /** Set if the total length is known. */
  #sized: SizedAnswer | undefined;
  #endsAfterRest = false;

  constructor(exchange: UwsResponder) {
    this.#exchange = exchange;
  }

  /** Call it before the head is sent. */
  begin(length: AnswerLength): void {
    if (typeof length === 'number') this.#sized = new SizedAnswer(this.#exchange.response, length);
  }

  /** @returns false if the client does not keep up */
  write(piece: string | Uint8Array): boolean {
    if (this.#sized !== undefined) return this.#writeSized(this.#sized, piece);
    const bytes = typeof piece === 'string' ? Buffer.byteLength(piece) : piece.byteLength;
    if (bytes > packetBytes) {
      this.#rest = new ChunkEncoder(piece, bytes, packetBytes);
      return this.#writeRest();
    }
    if (this.#send(piece, bytes, true)) return true;
    this.wait(bytes);
    return false;
  }

  onWritable(listener: () => void): void {
    this.#writableListener = listener;
    this.#listenForRoom();
  }

  end(): void {
    if (this.#sized !== undefined) this.#endSized(this.#sized);
    else if (this.#rest === undefined) this.#end();
    else this.#endsAfterRest = true;
  }

  /** Forgets the rest, because the client has disconnected. */
  drop(): void {
    this.#rest = undefined;
  }

  #writeSized(sized: SizedAnswer, piece: string | Uint8Array): boolean {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
    let isTaken = true;
    this.#exchange.response.cork(() => {
      isTaken = sized.send(bytes);
    });
    if (!isTaken) this.wait(bytes.byteLength);
    return isTaken;
  }

  #send(part: string | Uint8Array, bytes: number, isLast: boolean): boolean {
    const { response, shared, isEventStream } = this.#exchange;
    return shared.corkWriter.send(response, bytes, () => writeChunk(response, part, isLast && isEventStream));
  }

  /** Sends as much of the piece as the client takes; returns false if something is left. */
  #writeRest(): boolean {
    for (;;) {
      const rest = this.#rest;
      if (rest === undefined) return true;
      const part = rest.next();
      if (rest.isOver) this.#rest = undefined;
      if (this.#send(part, part.byteLength, rest.isOver)) continue;
      this.wait(rest.bytes);
      return false;
    }
  }

  /** A sized response ends with its last piece; one that is shorter than announced can only be broken off. */
  #endSized({ isComplete }: SizedAnswer): void {
    if (!isComplete) this.#exchange.close();
  }

  #end(): void {
    const { response, shared } = this.#exchange;
    shared.corkWriter.send(response, 0, () => {
      response.end();
      return true;
    });
  }

  /** Waits until the client has read `bytes`. Endless streams share unread bytes and limit them themselves. */
  wait(bytes: number): void {
    this.#listenForRoom();
    if (!this.#exchange.isEndless) this.#exchange.shared.unread.hold(this.#exchange, bytes);
  }

  #listenForRoom(): void {
    if (this.#isListening) return;
    this.#isListening = true;
    this.#exchange.response.onWritable(() => {
      this.#continue();
      return true;
    });
  }

  #continue(): void {
    if (this.#sized !== undefined && !this.#continueSized(this.#sized)) return;
    if (!this.#writeRest()) return;
    this.#exchange.shared.unread.release(this.#exchange);
    if (this.#endsAfterRest) this.#end();
    else this.#writableListener?.();
  }

  /** Continues a sized piece. A client that takes some of it counts as active again. */
  #continueSized(sized: SizedAnswer): boolean {
    const isTaken = sized.sendRest();
    if (!isTaken) this.wait(partBytes);
    return isTaken;
  }
}
