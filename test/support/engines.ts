import { searchUws } from '../../src/service/http/engines/uws-load.js';

/** Why a test of an engine is left out here; false where the engine runs. */
export function isMissing(engine: 'uws' | 'node'): string | false {
  return engine === 'uws' && searchUws().found === undefined && 'no build of it works here';
}
