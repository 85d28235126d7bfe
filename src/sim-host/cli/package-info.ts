import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageRoot as root } from '../../service/package-root.js';

export { packageVersion } from '../../service/package-version.js';

/** The folder of this package. */
export const packageRoot: string = resolve(fileURLToPath(root));

/** The scene that runs by default. */
export const demoScene: string = fileURLToPath(new URL('scenes/demo.yaml', root));
