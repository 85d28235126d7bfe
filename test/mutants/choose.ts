import { createHash } from 'node:crypto';
import { keyOf, type Mutant } from './mutant.js';

/** So many at least of a folder, however small it is. */
const leastOfFolder = 12;

/**
 * A fixed set: what was written by hand, and of each folder a share by its size. A change of the code takes the place of the mutants in the lines
 * that it changes, and leaves the others; where one has turned out to change nothing that anybody could see, the next one takes its place.
 */
export function choose(
  mutants: readonly Mutant[],
  size: number,
  seed: number,
  equivalents: ReadonlyMap<string, string>,
): Mutant[] {
  const rank = (mutant: Mutant): string =>
    createHash('sha1')
      .update(`${seed} ${keyOf(mutant)}`)
      .digest('hex');
  const handWritten = mutants.filter(({ operator }) => operator === 'ByHand');
  const generated = mutants.filter(
    (mutant) => mutant.operator !== 'ByHand' && !equivalents.has(keyOf(mutant)),
  );
  const ranked = generated
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
  const share = Math.max(0, size - least - handWritten.length) / Math.max(1, generated.length);
  return [
    ...handWritten,
    ...all.flatMap((own) =>
      own.slice(0, Math.min(own.length, leastOfFolder) + Math.round(own.length * share)),
    ),
  ].sort((a, b) => (a.name < b.name ? -1 : 1));
}
