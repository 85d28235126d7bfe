import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Handler, Reply, Route } from '../http/api.js';

const source = new URL('../../../docs/openapi.yaml', import.meta.url);

/** `/openapi.json` and `/openapi.yaml`: the API's own description (VER-1), read when it is asked for. */
export class OpenApiHandler implements Handler {
  readonly routes: readonly Route[] = [
    {
      method: 'GET',
      path: '/openapi.json',
      handle: () => JSON.stringify(parse(readFileSync(source, 'utf8'))),
    },
    {
      method: 'GET',
      path: '/openapi.yaml',
      handle: (): Reply => ({
        contentType: 'application/yaml; charset=utf-8',
        body: readFileSync(source, 'utf8'),
      }),
    },
  ];
}
