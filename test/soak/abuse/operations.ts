import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { type Json, simHostRoot } from '../../../conformance/client/index.js';

/** One operation of docs/openapi.yaml. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  /** The path with `{id}` and `{path}`. */
  readonly path: string;
  readonly queries: readonly string[];
  /** The schema of the body; undefined without a body. */
  readonly body: Json | undefined;
}

/** Operations that end the host, which the soak does separately. */
const ending: readonly string[] = ['quit', 'reset'];
/** Valid operations that undo the writes of healthy clients before they are read. */
const takingBack: readonly string[] = ['loadLive', 'resetLive', 'revertLive'];
const leftOut = new Set([...ending, ...takingBack]);

/** The operations of the API description, except those that end the host or undo everything. */
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
