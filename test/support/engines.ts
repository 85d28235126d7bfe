import { searchUws } from '../../src/service/http/engines/uws-load.js';

/** The reason to skip tests of an engine; false if it is available. */
export function isMissing(engine: 'uws' | 'node'): string | false {
  return engine === 'uws' && searchUws().found === undefined && 'no build of it works here';
}
