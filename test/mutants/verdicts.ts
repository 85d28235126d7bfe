import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { keyOf, type Mutant } from './mutant.js';
import type { Verdict } from './report.js';

/** One line of the file. */
interface Entry {
  readonly key: string;
  /** For people. */
  readonly name: string;
  /** Of the mutated file, as it was then; of a survivor also of all that might have killed it. */
  readonly of: string;
  readonly by?: string;
  readonly rules?: readonly string[];
  /** Of a survivor: the rules whose scenarios reach it. */
  readonly reaching?: readonly string[];
  /** Of one that has lived so far, and has not been put to everything yet. */
  readonly isOpen?: boolean;
}

/**
 * What runs have found out, kept in the repository so that they add up. A death holds until the mutated file changes; a
 * survivor is put to the proof again as soon as there is another scenario or unit test.
 */
export class Verdicts {
  readonly #file: string;
  readonly #entries = new Map<string, Entry>();
  readonly #proof = hashOf(proofFiles());
  readonly #files = new Map<string, string>();

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
    if (entry === undefined || entry.of !== this.#stamp(mutant, entry.by !== undefined)) return undefined;
    if (entry.by === undefined)
      return { reaching: entry.reaching ?? [], ...(entry.isOpen && { isOpen: true }) };
    return { reaching: [], killed: { by: entry.by, rules: entry.rules ?? [] } };
  }

  /** What killed it, also where its file has changed since. */
  killerOf(mutant: Mutant): string | undefined {
    return this.#entries.get(keyOf(mutant))?.by;
  }

  set(mutant: Mutant, { killed, reaching, isOpen }: Verdict): void {
    const entry: Entry = {
      key: keyOf(mutant),
      name: mutant.name,
      of: this.#stamp(mutant, killed !== undefined),
      ...(killed === undefined
        ? { reaching, ...(isOpen && { isOpen }) }
        : { by: killed.by, rules: killed.rules }),
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

  #stamp({ file }: Mutant, isDead: boolean): string {
    const stamp = this.#files.get(file) ?? hashOf([file]);
    this.#files.set(file, stamp);
    return isDead ? stamp : `${stamp} ${this.#proof}`;
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

function hashOf(files: readonly string[]): string {
  const hash = createHash('sha1');
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 10);
}
