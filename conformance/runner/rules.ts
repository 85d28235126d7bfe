import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { harnessRoot } from '../client/index.js';

/** A rule of the specification in conformance/rules.yaml. */
export interface Rule {
  readonly id: string;
  /** Its page in docs; service-spec.md if omitted. */
  readonly document?: string;
  /** The section of that page. */
  readonly section: string;
  readonly level: 'must' | 'should';
  /** The channel through which it is observed: rest, sse, file, host, lib, doc. */
  readonly via: string;
  /** The version of the Unity package that introduced it; `ours` for sim-host; undefined for original rules. */
  readonly since?: string;
  readonly rule: string;
  /** Its parts by letter; scenarios name the part, `@PRM-1.b`. */
  readonly parts?: Readonly<Record<string, string>>;
}

export function readRules(): Rule[] {
  return parse(readFileSync(join(harnessRoot, 'conformance', 'rules.yaml'), 'utf8')) as Rule[];
}
