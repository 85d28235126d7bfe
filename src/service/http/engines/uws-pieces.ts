import { ChunkEncoder } from './chunk-encoder.js';
import { packetBytes, writeChunk } from './cork-writer.js';
import type { UwsResponder } from './uws-responder.js';

/** Sends a response in pieces, after its head. A piece that the client does not take at once waits here. */
export class UwsPieces {
  readonly #exchange: UwsResponder;
  #writableListener: (() => void) | undefined;
  #isListening = false;
  /** The rest of the piece that the client has not taken yet. */
  #rest: ChunkEncoder | undefined;
  #endsAfterRest = false;

  constructor(exchange: UwsResponder) {
    this.#exchange = exchange;
  }

  /** @returns false if the client does not keep up */
  write(piece: string | Uint8Array): boolean {
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
    if (this.#rest === undefined) this.#end();
    else this.#endsAfterRest = true;
  }

  /** Forgets the rest, because the client has disconnected. */
  drop(): void {
    this.#rest = undefined;
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
    if (!this.#writeRest()) return;
    this.#exchange.shared.unread.release(this.#exchange);
    if (this.#endsAfterRest) this.#end();
    else this.#writableListener?.();
  }
}
