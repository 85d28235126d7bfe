import { type EngineKind, engineKinds, type HttpEngine } from './engine.js';
import { NodeEngine } from './node.js';
import { UwsEngine } from './uws.js';
import { officialPackage, searchUws } from './uws-load.js';

/** `auto` takes uWebSockets.js where it loads, and node:http where it does not. */
export type EngineChoice = EngineKind | 'auto';

export interface LoadedEngine {
  readonly engine: HttpEngine;
  /** Why the faster engine does not serve and what can be done about it; undefined when it does, or nobody wanted it. */
  readonly whyNotFaster: string | undefined;
  /** Why the official package was passed over, where another build serves. */
  readonly warnings: readonly string[];
}

/** The engine that was asked for does not work here. */
export class EngineError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'EngineError';
  }
}

const choices = [...engineKinds, 'auto'].join(', ');

/**
 * A fresh engine.
 * @param choice when left out, that of the environment variable SIM_HOST_HTTP, else `auto`
 * @throws EngineError when there is no such engine, or `uws` is asked for and does not work here; the message says why.
 */
export function loadEngine(choice = choiceOfEnvironment()): LoadedEngine {
  if (!isChoice(choice)) {
    throw new EngineError(`There is no HTTP engine ${choice}; take one of ${choices}`);
  }
  if (choice === 'node') return { engine: new NodeEngine(), whyNotFaster: undefined, warnings: [] };
  const { found, failures } = searchUws();
  if (found !== undefined) {
    // The builds on npm may be there for another system.
    const warnings = failures.filter((failure) => failure.startsWith(officialPackage));
    return { engine: new UwsEngine(found), whyNotFaster: undefined, warnings };
  }
  const reason =
    failures.length === 0
      ? 'is not installed; npm install uNetworking/uWebSockets.js#v20.57.0 adds it'
      : `does not load here: ${failures.join('; ')}`;
  if (choice === 'uws') {
    throw new EngineError(`The HTTP engine uWebSockets.js ${reason}; take auto or node instead`);
  }
  return {
    engine: new NodeEngine(),
    whyNotFaster: `uWebSockets.js, which is faster, ${reason}`,
    warnings: [],
  };
}

function choiceOfEnvironment(): EngineChoice {
  const choice = process.env.SIM_HOST_HTTP || 'auto';
  if (isChoice(choice)) return choice;
  throw new EngineError(`SIM_HOST_HTTP is ${choice}; it must be one of ${choices}`);
}

function isChoice(choice: string): choice is EngineChoice {
  return choice === 'auto' || engineKinds.some((kind) => kind === choice);
}
