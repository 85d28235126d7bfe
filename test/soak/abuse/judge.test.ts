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
const verdict = (what: Outcome, more: Partial<AbuseCase> = {}) => judge({ ...abuse, ...more }, what, project);

test('a client error is not a 5xx unless the application itself fails', () => {
  assert.equal(verdict(outcome(400, { error: 'no' })), undefined);
  assert.match(verdict(outcome(500, { error: 'x' })) ?? '', /^500/);
  assert.equal(verdict(outcome(500, { error: 'x' }), { allows: [500] }), undefined);
});

test('no answer contains a path of the machine or a message of the system', () => {
  assert.match(verdict(outcome(400, { error: `${project}/a.json: broken` })) ?? '', /a path of the machine/);
  assert.match(verdict(outcome(400, { error: join(simHostRoot, 'dist') })) ?? '', /a path of the machine/);
  assert.match(verdict(outcome(400, { error: 'ENOENT: no such file' })) ?? '', /a text of the system/);
  assert.match(
    verdict(outcome(500, { error: 'at f (node:internal/x:1)' }), { allows: [500] }) ?? '',
    /of the system/,
  );
  assert.equal(verdict(outcome(400, { error: 'ENOENTITY' })), undefined);
});

test('silence and a closed connection are not answers; invalid HTTP may be closed', () => {
  assert.match(verdict(outcome(200, 1, none)) ?? '', /^0 of 1 answers/);
  assert.match(verdict(outcome(200, 1, { ...none, isClosed: true })) ?? '', /^closed/);
  assert.equal(
    verdict(outcome(200, 1, { ...none, isClosed: true }), { expects: 'answer-or-close' }),
    undefined,
  );
  assert.match(verdict(outcome(200, 1, none), { expects: 'answer-or-close' }) ?? '', /^0 of 1/);
  assert.equal(verdict(outcome(200, 1, none), { expects: 'nothing' }), undefined);
});

test('an event stream is allowed where an answer or a close is', () => {
  const begun = { ...none, isEndless: true, rest: Buffer.from('HTTP/1.1 200 OK\r\n\r\n') };
  assert.equal(verdict(outcome(200, 1, begun), { expects: 'answer-or-close' }), undefined);
  assert.match(verdict(outcome(200, 1, begun)) ?? '', /^0 of 1/);
});

test('a refusal may close the connection before later requests are answered; a success may not', () => {
  const two = { methods: ['GET', 'GET'] };
  assert.equal(verdict(outcome(400, { error: 'x' }, { isClosed: true }), two), undefined);
  assert.match(verdict(outcome(200, {}, { isClosed: true }), two) ?? '', /^closed after 1 of 2/);
});

test('the expected status is distinguished from others', () => {
  assert.match(verdict(outcome(200, {}), { statuses: [400] }) ?? '', /^status 200/);
});
