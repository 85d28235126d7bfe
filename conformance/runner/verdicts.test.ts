import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { anchorOf, page } from './page.js';
import { profileNamed } from './profiles.js';
import { type Rule, readRules } from './rules.js';
import { summaryLine, verdictText } from './summary.js';
import { judge, type Results, type ScenarioResult, summarise } from './verdicts.js';

const rule: Rule = {
  id: 'PRM-1',
  section: 'Events',
  level: 'must',
  via: 'sse',
  rule: 'A & B',
  parts: { a: 'A', b: 'B' },
};
const whole: Rule = {
  id: 'DEP-2',
  section: 'Endpoints',
  level: 'must',
  via: 'rest',
  rule: 'It <is> so',
  since: '0.24.2',
};

function scenario(
  status: ScenarioResult['status'],
  claims: Record<string, 'passed' | 'failed' | 'skipped'>,
): ScenarioResult {
  const results = Object.entries(claims).map(([claim, each]) => ({ claim, status: each }));
  return {
    name: 'S',
    place: 'x.feature:1',
    rules: [],
    claims: results,
    status,
    seconds: 0,
    reason: 'it has no lamp',
  };
}

function resultsOf(scenarios: readonly ScenarioResult[]): Results {
  const rules = judge([rule, whole], scenarios);
  const startedAt = '2026-11-22T10:00:00.000Z';
  const about = { host: 'http://h', application: 'Show <1>', version: '2', startedAt, seconds: 3 };
  return { ...about, rules, summary: summarise(rules, scenarios), failures: [] };
}

const verdictsOf = (...scenarios: ScenarioResult[]) =>
  judge([rule, whole], scenarios).map(({ verdict }) => verdict);

test('a rule with parts passes if all of them pass', () => {
  assert.deepEqual(verdictsOf(scenario('passed', { 'PRM-1.a': 'passed', 'PRM-1.b': 'passed' })), [
    'holds',
    'not-tested',
  ]);
  assert.deepEqual(verdictsOf(scenario('passed', { 'PRM-1.a': 'passed' })), ['partly', 'not-tested']);
  assert.deepEqual(verdictsOf(scenario('passed', { 'PRM-1': 'passed' })), ['partly', 'not-tested']);
  assert.deepEqual(verdictsOf(scenario('failed', { 'PRM-1.a': 'passed', 'PRM-1.b': 'failed' })), [
    'fails',
    'not-tested',
  ]);
  assert.deepEqual(verdictsOf(scenario('skipped', { 'PRM-1.a': 'skipped', 'DEP-2': 'skipped' })), [
    'not-applicable',
    'not-applicable',
  ]);
});

test('the page and the summary line agree', () => {
  const results = resultsOf([scenario('failed', { 'PRM-1.a': 'failed', 'DEP-2': 'passed' })]);
  assert.deepEqual(verdictText(results), { text: '1 of 2 rules fail', isGood: false });
  assert.match(summaryLine(results), /^1 rules hold, 1 fail, 0 not applicable/);
  const html = page(results);
  assert.match(html, /Show &lt;1&gt; 2/);
  assert.match(html, /data-verdict="fails" data-text="prm-1 a &amp; b a b"/);
  assert.match(html, /service-spec\.md#endpoints/);
});

test('every section that a rule names is a heading of its document', () => {
  for (const { id, document = 'spec/service-spec.md', section } of readRules()) {
    const text = readFileSync(new URL(`../../docs/${document}`, import.meta.url), 'utf8');
    const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading!));
    assert.ok(headings.includes(anchorOf(section)), `${id}: ${document} has no ${section}`);
  }
});

test('a profile has the rules of its version', () => {
  const ids = (name: string) =>
    profileNamed(name)
      .rules([rule, whole])
      .map(({ id }) => id);
  assert.deepEqual(ids('unity-0.20'), ['PRM-1']);
  assert.deepEqual(ids('unity-0.24'), ['PRM-1', 'DEP-2']);
  assert.throws(() => profileNamed('unity'), /unknown profile unity/);
});
