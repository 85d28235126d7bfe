/** How the conformance suite is run. */
export interface ConformanceOptions {
  /** Base URL of the host under test; without one the suite starts sim-host for each scenario. */
  readonly baseUrl?: string;
  /** Base URL of its control channel. */
  readonly control?: string;
  /** That the channel wants, as soon as the host has one itself. */
  readonly controlToken?: string;
  readonly token?: string;
  /** Rule ids: only scenarios that prove one of them. */
  readonly rule?: readonly string[];
  /** Areas such as DEP: only their rules. */
  readonly area?: readonly string[];
  /** A tag expression of Gherkin. */
  readonly tags?: string;
  /** Folder for results.json, junit.xml and report.html. */
  readonly out?: string;
  /** Only lists what would run. */
  readonly dryRun?: boolean;
  /** Ends with the first scenario that fails; what comes after it is skipped. */
  readonly failFast?: boolean;
  /** Of the generative part. */
  readonly seed?: number;
  /** Scenarios at a time. */
  readonly parallel?: number;
}

/** The tag expression that chooses the scenarios. */
export function tagExpression(
  { rule = [], area = [], tags }: ConformanceOptions,
  rules: readonly string[],
): string {
  const wanted = [
    ...rule,
    ...rules.filter((id) => area.some((each) => id.startsWith(`${each.toUpperCase()}-`))),
  ];
  const parts = [
    ...(rule.length + area.length > 0
      ? [`(${wanted.map((id) => `@${id.toUpperCase()}`).join(' or ') || '@none'})`]
      : []),
    ...(tags === undefined ? [] : [`(${tags})`]),
  ];
  return parts.join(' and ');
}
