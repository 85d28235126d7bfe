import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf } from './hash.js';
import { Killers } from './killers.js';
import { keyOf, type Mutant } from './mutant.js';
import type { Verdict } from './report.js';

/** One line of the file. */
interface Entry {
  readonly key: string;
  /** For people. */
  readonly name: string;
  /** Hashes, as they were then: of the code around it, and of what has killed it or, of a survivor, of all that might have. */
  readonly of: string;
  readonly by?: string;
  readonly rules?: readonly string[];
  /** It died of a limit of time. */
  readonly isLate?: boolean;
  /** Of a survivor: the rules whose scenarios reach it. */
  readonly reaching?: readonly string[];
  /** Of one that has lived so far, and has not been put to everything yet. */
  readonly isOpen?: boolean;
}

/**
 * What runs have found out, kept in the repository so that they add up. A death holds until the code around the mutant or what has
 * killed it changes; a survivor is put to the proof again as soon as there is another scenario or unit test.
 */
export class Verdicts {
  readonly #file: string;
  readonly #entries = new Map<string, Entry>();
  readonly #killers = new Killers();
  readonly #proof = hashOf(
    proofFiles()
      .map((file) => readFileSync(file, 'utf8'))
      .join(''),
  );

  constructor(file: string) {
    this.#file = file;
    const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
    for (const line of lines) {
      const entry = JSON.parse(line) as Entry;
      this.#entries.set(entry.key, entry);
    }
  }

  get(mutant: Mutant): Verdict | undefined {
    const entry = this.#entries.get(keyOf(mutant));
    const [surroundings, proof = ''] = entry?.of.split(' ') ?? [];
    if (entry === undefined || surroundings !== mutant.surroundings) return undefined;
    if (entry.by === undefined) {
      const isOpen = entry.isOpen === true || proof !== this.#proof;
      return { reaching: entry.reaching ?? [], ...(isOpen && { isOpen }) };
    }
    const by = this.#killers.find(entry.by, proof);
    return by === undefined
      ? undefined
      : { reaching: [], killed: { by, rules: entry.rules ?? [], ...(entry.isLate && { isLate: true }) } };
  }

  /** What killed it, also where the code around it has changed since. */
  killerOf(mutant: Mutant): string | undefined {
    const entry = this.#entries.get(keyOf(mutant));
    if (entry?.by === undefined) return undefined;
    return this.#killers.find(entry.by, entry.of.split(' ')[1] ?? '') ?? entry.by;
  }

  set(mutant: Mutant, { killed, reaching, isOpen }: Verdict): void {
    const entry: Entry = {
      key: keyOf(mutant),
      name: mutant.name,
      of: `${mutant.surroundings} ${killed === undefined ? this.#proof : this.#killers.hashOf(killed.by)}`,
      ...(killed === undefined
        ? { reaching, ...(isOpen && { isOpen }) }
        : { by: killed.by, rules: killed.rules, ...(killed.isLate && { isLate: true }) }),
    };
    this.#entries.set(entry.key, entry);
    appendFileSync(this.#file, `${JSON.stringify(entry)}\n`);
  }

  /** Writes the file in order, without what is of code that is gone. */
  tidy(all: readonly Mutant[]): void {
    const present = new Set(all.map(keyOf));
    const entries = [...this.#entries.values()].filter(({ key }) => present.has(key));
    entries.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
    writeFileSync(this.#file, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
  }
}

function proofFiles(): string[] {
  const isProof = /\.feature$|features[\\/].*\.(ts|mjs|yaml)$|\.test\.ts$/;
  return ['features', 'src']
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
    )
    .filter((path) => isProof.test(path))
    .sort();
}
