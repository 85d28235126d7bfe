/** What a client may send that grows: of each a request for a number of bytes. */
export interface GrowthCase {
  readonly name: string;
  readonly method: string;
  /** The most bytes that it makes sense with. */
  readonly most?: number;
  path(bytes: number): string;
  headers?(bytes: number): Readonly<Record<string, string>>;
  body?(bytes: number): string;
}

const object = '/exposed/object/part';
const repeated = (text: string, bytes: number) => text.repeat(Math.max(1, Math.floor(bytes / text.length)));
const list = (text: string, bytes: number) => `${repeated(`${text},`, bytes)}${text}`;

function put(name: string, member: string, value: (bytes: number) => string): GrowthCase {
  return {
    name,
    method: 'PUT',
    path: () => `${object}/${member}`,
    body: (bytes) => `{"value":${value(bytes)}}`,
  };
}

function post(name: string, path: string, body: (bytes: number) => string): GrowthCase {
  return { name, method: 'POST', path: () => path, body };
}

function get(name: string, path: (bytes: number) => string): GrowthCase {
  return { name, method: 'GET', most: 12_000, path };
}

function header(
  name: string,
  header: string,
  value: (bytes: number) => string,
  path = '/api/status',
): GrowthCase {
  return {
    name,
    method: 'GET',
    most: 2500,
    path: () => path,
    headers: (bytes) => ({ [header]: value(bytes) }),
  };
}

const batch = (item: string) => (bytes: number) => `{"requests":[${list(item, bytes)}]}`;

export const growthCases: readonly GrowthCase[] = [
  put('text', 'label', (n) => `"${repeated('a', n)}"`),
  put('text of two bytes', 'label', (n) => `"${repeated('ä', n / 2)}"`),
  put('text of quotes', 'label', (n) => `"${repeated('\\"', n)}"`),
  put('text of backslashes', 'label', (n) => `"${repeated('\\\\', n)}"`),
  put('text of control characters', 'label', (n) => `"${repeated('\\u0001', n)}"`),
  put('text of digits', 'label', (n) => `"${repeated('1', n)}"`),
  put(
    'text beside a long integer',
    'label',
    (n) => `"${repeated('a"'.slice(0, 1), n)}","other":1234567890123456789`,
  ),
  put('digits that are no number', 'level', (n) => `"${repeated('1', n)}x"`),
  put('blanks around a number', 'level', (n) => `"${repeated(' ', n)}1"`),
  put('a long integer', 'count', (n) => repeated('1', n)),
  put('a long fraction', 'level', (n) => `0.${repeated('1', n)}`),
  put('many long integers', 'numbers', (n) => `[${list('1234567890123456789', n)}]`),
  put('many runs of digits', 'label', (n) => `"${repeated('123456789012345 ', n)}","other":1234567890123456`),
  put('numbers', 'numbers', (n) => `[${list('1', n)}]`),
  put('texts', 'names', (n) => `[${list('""', n)}]`),
  put('objects', 'knobs', (n) => `[${list('{}', n)}]`),
  put('objects with names', 'knobs', (n) => `[${list('{"name":"a","value":1}', n)}]`),
  put(
    'unknown members',
    'position',
    (n) => `{${Array.from({ length: Math.max(1, n / 16) }, (_, i) => `"m${i}":${i}`).join()}}`,
  ),
  put('a name of a member', 'position', (n) => `{"${repeated('x', n)}":1}`),
  put('one member many times', 'position', (n) => `{${list('"x":1', n)}}`),
  put('nesting', 'position', (n) => `${repeated('[', n)}1${repeated(']', n)}`),
  put('an enum name', 'mode', (n) => `"${repeated('O', n)}"`),
  put('an enum list', 'layers', (n) => `"${list('Floor', n)}"`),
  put('a type name', 'friend', (n) => `{"@type":"${repeated('P', n)}"}`),
  put('a reference', 'friend', (n) => `{"@ref":"${repeated('p', n)}"}`),
  put('a reference with dots', 'friend', (n) => `{"@ref":"${repeated('p.', n)}x"}`),
  put('a reference with brackets', 'friend', (n) => `{"@ref":"${repeated('p[', n)}]"}`),
  put('an asset', 'clip', (n) => `"${repeated('c', n)}"`),
  put('a parent', '@parent', () => 'null'),
  { ...put('a parent id', '@parent', () => ''), body: (n) => `{"parentId":"${repeated('p.', n)}"}` },
  put('what is no JSON', 'label', (n) => `"${repeated('a\\n', n)}`),
  put('lines of blanks, then no JSON', 'label', (n) => `${repeated('\n', n)}x`),
  { name: 'a body of blanks', method: 'PUT', path: () => `${object}/level`, body: (n) => repeated(' ', n) },
  {
    name: 'an object of unknown members',
    method: 'PUT',
    path: () => object,
    body: (n) => `{"value":{${list('"x":1', 8)},"y":"${repeated('b', n)}"}}`,
  },
  post('appending a text', `${object}/names`, (n) => `{"value":"${repeated('a', n)}"}`),
  post('arguments', '/exposed/function/part/Say', (n) => `{"args":[${list('1', n)}]}`),
  post('a text for the log', '/exposed/function/part/Say', (n) => `{"args":["${repeated('\\n', n)}"]}`),
  post('a text for a notification', '/exposed/function/part/Tell', (n) => `{"args":["${repeated('a', n)}"]}`),
  post('a text that is thrown', '/exposed/function/part/Fail', (n) => `{"args":["${repeated('a\\n', n)}"]}`),
  post('items of a batch', '/exposed/batch', batch('{}')),
  post('reads that a batch has not', '/exposed/batch', batch('{"method":"GET","path":"/api/status"}')),
  post(
    'writes of a batch',
    '/exposed/batch',
    batch('{"method":"PUT","path":"/exposed/object/part/level","body":{"value":1}}'),
  ),
  post(
    'long paths of a batch',
    '/exposed/batch',
    batch(`{"method":"GET","path":"/exposed/object/part/${'a.'.repeat(20_000)}"}`),
  ),
  post(
    'bracketed paths of a batch',
    '/exposed/batch',
    batch(`{"method":"GET","path":"/exposed/object/part/${'a['.repeat(500)}"}`),
  ),
  post(
    'dotted paths of a batch',
    '/exposed/batch',
    batch(`{"method":"GET","path":"/exposed/object/part/${'a.'.repeat(500)}b"}`),
  ),
  post(
    'many segments of a batch',
    '/exposed/batch',
    batch(`{"method":"GET","path":"/exposed/object/part/${'a./'.repeat(5000)}b"}`),
  ),
  post(
    'a path of a batch',
    '/exposed/batch',
    (n) => `{"requests":[{"method":"GET","path":"/exposed/object/part/${repeated('%2e', n)}"}]}`,
  ),
  post(
    'a method of a batch',
    '/exposed/batch',
    (n) => `{"requests":[{"method":"${repeated('p', n)}","path":"/exposed/object/part"}]}`,
  ),
  post('an id of a batch', '/exposed/batch', (n) => `{"requests":[{"id":[${list('[]', n)}]}]}`),
  post('a language', '/api/language', (n) => `{"language":"${repeated('e-', n)}"}`),
  {
    ...post('a language that is set', '/api/language', (n) => `{"language":"${repeated('e-', n)}"}`),
    method: 'PUT',
  },
  post('a key of an orphan', '/exposed/orphans/remove', (n) => `{"sourceKey":"${repeated('a.b[', n)}"}`),
  post('a path of a file', '/exposed/export', (n) => `{"path":"${repeated('../', n)}"}`),
  post(
    'an answer to a prompt',
    '/api/confirm',
    (n) => `{"id":"${repeated('c', n)}","choice":"${repeated('y', n / 2)}"}`,
  ),
  get('a path of dots', (n) => `${object}/${repeated('a.', n)}b`),
  get('a path of brackets', (n) => `${object}/${repeated('a[', n)}b`),
  get('a path of closed brackets', (n) => `${object}/${repeated('[a]', n)}b`),
  get('a path of escapes', (n) => `${object}/${repeated('%5B', n)}b`),
  get('a path of slashes', (n) => `${object}/${repeated('a/', n)}b`),
  get('a path that ends in reset', (n) => `${object}/${repeated('/reset', n)}x`),
  get('an id', (n) => `/exposed/object/${repeated('1', n)}`),
  get('a query', (n) => `/exposed/objects?${repeated('a=%41&', n)}`),
  get('a type in a query', (n) => `/exposed/types?type=${repeated('P', n)}`),
  get('an unknown route', (n) => `/${repeated('%2F', n)}`),
  header('a client id', 'X-Client-ID', (n) => repeated('a', n), '/api/heartbeat'),
  header('an authorization', 'Authorization', (n) => `Bearer${repeated(' ', n)}x y`),
  header('an origin', 'Origin', (n) => `http://${repeated('a.', n)}`),
  header('a cookie', 'Cookie', (n) => repeated('a=b; ', n)),
];
