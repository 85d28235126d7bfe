import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf } from './hash.js';

/** Where scenarios are, and what they say: a death holds for as long as what has killed says the same. */
export class Killers {
  readonly #files = new Map<string, ReadonlyMap<string, string>>();
  readonly #hashes = new Map<string, string>();

  /** A hash of what the scenario, the file of tests or the oracle says now. */
  hashOf(killer: string): string {
    const known = this.#hashes.get(killer) ?? this.#look(killer);
    this.#hashes.set(killer, known);
    return known;
  }

  /** Where a killer that said this stands now: scenarios move in their file. */
  find(killer: string, hash: string): string | undefined {
    if (this.hashOf(killer) === hash) return killer;
    const file = fileOf(killer);
    if (file === undefined) return undefined;
    return [...this.#scenariosOf(file)].find(([, each]) => each === hash)?.[0];
  }

  #look(killer: string): string {
    const file = fileOf(killer);
    if (file !== undefined) return this.#scenariosOf(file).get(killer) ?? 'gone';
    if (killer.endsWith('.ts')) return existsSync(killer) ? hashOf(readFileSync(killer, 'utf8')) : 'gone';
    return killer.startsWith('oracle') ? hashOf(textOf('test/oracle')) : 'code';
  }

  /** Hashes by place. */
  #scenariosOf(file: string): ReadonlyMap<string, string> {
    const known = this.#files.get(file) ?? (existsSync(file) ? hashesOfScenarios(file) : new Map());
    this.#files.set(file, known);
    return known;
  }
}

/** `features/evt/stream.feature` of `features/evt/stream.feature:54` */
function fileOf(killer: string): string | undefined {
  return /^(.*\.feature):\d+$/.exec(killer)?.[1];
}

/** Of each scenario with its tags and the background of its file, and of each row of its examples. */
function hashesOfScenarios(file: string): Map<string, string> {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.trim());
  const heads = lines.flatMap((line, i) => (/^Scenario( Outline)?:/.test(line) ? [i] : []));
  const tagsAbove = (i: number): number => (/^[@#]/.test(lines[i - 1] ?? '') ? tagsAbove(i - 1) : i);
  const begins = heads.map(tagsAbove);
  const background = lines.slice(0, begins[0]).join('\n');
  const hashes = new Map<string, string>();
  heads.forEach((head, n) => {
    const own = lines.slice(begins[n], begins[n + 1]);
    hashes.set(`${file}:${head + 1}`, hashOf([background, ...own].join('\n')));
    const examples = own.indexOf('Examples:');
    if (examples === -1) return;
    const steps = own.slice(0, examples);
    own.forEach((line, i) => {
      if (i > examples && line.startsWith('|'))
        hashes.set(`${file}:${begins[n]! + i + 1}`, hashOf([background, ...steps, line].join('\n')));
    });
  });
  return hashes;
}

/** Of all sources of a folder. */
function textOf(folder: string): string {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  return names
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('');
}
