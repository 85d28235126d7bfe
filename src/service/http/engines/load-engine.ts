import { type EngineKind, engineKinds, type HttpEngine } from './engine.js';
import { NodeEngine } from './node.js';
import { UwsEngine } from './uws.js';
import { officialPackage, searchUws } from './uws-load.js';

/** `auto` uses uWebSockets.js if it loads and node:http otherwise. */
export type EngineChoice = EngineKind | 'auto';

export interface LoadedEngine {
  readonly engine: HttpEngine;
  /** Why the faster engine is not used and how to fix that; undefined if it is used or was not requested. */
  readonly whyNotFaster: string | undefined;
  /** Why the official package was skipped, if another build is used. */
  readonly warnings: readonly string[];
}

/** Thrown if the selected engine does not work here. */
export class EngineError extends Error {
  override name = 'EngineError';
}

const choices = [...engineKinds, 'auto'].join(', ');

/**
 * Creates an engine.
 * @param choice default: the environment variable SIM_HOST_HTTP, else `auto`
 * @throws EngineError if there is no such engine, or `uws` is selected and does not work here
 */
export function loadEngine(choice = readEnvironmentChoice()): LoadedEngine {
  if (!isChoice(choice)) {
    throw new EngineError(`unknown HTTP engine "${choice}"; use one of ${choices}`);
  }
  if (choice === 'node') return { engine: new NodeEngine(), whyNotFaster: undefined, warnings: [] };
  const { found, failures } = searchUws();
  if (found !== undefined) {
    // The other builds may be installed for another system, so their failures are not reported.
    const warnings = failures.filter((failure) => failure.startsWith(officialPackage));
    return { engine: new UwsEngine(found), whyNotFaster: undefined, warnings };
  }
  const reason =
    failures.length === 0
      ? 'is not installed; npm install uNetworking/uWebSockets.js#v20.57.0 adds it'
      : `does not load here: ${failures.join('; ')}`;
  if (choice === 'uws') {
    throw new EngineError(`The HTTP engine uWebSockets.js ${reason}; use auto or node instead`);
  }
  return {
    engine: new NodeEngine(),
    whyNotFaster: `uWebSockets.js, which is faster, ${reason}`,
    warnings: [],
  };
}

function readEnvironmentChoice(): EngineChoice {
  const choice = process.env.SIM_HOST_HTTP || 'auto';
  if (isChoice(choice)) return choice;
  throw new EngineError(`SIM_HOST_HTTP must be one of ${choices}, got "${choice}"`);
}

function isChoice(choice: string): choice is EngineChoice {
  return choice === 'auto' || engineKinds.some((kind) => kind === choice);
}
