import { isUint8Array } from 'node:util/types';
import { constants, crc32, deflateRawSync } from 'node:zlib';
import type { ApiRequest, HandlerResponse, HttpResponse } from '../api.js';

/** Shorter responses are not compressed; they fit into one packet or a few. */
const minCompressedBytes = 16 * 1024;
/** Bytes compressed at a time, which takes well under a millisecond. */
const pieceBytes = 64 * 1024;

/** Matches `gzip`, unless it is excluded with `q=0`. */
const gzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i;

/** True if the client accepts gzip. */
export function acceptsGzip(request: ApiRequest): boolean {
  return gzip.test(request.header('accept-encoding'));
}

/** Returns a large response compressed piece by piece as it is sent, if the client accepts gzip. */
export function gzipFor(request: ApiRequest, response: string | HttpResponse): HandlerResponse {
  const { body, headers = [], ...rest } = typeof response === 'string' ? { body: response } : response;
  const isShort = (typeof body === 'string' || isUint8Array(body)) && body.length < minCompressedBytes;
  if (isShort || !acceptsGzip(request)) return response;
  const encoding = [
    ['Content-Encoding', 'gzip'],
    ['Vary', 'Accept-Encoding'],
  ] as const;
  return { ...rest, headers: [...headers, ...encoding], body: gzipPieces(splitBody(body)) };
}

function* splitBody(body: HttpResponse['body']): Generator<Uint8Array> {
  if (typeof body !== 'string' && !isUint8Array(body)) {
    for (const piece of body) yield* splitBody(piece);
    return;
  }
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}

/** Compresses pieces (RFC 1952) into blocks that end at whole bytes, so that each can be sent immediately. */
function* gzipPieces(pieces: Iterable<Uint8Array>): Generator<Uint8Array> {
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
  // The final block is empty.
  end[0] = 3;
  end.writeUInt32LE(sum, 2);
  end.writeUInt32LE(length % 2 ** 32, 6);
  yield end;
}
