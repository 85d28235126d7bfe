import assert from 'node:assert/strict';
import { join } from 'node:path';
import test from 'node:test';
import { simHostRoot } from '../../../conformance/client/index.js';
import type { AbuseCase } from './abuse-case.js';
import { judge } from './judge.js';

const project = '/srv/show/project';
const get: AbuseCase = { name: 'a', pieces: [], manner: 'reads', expects: 'answers', requests: 1 };
const answer = (status: number, error = 'x') =>
  `HTTP/1.1 ${status} Some\r\nContent-Type: application/json\r\n\r\n{"error":"${error}"}`;
const open = (text: string, more: Partial<AbuseCase> = {}) =>
  judge({ ...get, ...more }, { text, isClosed: false }, project);
const closed = (text: string, more: Partial<AbuseCase> = {}) =>
  judge({ ...get, ...more }, { text, isClosed: true }, project);

test('a client error is not a 5xx unless the application itself fails', () => {
  assert.equal(open(answer(400)), undefined);
  assert.match(open(answer(500)) ?? '', /^HTTP\/1.1 500/);
  assert.equal(open(answer(500), { allows: [500] }), undefined);
});

test('no answer contains a path of the machine or a message of the system', () => {
  assert.match(open(answer(400, `${project}/a.json: broken`)) ?? '', /a path of the machine/);
  assert.match(open(answer(400, join(simHostRoot, 'dist'))) ?? '', /a path of the machine/);
  assert.match(open(answer(400, 'ENOENT: no such file')) ?? '', /a text of the system/);
  assert.match(open(answer(500, 'at f (node:internal/x:1)'), { allows: [500] }) ?? '', /of the system/);
  assert.equal(open(answer(400, 'ENOENTITY')), undefined);
});

test('silence, a closed connection and 100 are not answers; invalid HTTP may be closed', () => {
  assert.match(open('') ?? '', /^0 of 1 answers/);
  assert.match(open('HTTP/1.1 100 Continue\r\n\r\n') ?? '', /^0 of 1 answers/);
  assert.match(closed('') ?? '', /^closed/);
  assert.equal(closed('', { expects: 'answer-or-close' }), undefined);
  assert.match(open('', { expects: 'answer-or-close' }) ?? '', /^0 of 1/);
  assert.equal(open('', { expects: 'nothing' }), undefined);
});

test('a refusal may close the connection before later requests are answered; a success may not', () => {
  const two = { requests: 2 };
  assert.equal(open(answer(200) + answer(404), two), undefined);
  assert.equal(closed(answer(400), two), undefined);
  assert.match(closed(answer(200), two) ?? '', /^closed after 1 of 2/);
});

test('the expected status is distinguished from others', () => {
  assert.match(open(answer(200), { statuses: [400] }) ?? '', /^status 200/);
});
