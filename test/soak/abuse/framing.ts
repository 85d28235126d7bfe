import { type AbuseCase, type Expectation, requestBytes } from './abuse-case.js';

const target = '/exposed/object/lamp-1/level';
const level = '{"value":2}';
const put = { method: 'PUT', target, body: level };
const get = 'GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n';
const list = 'GET /exposed/objects?nested HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n';
const chunked = `PUT ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n`;

type More = Partial<AbuseCase> & { readonly status?: number };

function framed(
  name: string,
  expects: Expectation,
  pieces: AbuseCase['pieces'],
  { status, ...more }: More = {},
): AbuseCase {
  const statuses = status === undefined ? {} : { statuses: [status] };
  return {
    name: `framing/${name}`,
    manner: 'reads',
    requests: 1,
    expects,
    pieces,
    ...statuses,
    ...more,
  };
}

/** One response for each request. */
const answered = (name: string, pieces: AbuseCase['pieces'], more: More = {}) =>
  framed(name, 'answers', pieces, { status: 200, ...more });
/** A response, or the end of the connection. */
const either = (name: string, piece: string | Uint8Array, more: More = {}) =>
  framed(name, 'answer-or-close', [piece], more);
/** A refusal, or the end of the connection: the end of the body is ambiguous. */
const ambiguous = (name: string, piece: string | Uint8Array) =>
  either(name, piece, { statuses: [400, 413, 431, 505] });

const headers = (count: number) =>
  requestBytes({
    method: 'GET',
    target: '/api/health',
    headers: Array.from({ length: count }, (_, i) => [`X-${i}`, 'x']),
  });

const invalid: Readonly<Record<string, string | Uint8Array>> = {
  'no Host': 'GET /api/health HTTP/1.1\r\n\r\n',
  'HTTP/1.0': 'GET /api/health HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n',
  'HTTP/2.0': get.replace('HTTP/1.1', 'HTTP/2.0'),
  'absolute form': get.replace('/api', 'http://127.0.0.1/api'),
  garbage: '\u0001\u0002 what is this\r\n\r\n',
  'TLS to a plain port': Buffer.from('16030100a5010000a10303', 'hex'),
  'a NUL in a header': get.replace('\r\n\r\n', '\r\nX: a\u0000b\r\n\r\n'),
  'bare line feeds': get.replaceAll('\r', ''),
  'a blank in a name': get.replace('Host:', 'Host :'),
  '49 headers': headers(48),
  'half a head': 'GET /api/health HTTP/1.1\r\nHo',
  CONNECT: 'CONNECT 127.0.0.1:80 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n',
  'a chunk extension': `${chunked}b;a=b\r\n${level}\r\n0\r\n\r\n`,
  '100,000 trailers': `${chunked}b\r\n${level}\r\n0\r\n${'X: y\r\n'.repeat(100_000)}\r\n`,
  'a chunk size of 100,000 zeros': `${chunked}${'0'.repeat(100_000)}b\r\n${level}\r\n0\r\n\r\n`,
  'a chunk extension of a megabyte': `${chunked}b;${'a'.repeat(1_000_000)}\r\n${level}\r\n0\r\n\r\n`,
};

const ambiguousBodies: Readonly<Record<string, string | Uint8Array>> = {
  'two lengths': requestBytes({ ...put, headers: [['Content-Length', '5']] }),
  'a length and chunks': requestBytes({ ...put, headers: [['Transfer-Encoding', 'chunked']] }),
  'gzip, chunked': `${chunked.replace('chunked', 'gzip, chunked')}b\r\n${level}\r\n0\r\n\r\n`,
  xchunked: `${chunked.replace('chunked', 'xchunked')}b\r\n${level}\r\n0\r\n\r\n`,
};

const highBytes: Readonly<Record<string, string>> = {
  length: `PUT ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: \xff11\r\n\r\n${level}`,
  coding: `${chunked.replace('chunked', '\xffchunked')}b\r\n${level}\r\n0\r\n\r\n`,
};

/** A head of the given size in two pieces. */
function cutHead(bytes: number, at: number): AbuseCase {
  const head = get.replace('health', `health?${'x'.repeat(bytes - get.length - 1)}`);
  return answered(`a head of ${bytes} bytes, cut at ${at}`, [head.slice(0, at), 20, head.slice(at)]);
}

/** Invalid and unusual HTTP/1.1 framing (SVC-8). */
export const framing: readonly AbuseCase[] = [
  ...Object.entries(invalid).map(([name, bytes]) => either(name, bytes)),
  ...Object.entries(ambiguousBodies).map(([name, bytes]) => ambiguous(name, bytes)),
  ...Object.entries(highBytes).map(([name, text]) =>
    either(`a high byte before a ${name}`, Buffer.from(text, 'latin1')),
  ),
  either('half a head, half-closed', 'GET /api/health HTTP/1.1\r\nHo', { manner: 'half-closes' }),
  ...[4096, 4097, 16_000].flatMap((bytes) => [1, 100, bytes - 1].map((at) => cutHead(bytes, at))),
  answered('40 headers', [headers(38)]),
  answered('chunks', [`${chunked}5\r\n${level.slice(0, 5)}\r\n`, 20, `6\r\n${level.slice(5)}\r\n0\r\n\r\n`]),
  answered(
    'an invalid body in two pieces',
    [requestBytes({ ...put, body: '{"value":', contentLength: '11' }), 50, '}}'],
    { status: 400 },
  ),
  answered('pipelined behind a list', [list + get], { requests: 2 }),
  answered('a list, half-closed', [list], { manner: 'half-closes' }),
  answered(
    'an offer to upgrade',
    [get.replace('\r\n\r\n', '\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n'), 20, get],
    { requests: 2 },
  ),
  answered('TRACE', [get.replace('GET', 'TRACE')], { status: 405 }),
  answered('100-continue', [requestBytes({ ...put, headers: [['Expect', '100-continue']] })]),
];
