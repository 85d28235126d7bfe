import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const library = join(process.env.SIM_HOST_ROOT, 'dist', 'service', 'index.js');
const { loadUws } = await import(pathToFileURL(library).href);

/** uWebSockets.js, the build that the measured sim-host loads; without one there is no such peer. */
export const { uws } = load();

function load() {
  try {
    return loadUws();
  } catch {
    console.log(JSON.stringify({ event: 'missing', what: 'uWebSockets.js' }));
    process.exit(0);
  }
}
