// Preloaded into every host of a run: wakes mutants, puts a fault written by hand into it, or has it tell which mutants it has
// reached. One process runs hosts of several scenarios, and of several mutants: it looks anew whenever it is asked for something.
import { appendFileSync, readFileSync } from 'node:fs';
import { register } from 'node:module';

const { SIM_HOST_REACHED: reached, SIM_HOST_VARIANT: variant, SIM_HOST_AWAKE: awake } = process.env;
const runsMany = process.argv[1]?.endsWith('many-hosts.js') && process.send !== undefined;

if (variant !== undefined)
  register('./variants.mjs', import.meta.url, { data: JSON.parse(readFileSync(variant, 'utf8')) });

if (awake !== undefined) {
  const look = () => {
    globalThis.__stryker__ ??= {};
    globalThis.__stryker__.awake = new Set(readFileSync(awake, 'utf8').split(','));
  };
  look();
  if (runsMany) before(look);
}

if (reached !== undefined) {
  const coverage = () => globalThis.__stryker__?.mutantCoverage;
  const tell = () => {
    const ids = Object.keys(coverage()?.static ?? {});
    if (ids.length > 0) appendFileSync(reached, `${ids.join(' ')}\n`);
  };
  process.on('exit', tell);
  if (runsMany) {
    // What runs while modules are loaded is reached by every scenario.
    let ofModules;
    before(() => {
      ofModules ??= { ...coverage()?.static };
    });
    const send = process.send.bind(process);
    process.send = (...args) => {
      tell();
      if (coverage() !== undefined) coverage().static = { ...ofModules };
      return send(...args);
    };
  }
}

/** Does something before each message is handled. */
function before(something) {
  const on = process.on.bind(process);
  process.on = (name, listener) => {
    if (name !== 'message') return on(name, listener);
    return on(name, (message) => {
      something();
      listener(message);
    });
  };
}
