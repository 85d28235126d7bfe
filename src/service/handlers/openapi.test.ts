import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 as Ajv } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { createPlainHost } from '../plain/plain-host.js';
import { RemoteControlService } from '../service.js';

const file = fileURLToPath(new URL('../../../docs/openapi.yaml', import.meta.url));
const description = parse(readFileSync(file, 'utf8')) as {
  paths: Record<string, Record<string, unknown>>;
  components: Record<string, Record<string, unknown>>;
};

test('VER-1: the description is a valid OpenAPI 3.1 document', async () => {
  const { valid, errors } = await new Validator().validate(file);
  assert.ok(valid, JSON.stringify(errors));
});

/** Every object in it with its path. */
function* nodes(value: unknown, path = ''): Generator<[path: string, node: Record<string, unknown>]> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield [path, value as Record<string, unknown>];
  for (const [key, each] of Object.entries(value)) yield* nodes(each, `${path}/${key}`);
}

test('the description has no construct that client generators reject', () => {
  const problems: string[] = [];
  for (const [path, node] of nodes(description)) {
    // Generators fail on `true` as a schema, or omit the member.
    for (const [name, schema] of Object.entries(path.endsWith('/properties') ? node : {}))
      if (typeof schema === 'boolean') problems.push(`${path}/${name} is a boolean`);
    if (typeof node.items === 'boolean' || (node.type === 'array' && node.items === undefined))
      problems.push(`${path} has no items`);
  }
  const names = Object.values(description.components).flatMap((each) => Object.keys(each));
  const taken = new Set<string>();
  for (const name of names.map((each) => each.toLowerCase()))
    if (taken.has(name)) problems.push(`"${name}" is the name of two components`);
    else taken.add(name);
  for (const [name, schema] of Object.entries(description.components.schemas!))
    if (typeof schema === 'boolean') problems.push(`${name} is a boolean`);
  assert.deepEqual(problems, []);
});

test('each request body has a valid example', () => {
  const ajv = new Ajv({ strict: false });
  ajv.addSchema(description, 'description');
  for (const [name, body] of Object.entries(description.components.requestBodies!)) {
    const { content } = body as { content: Record<string, { example: unknown }> };
    const { example } = content['application/json']!;
    assert.notEqual(example, undefined, name);
    const pointer = `description#/components/requestBodies/${name}/content/application~1json/schema`;
    assert.ok(ajv.validate({ $ref: pointer }, example), `${name}: ${ajv.errorsText()}`);
  }
});

test('the description of the event stream has valid references and is served with the other one', () => {
  const text = readFileSync(new URL('../../../docs/asyncapi.yaml', import.meta.url), 'utf8');
  for (const [, name] of text.matchAll(/\.\/openapi\.yaml#\/components\/schemas\/(\w+)/g))
    assert.ok(description.components.schemas![name!] !== undefined, name);
  const { StreamEvent } = description.components.schemas as Record<string, { oneOf: { $ref: string }[] }>;
  for (const { $ref } of StreamEvent!.oneOf) {
    const name = $ref.split('/').at(-1)!;
    assert.equal((description.components.schemas![name] as { title: string }).title, name);
  }
});

test('VER-1: every route has an operation, and every operation a route', () => {
  const host = createPlainHost({ name: 'Test', log: () => {} });
  const service = new RemoteControlService({ host, panel: true });
  const routes = service.routes.map(({ method, path }) => `${method} ${path}`);
  // The router treats `@parent` as a property path.
  const described = Object.entries(description.paths).filter(([path]) => !path.endsWith('/@parent'));
  const operations = described.flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const without = (all: string[], others: string[]) => all.filter((each) => !others.includes(each));
  assert.deepEqual(without(routes, operations), [], 'routes without an operation');
  assert.deepEqual(without(operations, routes), [], 'operations without a route');
  host.stop();
});
