// Preloaded into every host of a run: puts a fault written by hand into it, or has it tell at its end which mutants it has reached.
import { appendFileSync, readFileSync } from 'node:fs';
import { register } from 'node:module';

const { SIM_HOST_REACHED: file, SIM_HOST_VARIANT: variant } = process.env;

if (variant !== undefined)
  register('./variants.mjs', import.meta.url, { data: JSON.parse(readFileSync(variant, 'utf8')) });

if (file !== undefined)
  process.on('exit', () => {
    const ids = Object.keys(globalThis.__stryker__?.mutantCoverage?.static ?? {});
    if (ids.length > 0) appendFileSync(file, `${ids.join(' ')}\n`);
  });
