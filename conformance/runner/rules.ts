import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { harnessRoot } from '../client/index.js';

/** A rule of the specification, as conformance/rules.yaml has it. */
export interface Rule {
  readonly id: string;
  /** The page that it is from, in docs; service-spec.md when left out. */
  readonly document?: string;
  /** The section of that page. */
  readonly section: string;
  readonly level: 'must' | 'should';
  /** How it is observed: rest, sse, file, host, lib, doc. */
  readonly via: string;
  /** The version of the Unity package that it came with; `ours` for those of sim-host. Undefined for what was always so. */
  readonly since?: string;
  readonly rule: string;
  /** What it says, by letter, where that is more than one thing; scenarios name the part, `@PRM-1.b`. */
  readonly parts?: Readonly<Record<string, string>>;
  /** Why no scenario proves it. */
  readonly excuse?: string;
}

export function readRules(): Rule[] {
  return parse(readFileSync(join(harnessRoot, 'conformance', 'rules.yaml'), 'utf8')) as Rule[];
}
