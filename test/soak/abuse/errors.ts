import type { RequestParts } from './abuse-case.js';
import type { Random } from './requests.js';

/** A request with an error; `isNoHttp`: the connection may be closed. */
interface Mutated {
  readonly parts: RequestParts;
  readonly isNoHttp?: boolean;
}

/** Adds one error to a request; undefined if it does not apply. */
export type RequestError = (parts: RequestParts, random: Random) => Mutated | undefined;

const inTarget =
  (change: (target: string, random: Random) => string): RequestError =>
  (parts, random) => ({ parts: { ...parts, target: change(parts.target, random) } });

const inBody =
  (change: (text: string, random: Random) => string | Uint8Array): RequestError =>
  (parts, random) =>
    parts.body === undefined
      ? undefined
      : { parts: { ...parts, body: change(parts.body.toString(), random) } };

const header = (parts: RequestParts, ...[name, text]: readonly [string, string]): RequestParts => ({
  ...parts,
  headers: [...(parts.headers ?? []), [name, text]],
});

/** Powers of ten up to a hundred thousand, so that generated requests stay small. */
const size = (random: Random) => 10 ** random.below(6);

/** Replaces one value of a JSON text. */
const withValue = (text: string, random: Random, value: string) => {
  const found = [...text.matchAll(/(?<=[:[,])("(?:[^"\\]|\\.)*"|-?\d[\d.e+-]*|true|false|null)(?=[,\]}])/g)];
  if (found.length === 0) return value;
  const { 0: old, index } = random.pick(found);
  return text.slice(0, index) + value + text.slice(index + old.length);
};

const escapes = ['%00', '%2f', '%2F..%2f', '%zz', '%', '%c0%ae', '%ff', '%25', '%5B0%5D', '%0d%0a'];
const oddNumbers = ['1e400', '01', '+1', '.5', '1.', '0x10', 'NaN', 'Infinity', '1e', '--1', '1_000'];
const nests = [
  ['[', ']'],
  ['{"a":', '}'],
  ['[{"value":', '}]'],
] as const;
const invalidUtf8 = [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf8, 0x88, 0x80, 0x80, 0x80], [0xc3]];
const oddHeaders = [
  ['X-Client-ID', 'x'.repeat(3000)],
  ['X-Client-ID', '\u0000\u0001'],
  ['Last-Event-ID', '9'.repeat(500)],
  ['Authorization', 'Bearer'],
  ['Accept-Encoding', 'gzip, br'],
  ['Content-Type', 'text/plain; charset=utf-16'],
  ['Cookie', 'a=b; '.repeat(100)],
  [' folded', 'x'],
  ['no\u0000name', 'x'],
  ['Upgrade', 'websocket'],
] as const;

/** By name, which becomes part of the name of the case. */
export const requestErrors: Readonly<Record<string, RequestError>> = {
  'another type': inBody((text, random) => withValue(text, random, random.json())),
  'an odd number': inBody((text, random) => withValue(text, random, random.pick(oddNumbers))),
  'a long number': inBody((text, random) =>
    withValue(text, random, random.pick(['', '-', '0.']) + '1'.repeat(size(random))),
  ),
  'a long text': inBody((text, random) =>
    withValue(text, random, `"${random.pick(['a', '\\u0000', '光', '[0]', '.']).repeat(size(random))}"`),
  ),
  'deep nesting': inBody((text, random) => {
    const [open, close] = random.pick(nests);
    const depth = size(random) / 10;
    return withValue(text, random, `${open.repeat(depth)}1${close.repeat(depth)}`);
  }),
  'many items': inBody((text, random) => withValue(text, random, `[${'{},'.repeat(size(random))}1]`)),
  'a duplicate member': inBody((text) => text.replace(/^\{/, '{"value":1,"args":[],')),
  'an end too early': inBody((text, random) => text.slice(0, random.below(text.length + 1))),
  'a text after it': inBody((text, random) => text + random.pick([' x', '}', '{}', '\u0000', ','])),
  'a comment': inBody((text) => `/* */${text}`),
  'a byte order mark': inBody((text) => `\ufeff${text}`),
  'invalid UTF-8': inBody((text, random) => {
    const at = random.below(text.length + 1);
    const bytes = Buffer.from(random.pick(invalidUtf8));
    return Buffer.concat([Buffer.from(text.slice(0, at)), bytes, Buffer.from(text.slice(at))]);
  }),
  'no body': inBody(() => ''),
  'percent-encoding': inTarget((target, random) => {
    const at = 1 + random.below(target.length);
    return target.slice(0, at) + random.pick(escapes) + target.slice(at);
  }),
  'dot segments': inTarget((target, random) =>
    target.replace('/', random.pick(['/../', '/./', '//', '/..%2f'])),
  ),
  'a long path': inTarget(
    (target, random) =>
      `${target}/${random.pick(['a/', 'a.', '[0]', '%41', ']']).repeat(random.below(1300))}`,
  ),
  'another case': inTarget((target) => target.toUpperCase()),
  'an odd query': inTarget(
    (target, random) => `${target}?${random.pick(['&&&=', 'a=%', 'nested&nested', 'a=b&'.repeat(500)])}`,
  ),
  'another method': (parts, random) => ({
    parts: { ...parts, method: random.pick(['HEAD', 'OPTIONS', 'PUT', 'POST', 'DELETE', 'PATCH', 'GET']) },
  }),
  'no method': (parts, random) => ({
    parts: { ...parts, method: random.pick(['FOO', 'get', 'TRACE', 'GET\u0000', 'A'.repeat(2000)]) },
    isNoHttp: true,
  }),
  'a foreign origin': (parts, random) => ({
    parts: header(parts, 'Origin', random.pick(['http://evil.example', 'null', '', 'file://'])),
  }),
  'a foreign host': (parts, random) => ({
    parts: { ...parts, host: random.pick(['evil.example', '127.999.999.999', 'localhost:99999', '', null]) },
    isNoHttp: true,
  }),
  'another version': (parts, random) => ({
    parts: { ...parts, version: random.pick(['HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'http/1.1', '']) },
    isNoHttp: true,
  }),
  'an odd header': (parts, random) => ({
    parts: header(parts, ...random.pick<readonly [string, string]>(oddHeaders)),
    isNoHttp: true,
  }),
  'many headers': (parts, random) => ({
    parts: {
      ...parts,
      headers: Array.from({ length: 20 + random.below(120) }, (_, i) => [`X-${i}`, 'x'] as const),
    },
    isNoHttp: true,
  }),
  'a long header': (parts, random) => ({
    parts: header(parts, 'X-Long', 'x'.repeat(size(random))),
    isNoHttp: true,
  }),
  'another length': (parts, random) => ({
    parts: { ...parts, contentLength: random.pick(['-1', 'x', '0', '1e3', '9'.repeat(30), '+5', '']) },
    isNoHttp: true,
  }),
};
