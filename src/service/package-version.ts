import { readFileSync } from 'node:fs';
import { packageRoot } from './package-root.js';

/** The version in the package.json of this package. */
export const packageVersion: string = JSON.parse(
  readFileSync(new URL('package.json', packageRoot), 'utf8'),
).version;
