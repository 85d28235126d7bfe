import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const file = join(process.env.SIM_HOST_ROOT, 'dist', 'service', 'http', 'engines', 'uws-load.js');
const { searchUws } = await import(pathToFileURL(file).href);
const { found } = searchUws();
if (found === undefined) {
  console.log(JSON.stringify({ event: 'missing', what: 'uWebSockets.js' }));
  process.exit(0);
}

/** The uWebSockets.js build that the measured sim-host loads; the peer is missing without one. */
export const { uws } = found;
