import type { AbuseCase } from '../abuse/abuse-case.js';
import { generateCase } from '../abuse/generate.js';
import { judge } from '../abuse/judge.js';
import type { Operation } from '../abuse/operations.js';
import { send } from '../abuse/send.js';
import { excuse, patience } from '../corpus/excuses.js';
import { corpus } from '../corpus/index.js';
import type { Findings } from '../findings.js';
import type { Engine, SoakHost } from '../host/host.js';

export interface AbuserOptions {
  readonly engine: Engine;
  readonly seed: number;
  readonly operations: readonly Operation[];
  readonly findings: Findings;
}

/** Interval of corpus cases among generated ones. */
const corpusEvery = 3;

/** Sends cases one after the other and judges the results. */
export class Abuser {
  readonly #options: AbuserOptions;
  readonly #corpus: readonly AbuseCase[];
  #sent = 0;
  #fixed = 0;
  #generated = 0;
  /** The names of the latest cases before a host crashed. */
  readonly last: string[] = [];
  host: SoakHost | undefined;

  constructor(options: AbuserOptions) {
    this.#options = options;
    this.#corpus = corpus();
  }

  next(): Promise<void> {
    const { operations, seed } = this.#options;
    const isFixed = this.#sent++ % corpusEvery === 0;
    return this.run(
      isFixed
        ? this.#corpus[this.#fixed++ % this.#corpus.length]!
        : generateCase(operations, seed, this.#generated++),
    );
  }

  async run(abuse: AbuseCase): Promise<void> {
    const { engine, seed, findings } = this.#options;
    const host = this.host;
    if (host === undefined) throw new Error('there is no host');
    if (this.last.push(abuse.name) > 8) this.last.shift();
    const outcome = await send(host.port, abuse, patience(engine, abuse));
    if (host.died !== undefined) return;
    const what = judge(abuse, outcome, host.project);
    if (what === undefined) return;
    const reason = excuse(engine, abuse, what);
    if (reason !== undefined) return findings.excuse(abuse.name, what, reason);
    const generated = /^generated (\d+)/.exec(abuse.name)?.[1];
    const which = generated === undefined ? `'${abuse.name}'` : `${generated} --seed ${seed}`;
    findings.fail(abuse.name, what, `npm run soak -- --http ${engine} --case ${which}`);
  }
}
