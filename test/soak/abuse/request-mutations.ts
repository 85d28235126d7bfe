import type { Random } from '../random.js';
import type { RequestParts } from './bytes.js';

/** One error in a request; undefined if it does not apply. `isNoHttp`: the connection may be closed. */
export type RequestMutation = (
  parts: RequestParts,
  random: Random,
) => { readonly parts: RequestParts; readonly isNoHttp?: boolean } | undefined;

const withHeader = (parts: RequestParts, ...more: readonly (readonly [string, string])[]): RequestParts => ({
  ...parts,
  headers: [...(parts.headers ?? []), ...more],
});

/** Errors in a target, by name. */
export const targetMutations: Readonly<Record<string, (target: string, random: Random) => string>> = {
  'percent-encoding': (target, random) => {
    const at = 1 + random.below(target.length);
    const odd = random.pick([
      '%00',
      '%2f',
      '%2F..%2f',
      '%zz',
      '%',
      '%c0%ae',
      '%ff',
      '%25',
      '%5B0%5D',
      '%E5%85%89',
      '%0d%0a',
      '%40',
    ]);
    return target.slice(0, at) + odd + target.slice(at);
  },
  'dot segments': (target, random) => target.replace('/', random.pick(['/../', '/./', '//', '/..%2f'])),
  'a long path': (target, random) =>
    `${target}/${random.pick(['a/', 'a.', '[0]', '%41', '1', ']']).repeat(random.below(1300))}`,
  'another case': (target) => target.toUpperCase(),
  'a slash at the end': (target) => `${target}/`,
  'odd query': (target, random) =>
    `${target}?${random.pick(['&&&=', 'a=%', 'nested&nested', '?', `${'a=b&'.repeat(500)}`, 'access_token=x'])}`,
};

const oddMethods = ['HEAD', 'OPTIONS', 'PUT', 'POST', 'DELETE', 'PATCH', 'GET'];
const noMethods = ['FOO', 'get', 'TRACE', 'G', 'GET\u0000', 'A'.repeat(2000)];

/** Errors in the rest of a request, by name. */
export const requestMutations: Readonly<Record<string, RequestMutation>> = {
  'another method': (parts, random) => {
    const method = random.pick(oddMethods);
    return { parts: { ...parts, method } };
  },
  'no method': (parts, random) => ({ parts: { ...parts, method: random.pick(noMethods) }, isNoHttp: true }),
  'a foreign origin': (parts, random) => ({
    parts: withHeader(parts, [
      'Origin',
      random.pick(['http://evil.example', 'null', '', 'file://', 'http://127.0.0.1.evil.example']),
    ]),
  }),
  'a foreign host': (parts, random) => ({
    parts: {
      ...parts,
      host: random.pick(['evil.example', '127.0.0.1.evil.example', '127.999.999.999', 'localhost:99999', '']),
    },
    isNoHttp: true,
  }),
  'no host': (parts) => ({ parts: { ...parts, host: null }, isNoHttp: true }),
  'another version': (parts, random) => ({
    parts: {
      ...parts,
      version: random.pick(['HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/1.', 'http/1.1', '']),
    },
    isNoHttp: true,
  }),
  'odd headers': (parts, random) => ({
    parts: withHeader(
      parts,
      random.pick([
        ['X-Client-ID', 'x'.repeat(3000)],
        ['X-Client-ID', '\u0000\u0001'],
        ['Last-Event-ID', '9'.repeat(500)],
        ['Authorization', 'Bearer'],
        ['Accept-Encoding', 'gzip, br'],
        ['Content-Type', 'text/plain; charset=utf-16'],
        ['Cookie', 'a=b; '.repeat(100)],
        [' folded', 'x'],
        ['no\u0000name', 'x'],
        ['Connection', 'Upgrade'],
        ['Upgrade', 'websocket'],
      ] as const),
    ),
    isNoHttp: true,
  }),
  'many headers': (parts, random) => ({
    parts: withHeader(
      parts,
      ...Array.from({ length: 20 + random.below(120) }, (_, i) => [`X-${i}`, 'x'] as const),
    ),
    isNoHttp: true,
  }),
  'a long header': (parts, random) => ({
    parts: withHeader(parts, ['X-Long', 'x'.repeat(10 ** (3 + random.below(3)))]),
    isNoHttp: true,
  }),
  'another length': (parts, random) =>
    parts.body === undefined
      ? undefined
      : {
          parts: { ...parts, contentLength: random.pick(['-1', 'x', '0', '1e3', '9'.repeat(30), '+5', '']) },
          isNoHttp: true,
        },
  'two lengths': (parts) =>
    parts.body === undefined
      ? undefined
      : { parts: withHeader(parts, ['Content-Length', '3']), isNoHttp: true },
  'a length and chunks': (parts) =>
    parts.body === undefined
      ? undefined
      : { parts: withHeader(parts, ['Transfer-Encoding', 'chunked']), isNoHttp: true },
};
