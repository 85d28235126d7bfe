import type { Rule } from './rules.js';

/** Options of the conformance suite. */
export interface ConformanceOptions {
  /** Base URL of the host under test; without it the suite starts sim-host for each scenario. */
  readonly baseUrl?: string;
  /** Base URL of its control channel. */
  readonly control?: string;
  /** Token of the control channel, if it differs from that of the host. */
  readonly controlToken?: string;
  readonly token?: string;
  /** The object for the scenarios, by id or source key; chosen automatically if omitted. */
  readonly object?: string;
  /** The number of that object that is written and restored. */
  readonly member?: string;
  /** The profile of a host make and version. */
  readonly profile?: string;
  /** Rule ids: only scenarios that prove one of them run. */
  readonly rule?: readonly string[];
  /** Areas such as DEP: only their rules. */
  readonly area?: readonly string[];
  /** A tag expression of Gherkin. */
  readonly tags?: string;
  /** Folder for results.json, junit.xml and report.html. */
  readonly out?: string;
  /** Lists the scenarios without running them. */
  readonly dryRun?: boolean;
  /** Stops at the first failed scenario; later ones are skipped. */
  readonly failFast?: boolean;
  /** Settings of the generative part. */
  readonly seed?: number;
  /** Number of concurrent scenarios. */
  readonly parallel?: number;
}

/** The tag expression that selects the scenarios. */
export function tagExpression(
  { rule = [], area = [], tags }: ConformanceOptions,
  rules: readonly Rule[],
): string {
  const names = rule.map((id) => id.toUpperCase());
  const wanted = rules
    .filter(({ id }) => names.includes(id) || area.some((each) => id.startsWith(`${each.toUpperCase()}-`)))
    .flatMap(({ id, parts = {} }) => [id, ...Object.keys(parts).map((letter) => `${id}.${letter}`)]);
  const parts = [
    ...(rule.length + area.length > 0
      ? [`(${wanted.map((claim) => `@${claim}`).join(' or ') || '@none'})`]
      : []),
    ...(tags === undefined ? [] : [`(${tags})`]),
  ];
  return parts.join(' and ');
}
