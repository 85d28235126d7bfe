/**
 * What a scenario proves is its claims: rules, or parts of them, which its tags name (`@DEP-2`, `@PRM-1.b`). A comment above a step,
 * `# @END-5 @PTH-1`, says what the steps from there on prove, up to the next such comment: when one of them fails, those claims
 * do, and no others of the scenario.
 */

/** What became of one claim in one scenario; `unseen` when it ended before it came to it. */
export interface ClaimResult {
  readonly claim: string;
  readonly status: 'passed' | 'failed' | 'skipped' | 'unseen';
}

/** A step that was run, with the claims of the comment above it. */
export interface JudgedStep {
  readonly claims: readonly string[];
  readonly status: 'passed' | 'failed' | 'skipped';
  /** What is looked at after every scenario, and is no step of this one. */
  readonly isAfter?: boolean;
}

const claimTag = /^@([A-Z]{3}-\d+(?:\.[a-z])?)$/;

/** The rules and parts of rules that tags name. */
export function claimsOf(tags: readonly string[]): string[] {
  return tags.flatMap((tag) => claimTag.exec(tag)?.[1] ?? []);
}

/** Those of a comment; undefined for one that is for people. */
export function claimsOfComment(text: string): readonly string[] | undefined {
  const words = text
    .replace(/^\s*#\s*/, '')
    .trim()
    .split(/\s+/);
  return words.every((word) => claimTag.test(word)) ? claimsOf(words) : undefined;
}

/** The rule of a claim: `PRM-1` of `PRM-1.b`. */
export function ruleOf(claim: string): string {
  return claim.split('.')[0]!;
}

/**
 * Claims that no comment names are proved by the scenario as a whole: they fail with every step that proves nothing else. Where all
 * claims are named, a step above the first comment prepares, and blames nobody.
 */
export function judgeClaims(claims: readonly string[], steps: readonly JudgedStep[]): ClaimResult[] {
  const named = new Set(steps.flatMap((step) => step.claims));
  const failing = steps.find(({ status }) => status === 'failed');
  const isSkipped = failing === undefined && steps.some(({ status }) => status === 'skipped');
  const judge = (claim: string): ClaimResult['status'] => {
    const isNamed = named.has(claim);
    if (failing !== undefined) {
      const isBlamed = failing.claims.length > 0 ? failing.claims.includes(claim) : !isNamed;
      if (isBlamed) return 'failed';
    }
    const own = isNamed
      ? steps.filter((step) => step.claims.includes(claim))
      : steps.filter((step) => !step.isAfter);
    if (own.every(({ status }) => status === 'passed')) return 'passed';
    return isSkipped ? 'skipped' : 'unseen';
  };
  return [...new Set([...claims, ...named])].map((claim) => ({ claim, status: judge(claim) }));
}
