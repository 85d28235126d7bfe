import { Random } from '../random.js';
import type { AbuseCase, Expectation, Manner } from './abuse-case.js';
import { type RequestParts, requestBytes } from './bytes.js';
import { bodyMutations, jsonOf } from './json-texts.js';
import type { Operation } from './operations.js';
import { type RequestMutation, requestMutations, targetMutations } from './request-mutations.js';

const ids = [
  'lamp-0',
  'lamp-3',
  'stand',
  'Desk',
  'mover',
  'nobody',
  '9007199254740993',
  '-1',
  '18446744073709551616',
];
const paths = [
  'level',
  'on',
  'mode',
  'layers',
  'color',
  'color/r',
  'place/x',
  'steps',
  'ticket',
  'text',
  'serial',
  'numbers',
  'numbers/0',
  'numbers/99999999999',
  'lens',
  'lens.focalLength',
  'lenses[1].aperture',
  'lenses',
  'cues',
  'cues[a]',
  'cues["5"]',
  'friend',
  'friend/friend/friend/level',
  'motion',
  'size',
  'transform/position',
  'components/0',
  'components[Light]',
  'title',
  'none',
  '__proto__',
  'constructor/prototype',
  '@type',
  'numbers[-1]',
  'a[b',
  ']',
  '.',
  '..',
];
const functions = ['Sum', 'Flash', 'Notify', 'Log', 'Fail', 'flash', 'none', 'constructor', 'lens/Flash'];
const exports = [
  'a.live.json',
  'exports/b.live.json',
  '../out.json',
  '/etc/passwd',
  'C:\\x.json',
  '',
  '.',
  'a\u0000b',
  'x.json/y',
];
/** No existing scene, because loading one would undo the writes of healthy clients. */
const imports = [
  '../out.json',
  '/etc/passwd',
  '/dev/zero',
  'C:\\x.json',
  '',
  '.',
  'exports',
  'a\u0000b',
  'no.live.json',
];
const queries: Readonly<Record<string, readonly string[]>> = {
  kinds: ['exposed_object_updated', 'none', '', ',,'],
  ids: ['lamp-1', 'lamp-1,lamp-2', '%00'],
  lastEventId: ['x', 'x:1', '', '9'.repeat(400)],
  nested: ['', 'false', '0'],
};
const words = ['', 'Light', 'Lighting', 'a%20b', '%ff', 'x'.repeat(3000), '6f1c1e2a9b7d4d0c8a55e0c3f2b1a901'];

/**
 * A case of the endless list of a seed: an operation of docs/openapi.yaml with up to three errors.
 * @param index its index in the list
 */
export function generateCase(operations: readonly Operation[], seed: number, index: number): AbuseCase {
  const random = new Random(seed, index);
  const operation = random.pick(operations);
  const wrongs: string[] = [];
  let parts = request(operation, random);
  let expects: Expectation = operation.id === 'openStream' ? 'head' : 'answers';
  for (let i = random.below(4); i > 0; i--) {
    const [name, mutation] = random.pick(mutations);
    const mutated = mutation(parts, random);
    if (mutated === undefined) continue;
    wrongs.push(name);
    parts = mutated.parts;
    if (mutated.isNoHttp) expects = 'answer-or-close';
  }
  return delivered(`generated ${index}: ${[operation.id, ...wrongs].join(', ')}`, parts, expects, random);
}

const mutations: readonly (readonly [string, RequestMutation])[] = [
  ...Object.entries(bodyMutations).map(([name, mutate]): [string, RequestMutation] => [
    name,
    (parts, random) =>
      parts.body === undefined
        ? undefined
        : { parts: { ...parts, body: mutate(parts.body.toString(), random) } },
  ]),
  ...Object.entries(targetMutations).map(([name, mutate]): [string, RequestMutation] => [
    name,
    (parts, random) => ({ parts: { ...parts, target: mutate(parts.target, random) } }),
  ]),
  ...Object.entries(requestMutations),
];

/** A well-formed request. */
function request(operation: Operation, random: Random): RequestParts {
  const target = operation.path
    .replace('{id}', () => random.pick(ids))
    .replace('{path}', () => random.pick(operation.id === 'callFunction' ? functions : paths));
  const query = operation.queries
    .filter(() => random.chance(0.4))
    .map((name) => `${name}=${random.pick(queries[name] ?? words)}`);
  const hasBody = operation.body !== undefined || random.chance(0.05);
  return {
    method: operation.method,
    target: target + (query.length === 0 ? '' : `?${query.join('&')}`),
    headers: hasBody ? [['Content-Type', 'application/json']] : [],
    body: hasBody ? bodyText(operation, random) : undefined,
  };
}

function bodyText(operation: Operation, random: Random): string {
  if (operation.id === 'batch') return batchText(random);
  if (operation.id === 'exportScene') return JSON.stringify({ path: random.pick(exports) });
  if (operation.id === 'importScene') return JSON.stringify({ path: random.pick(imports) });
  return jsonOf(operation.body, random);
}

function batchText(random: Random): string {
  const items = Array.from({ length: random.below(20) }, (_, id) => {
    const path = `/exposed/object/${random.pick(ids)}/${random.pick(paths)}`;
    const method = random.pick(['GET', 'PUT', 'POST', 'DELETE', 'PATCH', 'FOO']);
    return `{"id":${id},"method":"${method}","path":${JSON.stringify(path)},"body":${jsonOf({ type: 'object', properties: { value: true } }, random)}}`;
  });
  return `{"requests":[${items.join(',')}]}`;
}

/** How the bytes are sent: mostly at once, sometimes as bad clients and networks do it. */
function delivered(name: string, parts: RequestParts, expects: Expectation, random: Random): AbuseCase {
  const bytes = requestBytes(parts);
  const base = { methods: [parts.method], manner: 'reads' as Manner, expects, allows: allowed(parts) };
  const cut = random.below(bytes.length);
  switch (random.below(14)) {
    case 0:
      return { ...base, name: `${name}, in two`, pieces: [bytes.subarray(0, cut), 20, bytes.subarray(cut)] };
    case 1: {
      if (expects !== 'answers') break;
      const count = 2 + random.below(6);
      const methods = Array<string>(count).fill(parts.method);
      return {
        ...base,
        name: `${name}, pipelined`,
        pieces: [Buffer.concat(Array(count).fill(bytes))],
        methods,
      };
    }
    case 2:
      return {
        ...base,
        name: `${name}, half of it`,
        pieces: [bytes.subarray(0, cut)],
        manner: 'resets',
        expects: 'nothing',
      };
    case 3:
      return { ...base, name: `${name}, half-closed`, pieces: [bytes], manner: 'half-closes' };
    case 4:
      return {
        ...base,
        name: `${name}, never read`,
        pieces: [bytes],
        manner: 'never reads',
        expects: 'nothing',
      };
    case 5:
      return { ...base, name: `${name}, read slowly`, pieces: [bytes], manner: 'reads slowly' };
    default:
  }
  return { ...base, name, pieces: [bytes] };
}

/** The function of the application fails and reports it. */
function allowed({ target }: RequestParts): readonly number[] {
  return /fail/i.test(decodeURIComponentOr(target)) ? [500] : [];
}

function decodeURIComponentOr(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
