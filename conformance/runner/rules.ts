import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { harnessRoot } from '../client/index.js';

/** A rule of the specification, as conformance/rules.yaml has it. */
export interface Rule {
  readonly id: string;
  /** The section of the specification that it is from. */
  readonly section: string;
  readonly level: 'must' | 'should';
  /** How it is observed: rest, sse, file, host, lib, doc. */
  readonly via: string;
  readonly rule: string;
  /** Why no scenario proves it. */
  readonly excuse?: string;
}

export function readRules(): Rule[] {
  return parse(readFileSync(join(harnessRoot, 'conformance', 'rules.yaml'), 'utf8')) as Rule[];
}

/** The rules that a scenario's tags name. */
export function rulesOf(tags: readonly string[]): string[] {
  return tags.flatMap((tag) => /^@([A-Z]{3}-\d+)$/.exec(tag)?.[1] ?? []);
}
