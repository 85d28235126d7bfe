import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Handler, Reply, Route } from '../http/api.js';
import { packageRoot } from '../package-root.js';

const source = new URL('docs/openapi.yaml', packageRoot);
const eventSource = new URL('docs/asyncapi.yaml', packageRoot);
const yamlType = 'application/yaml; charset=utf-8';

/** Shared by all services of the process and created on first use, because parsing takes as long as many requests. */
let yaml: Buffer | undefined;
let json: Buffer | undefined;

/** `/openapi.json`, `/openapi.yaml` and `/asyncapi.yaml`: return the API's own description (VER-1). */
export class OpenApiHandler implements Handler {
  readonly routes: readonly Route[] = [
    {
      method: 'GET',
      path: '/openapi.json',
      handle: (): Reply => ({ body: jsonBytes() }),
      ignoresCaller: true,
    },
    {
      method: 'GET',
      path: '/openapi.yaml',
      handle: (): Reply => ({ contentType: yamlType, body: yamlBytes() }),
      ignoresCaller: true,
    },
    {
      method: 'GET',
      path: '/asyncapi.yaml',
      handle: (): Reply => ({ contentType: yamlType, body: readFileSync(eventSource) }),
      ignoresCaller: true,
    },
  ];
}

function yamlBytes(): Buffer {
  yaml ??= readFileSync(source);
  return yaml;
}

function jsonBytes(): Buffer {
  json ??= Buffer.from(JSON.stringify(parse(yamlBytes().toString())));
  return json;
}
