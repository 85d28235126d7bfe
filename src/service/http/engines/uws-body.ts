import { ChunkEncoder } from './chunk-encoder.js';
import { partBytes } from './engine.js';
import type { Answering } from './uws-answering.js';

/** So many parts of a long answer are handed over in one turn. */
const partsPerTurn = 4;
/** And so many of one that is there as bytes, of which no part has to be made: in one call of the system. */
const bytesPerTurn = 512 * 1024;

/**
 * Whether an answer was taken uWebSockets.js tells at a price that a short one is not worth: of those it is asked once in so many
 * bytes, which is what a client that does not read may have waiting on the average without anybody noticing.
 */
const bytesPerLook = 64 * 1024;
/** About what the head of an answer takes. */
export const headBytes = 256;

/** Whether it may be left to uWebSockets.js, without asking whether the client takes it. */
export function isWorthNoLook(body: string | Uint8Array): boolean {
  return Math.random() * bytesPerLook > headBytes + body.length;
}

/**
 * A whole body, after its head; inside a cork. As long as there is room for it, uWebSockets.js keeps what the system does not take
 * at once, and answers what comes behind. Else what is left waits here, and the connection is closed should another request
 * come in before it has been read (LIM-4).
 */
export function sendBody(exchange: Answering, body: string | Uint8Array): void {
  const { response, shared } = exchange;
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength;
  // A look at a short answer stands for those before it.
  if (shared.long.take(Math.max(length, bytesPerLook))) {
    response.end(body);
    return;
  }
  // What one turn gives anyway goes in one piece: each costs a call of the system.
  const isText = typeof body === 'string';
  const isShort = length <= (isText ? partsPerTurn * partBytes : bytesPerTurn);
  // Nearly all are taken whole, and need nothing of what follows.
  if (isShort && response.tryEnd(body, length)[1]) return;
  const perPart = isText ? partBytes : bytesPerTurn;
  sendParts(
    exchange,
    new ChunkEncoder(body, length, isShort ? length : perPart),
    length,
    isText ? partsPerTurn : 1,
  );
}

/** What of a body is not taken yet, as it is. @param most parts in a turn */
function sendParts(exchange: Answering, parts: ChunkEncoder, length: number, most: number): void {
  const { response, shared } = exchange;
  let part = parts.next();
  /** Bytes of the parts before it. */
  let before = 0;
  let isDone = false;
  const goOn = (): boolean => {
    for (let count = 0; !isDone && count < most; count++) {
      const offset = response.getWriteOffset() - before;
      const [isTaken, isAll] = response.tryEnd(part.subarray(offset), length);
      isDone = isAll;
      if (!isTaken) return isDone;
      before += part.byteLength;
      if (!isDone) part = parts.next();
    }
    if (!isDone) shared.turns.add(inLaterTurn);
    return isDone;
  };
  const goOnHeld = (): boolean => {
    if (isDone || exchange.isAborted) return true;
    // All of it is there as long as something of it is left.
    if (goOn()) shared.unread.release(exchange);
    else shared.unread.hold(exchange, length);
    return isDone;
  };
  const inLaterTurn = () => {
    if (!exchange.isAborted) response.cork(goOnHeld);
  };
  if (goOn()) return;
  shared.unread.hold(exchange, length);
  response.onWritable(goOnHeld);
}
