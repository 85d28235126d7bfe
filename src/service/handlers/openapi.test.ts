import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Validator } from '@seriousme/openapi-schema-validator';
import { parse } from 'yaml';
import { createPlainHost } from '../plain/plain-host.js';
import { RemoteControlService } from '../service.js';

const file = fileURLToPath(new URL('../../../docs/openapi.yaml', import.meta.url));
const description = parse(readFileSync(file, 'utf8')) as { paths: Record<string, Record<string, unknown>> };

test('VER-1: the description is a valid OpenAPI 3.1 document', async () => {
  const { valid, errors } = await new Validator().validate(file);
  assert.ok(valid, JSON.stringify(errors));
});

test('VER-1: every route has an operation, and every operation a route', () => {
  const host = createPlainHost({ name: 'Test', log: () => {} });
  const service = new RemoteControlService({ host, panel: true });
  const routes = service.routes.map(({ method, path }) => `${method} ${path}`).sort();
  // `@parent` is a property path like any other to the router.
  const described = Object.entries(description.paths).filter(([path]) => !path.endsWith('/@parent'));
  const operations = described.flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  assert.deepEqual(operations.sort(), routes);
  host.stop();
});
