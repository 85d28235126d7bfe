import type { Rule } from './rules.js';

/** How the conformance suite is run. */
export interface ConformanceOptions {
  /** Base URL of the host under test; without one the suite starts sim-host for each scenario. */
  readonly baseUrl?: string;
  /** Base URL of its control channel. */
  readonly control?: string;
  /** That the channel wants, as soon as the host has one itself. */
  readonly controlToken?: string;
  readonly token?: string;
  /** The object that scenarios work with, by id or source key; one that they find by themselves when left out. */
  readonly object?: string;
  /** The number of that object that is written and put back. */
  readonly member?: string;
  /** What a host of a certain make and version is to hold. */
  readonly profile?: string;
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
