import { readFileSync } from 'node:fs';
import type { Route } from '../http/api.js';
import { packageRoot } from '../package-root.js';

const yamlType = 'application/yaml; charset=utf-8';

/** `/openapi.json`, `/openapi.yaml` and `/asyncapi.yaml`: return the API's own description (VER-1). */
export function openApiRoutes(): Route[] {
  return [
    fileRoute('/openapi.json', 'dist/openapi.json', 'application/json; charset=utf-8'),
    fileRoute('/openapi.yaml', 'docs/openapi.yaml', yamlType),
    fileRoute('/asyncapi.yaml', 'docs/asyncapi.yaml', yamlType),
  ];
}

/** A route that sends a file of the package, which is read at the first request. */
function fileRoute(path: string, file: string, contentType: string): Route {
  let bytes: Buffer | undefined;
  return {
    method: 'GET',
    path,
    handle: () => {
      bytes ??= readFileSync(new URL(file, packageRoot));
      return { contentType, body: bytes };
    },
    ignoresCaller: true,
  };
}
