import type { Rule } from './rules.js';

export type Verdict = 'holds' | 'fails' | 'not-applicable' | 'not-tested';

/** A scenario that was run, with what came of it. */
export interface ScenarioResult {
  readonly name: string;
  /** `features/dep/depth.feature:9` */
  readonly place: string;
  readonly rules: readonly string[];
  readonly status: 'passed' | 'failed' | 'skipped';
  readonly seconds: number;
  /** The step that failed, what was expected, and the request as a curl line. */
  readonly failure?: { readonly step: string; readonly message: string; readonly exchange?: string };
}

export interface RuleResult {
  readonly id: string;
  readonly section: string;
  readonly rule: string;
  readonly verdict: Verdict;
  readonly excuse?: string;
  readonly scenarios: readonly { readonly name: string; readonly place: string; readonly status: string }[];
}

export interface Results {
  readonly host: string;
  readonly startedAt: string;
  readonly seconds: number;
  readonly rules: readonly RuleResult[];
  readonly summary: Readonly<Record<Verdict, number>> & {
    readonly scenarios: Readonly<Record<string, number>>;
  };
  /** Scenarios that failed, those that prove no rule among them. */
  readonly failures: readonly ScenarioResult[];
}

/**
 * The verdict per rule: it fails when a scenario of it fails, holds when one has passed and none failed, and does not
 * apply when all were skipped. What was not run says nothing.
 */
export function judge(rules: readonly Rule[], scenarios: readonly ScenarioResult[]): RuleResult[] {
  return rules.map(({ id, section, rule, excuse }) => {
    const own = scenarios.filter((scenario) => scenario.rules.includes(id));
    return {
      id,
      section,
      rule,
      verdict: verdictOf(own),
      ...(excuse !== undefined && { excuse }),
      scenarios: own.map(({ name, place, status }) => ({ name, place, status })),
    };
  });
}

function verdictOf(scenarios: readonly ScenarioResult[]): Verdict {
  if (scenarios.length === 0) return 'not-tested';
  if (scenarios.some(({ status }) => status === 'failed')) return 'fails';
  return scenarios.some(({ status }) => status === 'passed') ? 'holds' : 'not-applicable';
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
    'not-applicable': count('not-applicable'),
    'not-tested': count('not-tested'),
    scenarios: { passed: run('passed'), failed: run('failed'), skipped: run('skipped') },
  };
}
