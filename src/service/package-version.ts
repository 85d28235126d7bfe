import { readFileSync } from 'node:fs';
import { packageRoot } from './package-root.js';

/** The version of this package, as files name it. */
export const packageVersion: string = JSON.parse(
  readFileSync(new URL('package.json', packageRoot), 'utf8'),
).version;
