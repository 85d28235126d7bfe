import assert from 'node:assert/strict';
import { join } from 'node:path';
import test from 'node:test';
import { simHostRoot } from '../../../conformance/client/index.js';
import type { AbuseCase, Outcome } from './abuse-case.js';
import { judge } from './judge.js';

const project = '/srv/show/project';
const abuse: AbuseCase = { name: 'a', pieces: [], manner: 'reads', expects: 'answers', methods: ['GET'] };
const outcome = (status: number, body: unknown, more: Partial<Outcome> = {}): Outcome => ({
  answers: [
    {
      status,
      headers: new Map([['content-type', 'application/json']]),
      body: Buffer.from(JSON.stringify(body)),
    },
  ],
  isClosed: false,
  rest: Buffer.alloc(0),
  isEndless: false,
  ms: 1,
  ...more,
});
const none = { answers: [] } as const;
const said = (what: Outcome, more: Partial<AbuseCase> = {}) => judge({ ...abuse, ...more }, what, project);

test('what a client did wrong is no 5xx, unless the application itself fails', () => {
  assert.equal(said(outcome(400, { error: 'no' })), undefined);
  assert.match(said(outcome(500, { error: 'x' })) ?? '', /^500/);
  assert.equal(said(outcome(500, { error: 'x' }), { allows: [500] }), undefined);
});

test('no answer names a place of the machine or speaks as the system does', () => {
  assert.match(said(outcome(400, { error: `${project}/a.json: broken` })) ?? '', /a path of the machine/);
  assert.match(said(outcome(400, { error: join(simHostRoot, 'dist') })) ?? '', /a path of the machine/);
  assert.match(said(outcome(400, { error: 'ENOENT: no such file' })) ?? '', /a text of the system/);
  assert.match(
    said(outcome(500, { error: 'at f (node:internal/x:1)' }), { allows: [500] }) ?? '',
    /of the system/,
  );
  assert.equal(said(outcome(400, { error: 'ENOENTITY' })), undefined);
});

test('silence and a closed connection are no answers, but what is no HTTP may be closed', () => {
  assert.match(said(outcome(200, 1, none)) ?? '', /^0 of 1 answers/);
  assert.match(said(outcome(200, 1, { ...none, isClosed: true })) ?? '', /^closed/);
  assert.equal(said(outcome(200, 1, { ...none, isClosed: true }), { expects: 'answer-or-close' }), undefined);
  assert.match(said(outcome(200, 1, none), { expects: 'answer-or-close' }) ?? '', /^0 of 1/);
  assert.equal(said(outcome(200, 1, none), { expects: 'nothing' }), undefined);
});

test('what may be closed or answered may be an event stream, where a server takes it after all', () => {
  const begun = { ...none, isEndless: true, rest: Buffer.from('HTTP/1.1 200 OK\r\n\r\n') };
  assert.equal(said(outcome(200, 1, begun), { expects: 'answer-or-close' }), undefined);
  assert.match(said(outcome(200, 1, begun)) ?? '', /^0 of 1/);
});

test('a refusal may close what is pipelined behind it, an answer may not', () => {
  const two = { methods: ['GET', 'GET'] };
  assert.equal(said(outcome(400, { error: 'x' }, { isClosed: true }), two), undefined);
  assert.match(said(outcome(200, {}, { isClosed: true }), two) ?? '', /^closed after 1 of 2/);
});

test('a status that is due is told from others', () => {
  assert.match(said(outcome(200, {}), { statuses: [400] }) ?? '', /^status 200/);
});

test('what costs more of the processor than its size explains is wrong, however long it took', () => {
  assert.equal(said(outcome(200, {}, { ms: 90_000, costMs: 99 }), { mayCostMs: 100 }), undefined);
  assert.match(said(outcome(200, {}, { ms: 1, costMs: 101 }), { mayCostMs: 100 }) ?? '', /^it cost 101 ms/);
});
