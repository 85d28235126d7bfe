import { createHash } from 'node:crypto';
import type { Mutant } from './instrument.js';

/** So many at least of a folder, however small it is. */
const leastOfFolder = 12;

/**
 * A fixed set over all folders, each with a share by its size. A change of the code takes the place of the mutants in the lines
 * that it changes, and leaves the others.
 */
export function choose(mutants: readonly Mutant[], size: number, seed: number): Mutant[] {
  const rank = (mutant: Mutant): string =>
    createHash('sha1')
      .update(`${seed} ${keyOf(mutant)}`)
      .digest('hex');
  const ranked = mutants
    .map((mutant) => ({ mutant, rank: rank(mutant) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1));
  const folders = new Map<string, Mutant[]>();
  for (const { mutant } of ranked) {
    const own = folders.get(mutant.folder) ?? [];
    folders.set(mutant.folder, own);
    own.push(mutant);
  }
  const all = [...folders.values()];
  const least = all.reduce((sum, own) => sum + Math.min(own.length, leastOfFolder), 0);
  const share = Math.max(0, size - least) / Math.max(1, mutants.length);
  return all
    .flatMap((own) => own.slice(0, Math.min(own.length, leastOfFolder) + Math.round(own.length * share)))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The same wherever in its file the code stands. */
export function keyOf({ file, operator, original, replacement }: Mutant): string {
  return createHash('sha1')
    .update([file, operator, original, replacement].join('\0'))
    .digest('hex')
    .slice(0, 10);
}
