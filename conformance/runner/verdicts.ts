import type { ClaimResult } from './claims.js';
import type { Rule } from './rules.js';

/** `partly` if some parts of a rule pass and the others were not observed. */
export type Verdict = 'holds' | 'fails' | 'partly' | 'not-applicable' | 'not-tested';

/** The verdicts in the order of reports. */
export const verdicts: readonly Verdict[] = ['holds', 'fails', 'partly', 'not-applicable', 'not-tested'];

/** A scenario that was run, with its result. */
export interface ScenarioResult {
  readonly name: string;
  /** `features/depth/depth.feature:9` */
  readonly place: string;
  readonly rules: readonly string[];
  readonly claims: readonly ClaimResult[];
  readonly status: 'passed' | 'failed' | 'skipped';
  /** The reason why it does not apply to this host. */
  readonly reason?: string;
  /** The error if the host stopped answering during this scenario. */
  readonly gone?: string;
  readonly seconds: number;
  /** The failed step, the expected value, and the request as a curl line. */
  readonly failure?: { readonly step: string; readonly message: string; readonly exchange?: string };
}

/** The result of a scenario for a rule or a part. */
export interface Proof {
  readonly name: string;
  readonly place: string;
  readonly status: ClaimResult['status'];
  readonly reason?: string;
}

/** A part of a rule that has several statements. */
export interface PartResult {
  /** `PRM-1.b` */
  readonly id: string;
  readonly says: string;
  readonly verdict: Verdict;
  readonly scenarios: readonly Proof[];
}

export interface RuleResult {
  readonly id: string;
  readonly document?: string;
  readonly section: string;
  readonly rule: string;
  readonly verdict: Verdict;
  readonly parts?: readonly PartResult[];
  /** Includes the scenarios of its parts. */
  readonly scenarios: readonly Proof[];
}

export interface Results {
  readonly host: string;
  /** The identity that the host reports; empty if it reports none. */
  readonly application: string;
  readonly version: string;
  readonly profile?: string;
  readonly startedAt: string;
  readonly seconds: number;
  readonly rules: readonly RuleResult[];
  readonly summary: Readonly<Record<Verdict, number>> & {
    readonly scenarios: Readonly<Record<string, number>>;
  };
  /** Failed scenarios, including those that prove no rule. */
  readonly failures: readonly ScenarioResult[];
  /** The scenario after which the host stopped answering, and the error. */
  readonly died?: { readonly after: string; readonly message: string };
}

/**
 * A rule fails if a scenario fails its claim, passes if one passed and none failed, and does not apply if its
 * requirements are missing.
 */
export function judge(rules: readonly Rule[], scenarios: readonly ScenarioResult[]): RuleResult[] {
  return rules.map(({ id, document, section, rule, parts }) => {
    const whole = proofsOf(id, scenarios);
    const partResults = Object.entries(parts ?? {}).map(([letter, says]): PartResult => {
      const own = proofsOf(`${id}.${letter}`, scenarios);
      return { id: `${id}.${letter}`, says, verdict: verdictOf(own), scenarios: own };
    });
    const own = [...partResults.flatMap((part) => part.scenarios), ...whole];
    return {
      id,
      ...(document !== undefined && { document }),
      section,
      rule,
      verdict: parts === undefined ? verdictOf(whole) : verdictOfParts(partResults, whole),
      ...(parts !== undefined && { parts: partResults }),
      scenarios: own,
    };
  });
}

function proofsOf(claim: string, scenarios: readonly ScenarioResult[]): Proof[] {
  return scenarios.flatMap(({ name, place, reason, claims }) => {
    const own = claims.find((each) => each.claim === claim);
    return own === undefined
      ? []
      : [{ name, place, status: own.status, ...(reason !== undefined && { reason }) }];
  });
}

function verdictOf(proofs: readonly Proof[]): Verdict {
  if (proofs.length === 0) return 'not-tested';
  if (proofs.some(({ status }) => status === 'failed')) return 'fails';
  if (proofs.some(({ status }) => status === 'passed')) return 'holds';
  return proofs.some(({ status }) => status === 'skipped') ? 'not-applicable' : 'not-tested';
}

function verdictOfParts(parts: readonly PartResult[], whole: readonly Proof[]): Verdict {
  const has = (verdict: Verdict) => parts.some((part) => part.verdict === verdict);
  if (has('fails') || verdictOf(whole) === 'fails') return 'fails';
  if (parts.every(({ verdict }) => verdict === 'holds')) return 'holds';
  if (has('holds') || verdictOf(whole) === 'holds') return 'partly';
  return has('not-applicable') ? 'not-applicable' : 'not-tested';
}

export function summarise(
  rules: readonly RuleResult[],
  scenarios: readonly ScenarioResult[],
): Results['summary'] {
  const count = (verdict: Verdict) => rules.filter((rule) => rule.verdict === verdict).length;
  const run = (status: ScenarioResult['status']) =>
    scenarios.filter((scenario) => scenario.status === status).length;
  return {
    holds: count('holds'),
    fails: count('fails'),
    partly: count('partly'),
    'not-applicable': count('not-applicable'),
    'not-tested': count('not-tested'),
    scenarios: { passed: run('passed'), failed: run('failed'), skipped: run('skipped') },
  };
}
