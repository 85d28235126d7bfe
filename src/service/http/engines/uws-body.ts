import { ChunkEncoder } from './chunk-encoder.js';
import { partBytes } from './engine.js';
import type { UwsResponder } from './uws-responder.js';

/** Parts of a large string response that are sent in one turn of the event loop. */
const partsPerTurn = 4;
/** Bytes of a large binary response that are sent in one turn, in one system call. */
const bytesPerTurn = 512 * 1024;

/**
 * Average number of response bytes per check whether the client reads: checking every short response is too slow.
 * A client that does not read may have about this much unread without being noticed.
 */
const bytesPerCheck = 64 * 1024;
/** Estimated bytes of a response head. */
export const headBytes = 256;

/** True if a response may be sent without checking whether the client reads it; random, by its size. */
export function canSkipCheck(body: string | Uint8Array): boolean {
  return Math.random() * bytesPerCheck > headBytes + body.length;
}

/**
 * Sends a whole body, after its head and inside a cork. Within the budget, uWebSockets.js buffers what the system
 * does not take; beyond it, the rest waits here, and a further request closes the connection (LIM-4).
 */
export function sendBody(exchange: UwsResponder, body: string | Uint8Array): void {
  const { response, shared } = exchange;
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength;
  // A check of a short response also stands for the unchecked ones before it.
  if (shared.largeResponses.take(Math.max(length, bytesPerCheck))) {
    response.end(body);
    return;
  }
  // A body that one turn sends anyway goes in one piece, because each piece is a system call.
  const isText = typeof body === 'string';
  const isShort = length <= (isText ? partsPerTurn * partBytes : bytesPerTurn);
  // Nearly all bodies are taken at once and need nothing of the rest.
  if (isShort && response.tryEnd(body, length)[1]) return;
  const perPart = isText ? partBytes : bytesPerTurn;
  sendParts(
    exchange,
    new ChunkEncoder(body, length, isShort ? length : perPart),
    length,
    isText ? partsPerTurn : 1,
  );
}

/**
 * Sends the parts of a body as the client takes them.
 * @param maxPartsPerTurn maximum parts per turn
 */
function sendParts(
  exchange: UwsResponder,
  parts: ChunkEncoder,
  length: number,
  maxPartsPerTurn: number,
): void {
  const { response, shared } = exchange;
  let part = parts.next();
  /** Bytes of the parts before the current one. */
  let sentBefore = 0;
  let isDone = false;
  const sendNext = (): boolean => {
    for (let count = 0; !isDone && count < maxPartsPerTurn; count++) {
      const offset = response.getWriteOffset() - sentBefore;
      const [isTaken, isAll] = response.tryEnd(part.subarray(offset), length);
      isDone = isAll;
      if (!isTaken) return isDone;
      sentBefore += part.byteLength;
      if (!isDone) part = parts.next();
    }
    if (!isDone) shared.turnQueue.add(inLaterTurn);
    return isDone;
  };
  const continueSending = (): boolean => {
    if (isDone || exchange.isAborted) return true;
    // The whole body counts as unread until all of it was taken.
    if (sendNext()) shared.unread.release(exchange);
    else shared.unread.hold(exchange, length);
    return isDone;
  };
  const inLaterTurn = () => {
    if (!exchange.isAborted) response.cork(continueSending);
  };
  if (sendNext()) return;
  shared.unread.hold(exchange, length);
  response.onWritable(continueSending);
}
