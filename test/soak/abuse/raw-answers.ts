import type { RawAnswer } from './abuse-case.js';

/** The complete answers of a connection and the rest. */
export interface ReadAnswers {
  readonly answers: readonly RawAnswer[];
  readonly rest: Buffer;
  /** True if an event stream or another endless answer has begun. */
  readonly isEndless: boolean;
}

/**
 * Reads HTTP/1.1 answers.
 * @param methods methods of the requests, in order: an answer to HEAD has no body
 * @param isClosed true if an answer without a length has ended
 */
export function readAnswers(bytes: Buffer, methods: readonly string[], isClosed: boolean): ReadAnswers {
  const answers: RawAnswer[] = [];
  let at = 0;
  while (at < bytes.length) {
    const end = bytes.indexOf('\r\n\r\n', at);
    if (end < 0) break;
    const [first = '', ...lines] = bytes.toString('latin1', at, end).split('\r\n');
    const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(first)?.[1] ?? 0);
    const headers = new Map(
      lines.map((line) => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
      }),
    );
    const start = end + 4;
    if (status >= 100 && status < 200 && status !== 101) {
      at = start;
      continue;
    }
    const body = bodyOf(bytes, start, headers, hasNoBody(methods[answers.length], status), isClosed);
    if (body === 'endless') return { answers, rest: bytes.subarray(at), isEndless: true };
    if (body === undefined) break;
    answers.push({ status, headers, body: body.bytes });
    at = body.end;
  }
  return { answers, rest: bytes.subarray(at), isEndless: false };
}

function hasNoBody(method: string | undefined, status: number): boolean {
  return method === 'HEAD' || status === 204 || status === 304;
}

function bodyOf(
  bytes: Buffer,
  start: number,
  headers: ReadonlyMap<string, string>,
  isEmpty: boolean,
  isClosed: boolean,
): { readonly bytes: Buffer; readonly end: number } | 'endless' | undefined {
  if (isEmpty) return { bytes: bytes.subarray(start, start), end: start };
  const length = headers.get('content-length');
  if (length !== undefined) {
    const end = start + Number(length);
    return end <= bytes.length ? { bytes: bytes.subarray(start, end), end } : undefined;
  }
  if (headers.get('content-type')?.startsWith('text/event-stream')) return 'endless';
  if (/chunked/i.test(headers.get('transfer-encoding') ?? '')) return chunkedBody(bytes, start);
  return isClosed ? { bytes: bytes.subarray(start), end: bytes.length } : undefined;
}

function chunkedBody(bytes: Buffer, start: number) {
  const chunks: Buffer[] = [];
  for (let at = start; ; ) {
    const line = bytes.indexOf('\r\n', at);
    if (line < 0) return undefined;
    const size = Number.parseInt(bytes.toString('latin1', at, line), 16);
    const begin = line + 2;
    const end = begin + size;
    if (Number.isNaN(size) || end + 2 > bytes.length) return undefined;
    if (size === 0) return { bytes: Buffer.concat(chunks), end: end + 2 };
    chunks.push(bytes.subarray(begin, end));
    at = end + 2;
  }
}
