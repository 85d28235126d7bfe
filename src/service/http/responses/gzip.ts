import { isUint8Array } from 'node:util/types';
import { constants, crc32, deflateRawSync } from 'node:zlib';
import type { Answer, ApiRequest, Reply } from '../api.js';

/** Shorter answers go out as they are, in one packet or a few. */
const shortestBytes = 16 * 1024;
/** What is compressed at one time: well under a millisecond. */
const pieceBytes = 64 * 1024;

/** Not one that says that it takes none, `gzip;q=0`. */
const gzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i;

/** True for a client that reads what is compressed. */
export function takesGzip(request: ApiRequest): boolean {
  return gzip.test(request.header('accept-encoding'));
}

/** A long answer compressed, piece by piece as it is sent, for a client that asks for it. */
export function gzippedFor(request: ApiRequest, answer: string | Reply): Answer {
  const { body, headers = [], ...rest } = typeof answer === 'string' ? { body: answer } : answer;
  const isShort = (typeof body === 'string' || isUint8Array(body)) && body.length < shortestBytes;
  if (isShort || !takesGzip(request)) return answer;
  const encoding = [
    ['Content-Encoding', 'gzip'],
    ['Vary', 'Accept-Encoding'],
  ] as const;
  return { ...rest, headers: [...headers, ...encoding], body: gzipped(piecesOf(body)) };
}

function* piecesOf(body: Reply['body']): Generator<Uint8Array> {
  if (typeof body !== 'string' && !isUint8Array(body)) {
    for (const piece of body) yield* piecesOf(piece);
    return;
  }
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}

/** RFC 1952: the pieces become blocks that end at whole bytes, so that each can leave at once. */
function* gzipped(pieces: Iterable<Uint8Array>): Generator<Uint8Array> {
  yield Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
  let sum = 0;
  let length = 0;
  for (const piece of pieces) {
    sum = crc32(piece, sum);
    length += piece.length;
    yield deflateRawSync(piece, {
      level: constants.Z_BEST_SPEED,
      finishFlush: constants.Z_SYNC_FLUSH,
    });
  }
  const end = Buffer.alloc(10);
  // The last block, which is empty.
  end[0] = 3;
  end.writeUInt32LE(sum, 2);
  end.writeUInt32LE(length % 2 ** 32, 6);
  yield end;
}
