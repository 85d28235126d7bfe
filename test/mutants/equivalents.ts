import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/**
 * Mutants that change nothing that anybody could see, with the reason: `equivalents.yaml`, by the key that a report gives them.
 */
export function readEquivalents(): ReadonlyMap<string, string> {
  const file = new URL('equivalents.yaml', import.meta.url);
  return new Map(Object.entries((parse(readFileSync(file, 'utf8')) ?? {}) as Record<string, string>));
}
