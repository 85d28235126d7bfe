/**
 * Claims are the rules, or parts of rules, in the tags of a scenario (`@DEP-2`, `@PRM-1.b`). A comment (`# @END-5
 * @PTH-1`) assigns the following steps to claims, which fail with them.
 */

/** The result of one claim in one scenario; `unseen` if the scenario ended before it. */
export interface ClaimResult {
  readonly claim: string;
  readonly status: 'passed' | 'failed' | 'skipped' | 'unseen';
}

/** An executed step with the claims of the comment above it. */
export interface JudgedStep {
  readonly claims: readonly string[];
  readonly status: 'passed' | 'failed' | 'skipped';
  /** True for a check after the scenario, which is not one of its steps. */
  readonly isAfter?: boolean;
}

const claimTag = /^@([A-Z]{3}-\d+(?:\.[a-z])?)$/;

/** The rules and parts of rules in the tags. */
export function claimsOf(tags: readonly string[]): string[] {
  return tags.flatMap((tag) => claimTag.exec(tag)?.[1] ?? []);
}

/** The claims of a comment; undefined for an ordinary comment. */
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
 * An unnamed claim fails with any step without named claims. If all claims are named, steps above the first
 * comment prepare and fail none.
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
