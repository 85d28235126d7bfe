/** Requests that can grow: each case makes a request of a number of bytes. */
export interface GrowthCase {
  readonly name: string;
  readonly method: string;
  /** Maximum useful number of bytes. */
  readonly most?: number;
  path(bytes: number): string;
  headers?(bytes: number): Readonly<Record<string, string>>;
  body?(bytes: number): string;
  /** True if it is sent to the control channel. */
  readonly isControl?: true;
  /** Expected statuses of 500 and more: the code of the application fails. */
  readonly allows?: readonly number[];
}

const object = '/exposed/object/part';
const repeated = (text: string, bytes: number) => text.repeat(Math.max(1, Math.floor(bytes / text.length)));
const list = (text: string, bytes: number) => `${repeated(`${text},`, bytes - text.length)}${text}`;

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

const batchRead = (path: string) => `{"method":"GET","path":"${object}/${path}"}`;
const batch = (item: string) => (bytes: number) => `{"requests":[${list(item, bytes)}]}`;

/** Long enough that a full body has fewer values than its limit. */
const knob = '{"name":"a name of some length","value":1}';
const knobs = (bytes: number) => `[${list(knob, bytes)}]`;
const manyKnobs = knobs(30_000);

/** Strings with equal V8 hashes: beyond 16,383 characters only their length is hashed. */
const alike = (bytes: number, item: (name: string) => string) =>
  Array.from({ length: Math.max(1, bytes / 16_510) }, (_, i) =>
    item(`"${'n'.repeat(16_500)}${1000 + i}"`),
  ).join();

/** Values of a body, by the member of the object that they are written to. */
const values: readonly GrowthCase[] = [
  put('text of two bytes', 'label', (n) => `"${repeated('ä', n / 2)}"`),
  put('text of escapes', 'label', (n) => `"${repeated('\\u0001\\"', n)}"`),
  put('text of surrogates', 'label', (n) => `"${repeated('\\ud800', n)}"`),
  put('text with runs of a thousand digits', 'label', (n) => `"${repeated(`${'1'.repeat(1000)}x`, n)}"`),
  put('blanks around a number', 'level', (n) => `${repeated(' ', n)}1`),
  put('a long integer', 'count', (n) => repeated('1', n)),
  put('a long fraction', 'level', (n) => `0.${repeated('1', n)}`),
  put('many long integers', 'numbers', (n) => `[${list('1234567890123456789', n)}]`),
  put('exponents', 'numbers', (n) => `[${list('1e1', n)}]`),
  put('texts', 'names', (n) => `[${list('""', n)}]`),
  put('objects of some length', 'knobs', knobs),
  put('a list in one of a list', 'racks', (n) => `[{"knobs":${knobs(n)}}]`),
  put('lists in all of a list', 'racks', (n) => `[${list(`{"knobs":${manyKnobs}}`, n)}]`),
  put('keys with dots', 'knobs', (n) => `[${list('{"name":"a.b["}', n)}]`),
  put('keys that are alike', 'knobs', (n) => `[${alike(n, (name) => `{"name":${name}}`)}]`),
  put('names that are alike', 'position', (n) => `{${alike(n, (name) => `${name}:1`)}}`),
  put('unknown members', 'position', (n) => `{${list('"m":1', n)}}`),
  put('members with escapes', 'position', (n) => `{${list('"\\u0078":1', n)}}`),
  put('nesting', 'position', (n) => `${repeated('[', n / 2)}1${repeated(']', n / 2)}`),
  put('an enum list', 'layers', (n) => `"${list('Floor', n)}"`),
  put('a type name', 'friend', (n) => `{"@type":"${repeated('P', n)}"}`),
  put('a reference', 'friend', (n) => `{"@ref":"${repeated('p.[', n)}"}`),
  put('an asset', 'clip', (n) => `"${repeated('c', n)}"`),
  put('invalid JSON', 'label', (n) => `"${repeated('a\\n', n)}`),
];

/** Other bodies. */
const bodies: readonly GrowthCase[] = [
  { name: 'a body of blanks', method: 'PUT', path: () => `${object}/level`, body: (n) => repeated(' ', n) },
  {
    name: 'a list in a whole object',
    method: 'PUT',
    path: () => object,
    body: (n) => `{"value":{"knobs":${knobs(n)}}}`,
  },
  post('appending what has a list', `${object}/racks`, (n) => `{"value":{"knobs":${knobs(n)}}}`),
  post('arguments', '/exposed/function/part/Say', (n) => `{"args":[${list('1', n)}]}`),
  post('objects from a function', '/exposed/function/part/Mirror', (n) => `{"args":[${knobs(n)}]}`),
  post('a text for the log', '/exposed/function/part/Say', (n) => `{"args":["${repeated('\\n', n)}"]}`),
  post('a text for a notification', '/exposed/function/part/Tell', (n) => `{"args":["${repeated('a', n)}"]}`),
  {
    ...post(
      'a text that is thrown',
      '/exposed/function/part/Fail',
      (n) => `{"args":["${repeated('a\\n', n)}"]}`,
    ),
    allows: [500],
  },
  post('items of a batch', '/exposed/batch', batch('{}')),
  post(
    'writes of a batch',
    '/exposed/batch',
    batch('{"method":"PUT","path":"/exposed/object/part/level","body":{"value":1}}'),
  ),
  post(
    'lists in a batch',
    '/exposed/batch',
    batch(`{"method":"PUT","path":"${object}/knobs","body":{"value":${manyKnobs}}}`),
  ),
  post('dotted paths of a batch', '/exposed/batch', batch(batchRead(`${'a.'.repeat(20_000)}b`))),
  post('bracketed paths of a batch', '/exposed/batch', batch(batchRead('a['.repeat(500)))),
  post('many segments of a batch', '/exposed/batch', batch(batchRead(`${'a./'.repeat(5000)}b`))),
  post(
    'an escaped path of a batch',
    '/exposed/batch',
    (n) => `{"requests":[${batchRead(repeated('%2e', n))}]}`,
  ),
  post(
    'paths of a batch that are alike',
    '/exposed/batch',
    (n) => `{"requests":[${alike(n, (name) => batchRead(name.slice(1, -1)))}]}`,
  ),
  post('an id of a batch', '/exposed/batch', (n) => `{"requests":[{"id":[${list('[]', n)}]}]}`),
  post('a language', '/api/language', (n) => `{"language":"${repeated('e-', n)}"}`),
  post('a key of an orphan', '/exposed/orphans/remove', (n) => `{"sourceKey":"${repeated('a.b[', n)}"}`),
  post('a path of an export', '/exposed/export', (n) => `{"path":"${repeated('../', n)}"}`),
  post('a path to load', '/api/live/load', (n) => `{"path":"${repeated('../', n)}x"}`),
  post('a name of a preset', '/api/presets/save', (n) => `{"id":"part","name":"${repeated('n', n)}"}`),
  post('an answer to a prompt', '/api/confirm', (n) => `{"id":"${repeated('c', n)}","choice":"yes"}`),
  post('a code', '/api/pair', (n) => `{"code":"${repeated('1', n)}"}`),
  post('names that are alike on the control channel', '/control/state', (n) => {
    return `{${alike(n, (name) => `${name}:1`)}}`;
  }),
  post('a log by the control channel', '/control/log', (n) => {
    return `{"level":"Log","message":"${repeated('a\\n', n)}"}`;
  }),
];

const heads: readonly GrowthCase[] = [
  get('a path of dots', (n) => `${object}/${repeated('a.', n)}b`),
  get('a path of brackets', (n) => `${object}/${repeated('a[', n)}b`),
  get('a path of closed brackets', (n) => `${object}/${repeated('[a]', n)}b`),
  get('a path of escapes', (n) => `${object}/${repeated('%5B', n)}b`),
  get('a path that ends in reset', (n) => `${object}/${repeated('/reset', n)}x`),
  get('an id', (n) => `/exposed/object/${repeated('1', n)}`),
  get('a query', (n) => `/exposed/objects?${repeated('a=%41&', n)}`),
  get('an unknown route', (n) => `/${repeated('%2F', n)}`),
  get('ids of a stream', (n) => `/api/stream?ids=${repeated('1,', n)}`),
  get('kinds of a stream', (n) => `/api/stream?kinds=${repeated('exposed_object_updated,', n)}`),
  get('a resume position in the query', (n) => `/api/stream?lastEventId=${repeated('a:', n)}`),
  get('an asset path', (n) => `/exposed/asset/${repeated('../', n)}`),
  get('an image path', (n) => `/exposed/image/part/${repeated('a.', n)}`),
  get('a function path', (n) => `/exposed/function/part/${repeated('a.', n)}`),
  header('a client id', 'X-Client-ID', (n) => repeated('a', n), '/api/heartbeat'),
  header('an authorization', 'Authorization', (n) => `Bearer${repeated(' ', n)}x y`),
  header('an origin', 'Origin', (n) => `http://${repeated('a.', n)}`),
  header('cookies', 'Cookie', (n) => repeated('a=b; ', n)),
  header('accepted types', 'Accept', (n) => repeated('text/*;q=0.1,', n), '/openapi.json'),
  header('languages', 'Accept-Language', (n) => repeated('de-DE;q=0.1,', n)),
  header('ranges', 'Range', (n) => `bytes=${repeated('0-1,', n)}`, '/openapi.json'),
  header('tags', 'If-None-Match', (n) => repeated('"a",', n), '/openapi.json'),
  header('a resume position', 'Last-Event-ID', (n) => `x:${repeated('1', n)}`, '/api/stream'),
];

export const growthCases: readonly GrowthCase[] = [...values, ...bodies, ...heads].map((each) =>
  each.path(1).startsWith('/control/') ? { ...each, isControl: true } : each,
);

/** The scene for the cases. */
export const growthScene = `application: { name: Limits, languages: [en, ja] }
enums:
  Mode: { values: [Off, On] }
  Layers: { flags: true, values: [Floor, Walls] }
classes:
  Coating: { kind: struct, fields: { layers: { type: Int32, value: 3 } } }
  Knob:
    kind: class
    fields:
      name: { type: String, key: true }
      value: { type: Single }
      coating: { type: Coating }
  Rack: { kind: class, fields: { knobs: { type: "Knob[]" } } }
  Part:
    kind: component
    fields:
      label: { type: String, value: "" }
      level: { type: Single }
      count: { type: Int64 }
      mode: { type: Mode }
      layers: { type: Layers }
      numbers: { type: "Int32[]" }
      names: { type: "String[]" }
      knobs: { type: "Knob[]" }
      rack: { type: Rack }
      racks: { type: "Rack[]" }
      position: { type: Vector3 }
      friend: { type: Part }
      clip: { type: Asset<AnimationClip> }
    functions:
      Take: { parameters: { knobs: { type: "Knob[]" } }, returns: Int32, do: [{ return: 1 }] }
      Repeat: { parameters: { names: { type: "String[]" } }, returns: "String[]", do: [{ return: $names }] }
      Mirror: { parameters: { knobs: { type: "Knob[]" } }, returns: "Knob[]", do: [{ return: $knobs }] }
      Say: { parameters: { text: { type: String } }, do: [{ log: { level: Warning, message: $text } }] }
      Tell: { parameters: { text: { type: String } }, do: [{ notify: { title: Told, message: $text } }] }
      Fail: { parameters: { text: { type: String } }, do: [{ throw: $text }] }
scenes:
  Main:
    objects:
      - { name: Part, wrapper: { key: stand }, components: [{ class: Part, key: part }] }
`;
