import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { parse } from 'yaml';
import { type Json, simHostRoot } from '../../../conformance/client/index.js';
import type { RequestParts } from './abuse-case.js';

/** Random choices of a seed. */
export interface Random {
  pick<T>(items: readonly T[]): T;
  /** An integer from 0 to `end`, excluding `end`. */
  below(end: number): number;
  /** A JSON text. */
  json(): string;
}

export function randomOf(seed: number): Random {
  const draw = fc.sample(fc.gen(), { seed, numRuns: 1 })[0]!;
  return {
    pick: (items) => items[draw(fc.nat, items.length - 1)]!,
    below: (end) => draw(fc.nat, end - 1),
    json: () => draw(fc.json, { maxDepth: 3 }),
  };
}

/** One operation of docs/openapi.yaml. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  /** The path with `{id}` and `{path}`. */
  readonly path: string;
  readonly queries: readonly string[];
  /** The member names of the body; undefined without a body. */
  readonly members: readonly string[] | undefined;
}

/** Operations that end the host, or undo the writes of healthy clients before they are read. */
const excluded = ['quit', 'reset', 'loadLive', 'resetLive', 'revertLive'];

/** The operations of the API description, except those that end the host or undo everything. */
export function readOperations(): readonly Operation[] {
  const document: Json = parse(readFileSync(join(simHostRoot, 'docs', 'openapi.yaml'), 'utf8'));
  const resolve = (node: Json): Json =>
    node?.$ref === undefined
      ? node
      : node.$ref
          .slice(2)
          .split('/')
          .reduce((at: Json, name: string) => at[name], document);
  return Object.entries<Json>(document.paths).flatMap(([path, item]) =>
    Object.entries<Json>(item)
      .filter(([, operation]) => !excluded.includes(operation.operationId))
      .map(([method, operation]) => {
        const parameters: readonly Json[] = (operation.parameters ?? []).map(resolve);
        const body = resolve(resolve(operation.requestBody)?.content['application/json'].schema);
        return {
          id: operation.operationId,
          method: method.toUpperCase(),
          path,
          queries: parameters.filter((each) => each.in === 'query').map((each) => each.name),
          members: body && Object.keys(body.properties ?? {}),
        };
      }),
  );
}

const ids = ['lamp-0', 'lamp-3', 'stand', 'Desk', 'mover', 'nobody', '9007199254740993', '-1'];
const functions = ['Sum', 'Flash', 'Notify', 'Log', 'Fail', 'flash', 'none', 'lens/Flash'];
const outside = ['../out.json', '/etc/passwd', '/dev/zero', 'C:\\x', '.', ''];
const files = ['a.live.json', 'exports/b.live.json', 'x.json/y', ...outside];
const memberPaths = [
  ...['level', 'on', 'mode', 'layers', 'color', 'color/r', 'place/x', 'steps', 'ticket', 'text', 'serial'],
  ...['numbers', 'numbers/0', 'numbers[-1]', 'numbers/99999999999', 'lens', 'lens.focalLength'],
  ...['lenses', 'lenses[1].aperture', 'cues', 'cues[a]', 'cues["5"]', 'friend/friend/level', 'motion'],
  ...['transform/position', 'components/0', 'components[Light]', '__proto__', '@type', 'a[b', ']', '..'],
];
const queryValues = [
  '',
  'false',
  'none',
  ',,',
  'lamp-1,lamp-2',
  'Light',
  '%00',
  '%ff',
  'x:1',
  'x'.repeat(3000),
];
/** JSON texts of values for the scene of the soak, and numbers at their limits. */
const values = [
  ...['2.5', '"Spot"', '"Point, Spot"', 'true', '[1,2]', '{"x":1}', '{"@ref":"lamp-2"}', 'null', '"\\ud83d"'],
  ...[
    '{"@type":"Say","name":"a"}',
    '{"__proto__":{"x":1}}',
    '{"@op":"removed"}',
    '{"level":2,"steps":1e400}',
  ],
  ...['-1', '2147483648', '9007199254740993', '-9223372036854775808', '1e308', '1e-400'],
];

const value = (random: Random) => (random.below(3) === 0 ? random.json() : random.pick(values));

/** A well-formed request, often with values for the scene of the soak. */
export function requestOf(operation: Operation, random: Random): RequestParts {
  const target = operation.path
    .replace('{id}', () => random.pick(ids))
    .replace('{path}', () => random.pick(operation.id === 'callFunction' ? functions : memberPaths));
  const query = operation.queries
    .filter(() => random.below(2) === 0)
    .map((name) => `${name}=${random.pick(queryValues)}`);
  const head = {
    method: operation.method,
    target: target + (query.length === 0 ? '' : `?${query.join('&')}`),
  };
  if (operation.members === undefined) return head;
  const headers = [['Content-Type', 'application/json']] as const;
  // An import of an existing file would undo the writes of healthy clients.
  const paths = operation.id === 'importScene' ? outside : files;
  const members = operation.members.map((name) => {
    if (name === 'requests') return `"requests":[${batchItems(random)}]`;
    return `"${name}":${name === 'path' ? JSON.stringify(random.pick(paths)) : value(random)}`;
  });
  return { ...head, headers, body: `{${members.join()}}` };
}

function batchItems(random: Random): string {
  const items = Array.from({ length: random.below(20) }, (_, id) => {
    const method = random.pick(['GET', 'PUT', 'POST', 'DELETE', 'PATCH', 'FOO']);
    const path = `/exposed/object/${random.pick(ids)}/${random.pick(memberPaths)}`;
    return `{"id":${id},"method":"${method}","path":${JSON.stringify(path)},"body":{"value":${value(random)}}}`;
  });
  return items.join();
}
