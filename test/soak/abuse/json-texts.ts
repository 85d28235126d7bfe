import type { Json } from '../../../conformance/client/index.js';
import type { Random } from '../random.js';

const texts = [
  '',
  'a',
  'Spot',
  'Point, Spot',
  'lamp-1',
  '5',
  'NaN',
  '光',
  '\u0000',
  '\ud83d',
  '../x',
  '1e400',
];
const numbers = [
  '0',
  '-1',
  '1.5',
  '2147483648',
  '9007199254740993',
  '-9223372036854775808',
  '1e308',
  '1e-400',
];
const oddNumbers = [
  '1e400',
  '-1e400',
  '01',
  '+1',
  '.5',
  '1.',
  '0x10',
  'NaN',
  'Infinity',
  '1e',
  '--1',
  '1_000',
];
const names = [
  'value',
  'args',
  'index',
  '@type',
  '@ref',
  '@id',
  '@op',
  '@guid',
  'x',
  'name',
  '__proto__',
  'constructor',
];

/** A JSON text of any value, which is usually invalid for the operation. */
export function anyJson(random: Random, depth = 3): string {
  switch (random.below(depth > 0 ? 7 : 5)) {
    case 0:
      return random.pick(['null', 'true', 'false']);
    case 1:
    case 2:
      return random.pick(numbers);
    case 3:
    case 4:
      return JSON.stringify(random.pick(texts));
    case 5:
      return `[${list(random, () => anyJson(random, depth - 1))}]`;
    default:
      return `{${list(random, () => `${JSON.stringify(random.pick(names))}:${anyJson(random, depth - 1)}`)}}`;
  }
}

function list(random: Random, item: () => string): string {
  return Array.from({ length: random.below(5) }, item).join(',');
}

/** A JSON text that a schema of docs/openapi.yaml allows, often with values for the scene of the soak. */
export function jsonOf(schema: Json, random: Random): string {
  if (schema === undefined || schema === true) return likelyValue(random);
  const type = Array.isArray(schema.type) ? random.pick<string>(schema.type) : schema.type;
  switch (type) {
    case 'object': {
      const members = Object.entries<Json>(schema.properties ?? {});
      if (members.length === 0) return likelyMembers(random);
      return `{${members.map(([name, each]) => `${JSON.stringify(name)}:${jsonOf(each, random)}`).join(',')}}`;
    }
    case 'array':
      return `[${list(random, () => likelyValue(random))}]`;
    case 'integer':
      return String(random.below(6) - 1);
    case 'string':
      return JSON.stringify(random.pick(texts));
    default:
      return type === 'null' ? 'null' : likelyValue(random);
  }
}

function likelyValue(random: Random): string {
  if (random.chance(0.4)) return anyJson(random);
  const likely = [
    '2.5',
    '"Spot"',
    'true',
    '[1,2]',
    '{"x":1}',
    '{"@ref":"lamp-2"}',
    'null',
    '{"@type":"Say","name":"a"}',
  ];
  return random.pick(likely);
}

function likelyMembers(random: Random): string {
  const members = [
    '"level":2',
    '"on":false',
    '"text":"t"',
    '"lens":{"focalLength":50}',
    '"mode":"Point"',
    '"steps":1e400',
  ];
  return `{${list(random, () => random.pick(members))}}`;
}

/** One error in a JSON text. */
export type BodyMutation = (text: string, random: Random) => string | Uint8Array;

/** Maximum size of a random case in bytes; larger ones are in the corpus. */
const most = 200_000;
const size = (random: Random) => Math.floor(10 ** (1 + random.next() * Math.log10(most / 10)));

/** Replaces one value of the text. */
const withValue = (text: string, random: Random, value: string) => {
  const values = [...text.matchAll(/(?<=[:[,])("(?:[^"\\]|\\.)*"|-?\d[\d.e+-]*|true|false|null)(?=[,\]}])/g)];
  if (values.length === 0) return value;
  const { 0: old, index } = random.pick(values);
  return text.slice(0, index) + value + text.slice(index + old.length);
};

/** By name, which becomes part of the name of the case. */
export const bodyMutations: Readonly<Record<string, BodyMutation>> = {
  'another type': (text, random) => withValue(text, random, anyJson(random)),
  'an odd number': (text, random) => withValue(text, random, random.pick(oddNumbers)),
  'a long number': (text, random) =>
    withValue(
      text,
      random,
      random.pick(['', '-', '0.']) + '1'.repeat(size(random)) + random.pick(['', 'x', 'e9', '.5']),
    ),
  'a long text': (text, random) =>
    withValue(
      text,
      random,
      `"${random.pick(['a', '\\u0000', '光', '/', '[0]', '.']).repeat(Math.ceil(size(random) / 6))}"`,
    ),
  'deep nesting': (text, random) => {
    const depth = Math.ceil(size(random) / 10);
    const [open, close] = random.pick([
      ['[', ']'],
      ['{"a":', '}'],
      ['[{"value":', '}]'],
    ] as const);
    return withValue(text, random, `${open.repeat(depth)}1${close.repeat(depth)}`);
  },
  'many items': (text, random) => withValue(text, random, `[${'{},'.repeat(Math.ceil(size(random) / 3))}1]`),
  'a duplicate member': (text) => text.replace(/^\{/, '{"value":1,"value":2,"args":[],"args":[],'),
  'an end too early': (text, random) => text.slice(0, random.below(text.length)),
  'a text after it': (text, random) => text + random.pick([' x', '}', '{}', '\u0000', ',']),
  'a comment': (text) => `/* */${text}`,
  'a byte order mark': (text) => `\ufeff${text}`,
  'no UTF-8': (text, random) => {
    const bytes = Buffer.from(text);
    const bad = random.pick([
      [0xff],
      [0xc0, 0x80],
      [0xed, 0xa0, 0x80],
      [0xf8, 0x88, 0x80, 0x80, 0x80],
      [0xc3],
    ]);
    const at = random.below(bytes.length);
    return Buffer.concat([bytes.subarray(0, at), Buffer.from(bad), bytes.subarray(at)]);
  },
  'a wrong byte': (text, random) => {
    const bytes = Buffer.from(text);
    if (bytes.length > 0) bytes[random.below(bytes.length)] = random.below(256);
    return bytes;
  },
  nothing: () => '',
};
