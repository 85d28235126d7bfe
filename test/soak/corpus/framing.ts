import type { AbuseCase } from '../abuse/abuse-case.js';
import { requestBytes } from '../abuse/bytes.js';

const put = { method: 'PUT', target: '/exposed/object/lamp-1/level' };
const level = '{"value":2}';
const get = 'GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n';
/** A head of the given number of bytes. */
const headOf = (bytes: number) => {
  const rest = 'GET /api/health? HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n';
  return rest.replace('?', `?${'x'.repeat(bytes - rest.length)}`);
};
const list = 'GET /exposed/objects?nested HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n';

/** Invalid or unusual HTTP/1.1 framing (SVC-8). */
export function framing(): readonly AbuseCase[] {
  const one = (
    name: string,
    pieces: AbuseCase['pieces'],
    expects: AbuseCase['expects'],
    more: Partial<AbuseCase> = {},
  ): AbuseCase => ({ name: `framing/${name}`, pieces, expects, manner: 'reads', methods: ['GET'], ...more });
  const refused = { statuses: [400, 413, 431, 505] };
  return [
    one('no Host', ['GET /api/health HTTP/1.1\r\n\r\n'], 'answer-or-close'),
    one('HTTP/1.0', ['GET /api/health HTTP/1.0\r\n\r\n'], 'answer-or-close'),
    one('HTTP/1.0 with Host', ['GET /api/health HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n'], 'answer-or-close'),
    one(
      'absolute form',
      ['GET http://127.0.0.1/api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'],
      'answer-or-close',
    ),
    one('garbage', ['\u0001\u0002 what is this\r\n\r\n'], 'answer-or-close'),
    one('TLS to a plain port', [Buffer.from('16030100a5010000a10303', 'hex')], 'answer-or-close'),
    one(
      'a NUL in a header',
      ['GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\nX: a\u0000b\r\n\r\n'],
      'answer-or-close',
    ),
    one(
      'chunk extensions',
      [
        'PUT /exposed/object/lamp-1/level HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n',
        `b;a=b\r\n${level}\r\n0\r\n\r\n`,
      ],
      'answer-or-close',
      { methods: ['PUT'] },
    ),
    one(
      'chunks',
      [
        'PUT /exposed/object/lamp-1/level HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n',
        `5\r\n${level.slice(0, 5)}\r\n`,
        20,
        `6\r\n${level.slice(5)}\r\n0\r\n\r\n`,
      ],
      'answers',
      { methods: ['PUT'], statuses: [200] },
    ),
    one(
      '49 headers',
      [
        requestBytes({
          method: 'GET',
          target: '/api/health',
          headers: Array.from({ length: 48 }, (_, i) => [`X-${i}`, 'x']),
        }),
      ],
      'answer-or-close',
    ),
    one(
      '40 headers',
      [
        requestBytes({
          method: 'GET',
          target: '/api/health',
          headers: Array.from({ length: 38 }, (_, i) => [`X-${i}`, 'x']),
        }),
      ],
      'answers',
      { statuses: [200] },
    ),
    one(
      'an invalid body, split',
      [requestBytes({ ...put, body: '{"value":', contentLength: '11' }), 50, '}}'],
      'answers',
      { methods: ['PUT'], statuses: [400] },
    ),
    one(
      'two lengths',
      [requestBytes({ ...put, body: level, headers: [['Content-Length', '5']] })],
      'answer-or-close',
      {
        methods: ['PUT'],
        ...refused,
      },
    ),
    one(
      'two lengths, and another write behind them',
      [
        Buffer.concat([
          requestBytes({ ...put, body: level, headers: [['Content-Length', '5']] }),
          requestBytes({ ...put, body: level }),
        ]),
      ],
      'answer-or-close',
      { methods: ['PUT', 'PUT'], ...refused },
    ),
    one(
      'a length and chunks',
      [
        requestBytes({
          ...put,
          body: `b\r\n${level}\r\n0\r\n\r\n`,
          headers: [['Transfer-Encoding', 'chunked']],
        }),
      ],
      'answer-or-close',
      { methods: ['PUT'], ...refused },
    ),
    ...['gzip, chunked', 'xchunked'].map((coding) =>
      one(
        `a body that is ${coding}`,
        [
          `PUT /exposed/object/lamp-1/level HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: ${coding}\r\n\r\n`,
          `b\r\n${level}\r\n0\r\n\r\n`,
        ],
        'answer-or-close',
        { methods: ['PUT'], ...refused },
      ),
    ),
    one('HTTP/2.0', ['GET /api/health HTTP/2.0\r\nHost: 127.0.0.1\r\n\r\n'], 'answer-or-close', refused),
    one('pipelined behind a list', [list + get], 'answers', { methods: ['GET', 'GET'], statuses: [200] }),
    one(
      'pipelined behind an export',
      [
        Buffer.concat([
          requestBytes({ method: 'POST', target: '/exposed/export', body: '{"path":"exports/c.live.json"}' }),
          Buffer.from(get),
        ]),
      ],
      'answers',
      { methods: ['POST', 'GET'], statuses: [200] },
    ),
    one('a list, half-closed', [list], 'answers', { manner: 'half-closes', statuses: [200] }),
    ...[4096, 4097, 16_000].flatMap((bytes) =>
      [1, 100, bytes - 1].map((cut) =>
        one(
          `a head of ${bytes} bytes, cut at ${cut}`,
          [headOf(bytes).slice(0, cut), 20, headOf(bytes).slice(cut)],
          'answers',
          { statuses: [200] },
        ),
      ),
    ),
    one('half a head', ['GET /api/health HTTP/1.1\r\nHo'], 'answer-or-close'),
    one('half a head, half-closed', ['GET /api/health HTTP/1.1\r\nHo'], 'answer-or-close', {
      manner: 'half-closes',
    }),
    one('nothing, half-closed', [], 'answer-or-close', { manner: 'half-closes' }),
    one(
      'an offer to upgrade',
      ['GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n', 20, get],
      'answers',
      { methods: ['GET', 'GET'], statuses: [200] },
    ),
    one('TRACE', [get.replace('GET', 'TRACE')], 'answers', { methods: ['TRACE'], statuses: [405] }),
    one('CONNECT', ['CONNECT 127.0.0.1:80 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'], 'answer-or-close', {
      methods: ['CONNECT'],
    }),
    ...[
      ['100,000 trailers', `b\r\n${level}\r\n0\r\n${'X: y\r\n'.repeat(100_000)}\r\n`],
      ['a size of a chunk of 100,000 zeros', `${'0'.repeat(100_000)}b\r\n${level}\r\n0\r\n\r\n`],
      ['an extension of a chunk of a megabyte', `b;${'a'.repeat(1_000_000)}\r\n${level}\r\n0\r\n\r\n`],
    ].map(([name, body]) =>
      one(
        name!,
        [
          `PUT /exposed/object/lamp-1/level HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n${body}`,
        ],
        'answer-or-close',
        { methods: ['PUT'] },
      ),
    ),
    ...[
      `PUT ${put.target} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: \xff11\r\n\r\n${level}`,
      `PUT ${put.target} HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: \xffchunked\r\n\r\nb\r\n${level}\r\n0\r\n\r\n`,
    ].map((text, i) =>
      one(`a high byte before a length ${i + 1}`, [Buffer.from(text, 'latin1')], 'answer-or-close', {
        methods: ['PUT'],
      }),
    ),
    one('a bare line feed', ['GET /api/health HTTP/1.1\nHost: 127.0.0.1\n\n'], 'answer-or-close'),
    one('a blank in a name', ['GET /api/health HTTP/1.1\r\nHost : 127.0.0.1\r\n\r\n'], 'answer-or-close'),
    one(
      'expects 100',
      [requestBytes({ ...put, body: level, headers: [['Expect', '100-continue']] })],
      'answers',
      {
        methods: ['PUT'],
        statuses: [200],
      },
    ),
  ];
}
