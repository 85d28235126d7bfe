// The hooks of a host that runs with a fault written by hand: one module comes from another file.
import { readFile } from 'node:fs/promises';

let variant;

export function initialize(data) {
  variant = data;
}

export async function load(url, context, nextLoad) {
  if (!url.endsWith(variant.module)) return nextLoad(url, context);
  return { format: 'module', source: await readFile(variant.source, 'utf8'), shortCircuit: true };
}
