// Preloaded into every host of a run that looks which mutants are reached: a host tells at its end.
import { appendFileSync } from 'node:fs';

const { SIM_HOST_REACHED: file } = process.env;
if (file !== undefined)
  process.on('exit', () => {
    const ids = Object.keys(globalThis.__stryker__?.mutantCoverage?.static ?? {});
    if (ids.length > 0) appendFileSync(file, `${ids.join(' ')}\n`);
  });
