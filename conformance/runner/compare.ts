import type { Results, Verdict } from './verdicts.js';

/** A rule, or a part of one, that is judged otherwise than before. */
export interface Difference {
  readonly id: string;
  readonly before: Verdict | 'not there';
  readonly now: Verdict;
}

/** What has changed since an earlier run, the worse first. */
export function compareResults(before: Results, now: Results): Difference[] {
  const old = new Map(verdictsOf(before));
  return verdictsOf(now)
    .map(([id, verdict]): Difference => ({ id, before: old.get(id) ?? 'not there', now: verdict }))
    .filter((each) => each.before !== each.now)
    .sort((a, b) => rank(a) - rank(b));
}

function verdictsOf({ rules }: Results): [string, Verdict][] {
  return rules.flatMap(({ id, verdict, parts = [] }) => [
    [id, verdict] as [string, Verdict],
    ...parts.map((part): [string, Verdict] => [part.id, part.verdict]),
  ]);
}

function rank({ before, now }: Difference): number {
  if (now === 'fails') return 0;
  if (before === 'holds') return 1;
  return now === 'holds' ? 3 : 2;
}
