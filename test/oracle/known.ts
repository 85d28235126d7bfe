/**
 * What the service is known to do wrong, or what wire.md leaves open: excluded until it is mended or settled, so that the
 * oracle finds what is new. `--with name` on the command line takes one back in.
 */
const reasons = {
  'computed-unseen':
    'a getter of an inline composite that is computed from a member which a PUT wrote sends no event (EVT-12)',
  'async-elsewhere':
    'what an asynchronous function changes unseen on other objects after an await is no edit of its caller (DRT-18)',
  'reset-part-forgets-edit': 'a reset of a part takes the edits of the whole member for undone (DRT-16)',
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
