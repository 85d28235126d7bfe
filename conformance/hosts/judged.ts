import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import type { ConformanceOptions } from '../runner/options.js';
import type { Results } from '../runner/verdicts.js';
import type { IndependentHost } from './independent/host.js';

// The built files are used, because Cucumber loads steps as JavaScript and must share modules with the runner.
const { runSuite } = await import('../dist/conformance/runner/run.js' as string);
const { Output } = await import('../dist/conformance/runner/terminal.js' as string);

/** The verdicts of the suite for a host. */
export interface Run extends Results {
  readonly code: number;
  readonly printed: string;
  readonly verdict: (id: string) => string | undefined;
  readonly failing: readonly string[];
}

/** Runs the scenarios for any host and checks that the host is unchanged afterwards. */
export async function judged(make: () => IndependentHost, options: ConformanceOptions = {}): Promise<Run> {
  const host = make();
  const baseUrl = await host.start();
  const before = JSON.stringify(host.objects);
  try {
    const run = await judgedAt({ baseUrl, tags: '@any-host', ...options });
    if (host.constructor.name === 'IndependentHost') assert.equal(JSON.stringify(host.objects), before);
    return run;
  } finally {
    host.stop();
  }
}

/** Runs the suite on a host that runs. */
export async function judgedAt(options: ConformanceOptions): Promise<Run> {
  const out = await mkdtemp(join(tmpdir(), 'conformance-'));
  let printed = '';
  const sink = new Writable({
    write(chunk, _encoding, done) {
      printed += chunk;
      done();
    },
  });
  try {
    const code = await runSuite({ out, seed: 7, ...options }, new Output(sink, sink));
    const results: Results = JSON.parse(await readFile(join(out, 'results.json'), 'utf8'));
    const verdict = (id: string) => results.rules.find((rule) => rule.id === id)?.verdict;
    const failing = results.rules.flatMap(({ id, verdict: each }) => (each === 'fails' ? [id] : []));
    return { ...results, code, printed, verdict, failing };
  } finally {
    await rm(out, { recursive: true, force: true });
  }
}
