/**
 * What the service is known to do wrong, or what wire.md leaves open: excluded until it is mended or settled, so that the
 * oracle finds what is new. `--with name` on the command line takes one back in.
 */
const reasons = {
  'reset-is-no-edit':
    'a reset by a remote app is no edit: that of a whole member makes it clean, whatever was saved (DRT-16)',
  'async-elsewhere':
    'what an asynchronous function changes unseen on other objects after an await is no edit of its caller (DRT-18)',
  'nested-not-persisted': '`changed` of what is nested looks at persistable members alone',
} as const;

export type Known = keyof typeof reasons;

const active = new Set<string>(Object.keys(reasons));

/** True for what is to be left out. */
export function isKnown(name: Known): boolean {
  return active.has(name);
}

/** @throws Error for a name that is none. */
export function include(name: string): void {
  if (name === 'all') active.clear();
  else if (!active.delete(name))
    throw new Error(`there is no exclusion ${name}; take one of ${[...active].join(', ')}`);
}

/** What is left out, with reasons. */
export function exclusions(): { readonly name: string; readonly reason: string }[] {
  return Object.entries(reasons)
    .filter(([name]) => active.has(name))
    .map(([name, reason]) => ({ name, reason }));
}
