import assert from 'node:assert/strict';
import { test } from 'node:test';
import { claimsOf, claimsOfComment, type JudgedStep, judgeClaims } from './claims.js';

const step = (status: JudgedStep['status'], ...claims: string[]): JudgedStep => ({ claims, status });
const judged = (claims: string[], ...steps: JudgedStep[]) =>
  Object.fromEntries(judgeClaims(claims, steps).map(({ claim, status }) => [claim, status]));

test('tags and comments name rules and their parts', () => {
  assert.deepEqual(claimsOf(['@PRM-1.b', '@matrix', '@DEP-12']), ['PRM-1.b', 'DEP-12']);
  assert.deepEqual(claimsOfComment('    # @END-5.a @PTH-1'), ['END-5.a', 'PTH-1']);
  assert.equal(claimsOfComment('# Windows has no signals (@END-5)'), undefined);
});

test('a scenario without comments proves all of its claims or none', () => {
  assert.deepEqual(judged(['A-1', 'B-1'], step('passed'), step('passed')), {
    'A-1': 'passed',
    'B-1': 'passed',
  });
  assert.deepEqual(judged(['A-1', 'B-1'], step('passed'), step('failed'), step('skipped')), {
    'A-1': 'failed',
    'B-1': 'failed',
  });
  assert.deepEqual(judged(['A-1'], step('passed'), step('skipped')), { 'A-1': 'skipped' });
});

test('a failed step fails only the claims of its comment; later claims are unseen', () => {
  const claims = ['A-1', 'B-1', 'C-1'];
  assert.deepEqual(
    judged(claims, step('passed'), step('passed', 'A-1'), step('failed', 'B-1'), step('skipped', 'C-1')),
    { 'A-1': 'passed', 'B-1': 'failed', 'C-1': 'unseen' },
  );
});

test('a failed preparation fails no claim if comments name the claims', () => {
  assert.deepEqual(judged(['A-1'], step('failed'), step('skipped', 'A-1')), { 'A-1': 'unseen' });
});

test('an unnamed claim is unseen if a step of another claim fails', () => {
  assert.deepEqual(judged(['A-1', 'B-1'], step('passed'), step('failed', 'B-1')), {
    'A-1': 'unseen',
    'B-1': 'failed',
  });
});

test('an answer that violates the description does not affect the claims of the scenario', () => {
  const after: JudgedStep = { claims: ['VER-1'], status: 'failed', isAfter: true };
  assert.deepEqual(judged(['A-1'], step('passed'), after), { 'A-1': 'passed', 'VER-1': 'failed' });
});
