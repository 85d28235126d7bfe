import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { type Json, simHostRoot } from '../../../conformance/client/index.js';

/** One operation of docs/openapi.yaml. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  /** With `{id}` and `{path}`. */
  readonly path: string;
  readonly queries: readonly string[];
  /** The schema of the body; undefined when it has none. */
  readonly body: Json | undefined;
}

/** They end the host, which the soak does by itself. */
const ending: readonly string[] = ['quit', 'reset'];
/** They are no abuse, and take back what the healthy clients have written just then and are about to read. */
const takingBack: readonly string[] = ['loadLive', 'resetLive', 'revertLive'];
const leftOut = new Set([...ending, ...takingBack]);

/** What the API's own description offers, but for what ends the host or takes back all that others have done. */
export function readOperations(file = join(simHostRoot, 'docs', 'openapi.yaml')): readonly Operation[] {
  const document: Json = parse(readFileSync(file, 'utf8'));
  const resolve = (node: Json): Json =>
    node?.$ref === undefined
      ? node
      : node.$ref
          .slice(2)
          .split('/')
          .reduce((at: Json, name: string) => at[name], document);
  return Object.entries<Json>(document.paths).flatMap(([path, item]) =>
    Object.entries<Json>(item)
      .filter(([, operation]) => !leftOut.has(operation.operationId))
      .map(([method, operation]) => ({
        id: operation.operationId,
        method: method.toUpperCase(),
        path,
        queries: (operation.parameters ?? [])
          .map(resolve)
          .filter((parameter: Json) => parameter.in === 'query')
          .map((parameter: Json) => parameter.name),
        body: resolve(resolve(operation.requestBody)?.content['application/json'].schema),
      })),
  );
}
