import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The package's root: source and build are equally deep below it. */
const root = new URL('../../../', import.meta.url);

/** The folder of this package. */
export const packageRoot: string = resolve(fileURLToPath(root));

export const packageVersion: string = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')).version;

/** The scene that runs where none is named. */
export const demoScene: string = fileURLToPath(new URL('scenes/demo.yaml', root));
