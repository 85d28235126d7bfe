import assert from 'node:assert/strict';
import test from 'node:test';
import type { AbuseCase } from './abuse-case.js';
import { excuse } from './excuses.js';

const closed = 'closed after 0 of 1 answers';
const cut = (bytes: number, at: number, body = ''): AbuseCase => {
  const line = 'GET /? HTTP/1.1\r\n\r\n';
  const sent = line.replace('?', `?${'x'.repeat(bytes - line.length)}`) + body;
  const pieces = at === 0 ? [sent] : [sent.slice(0, at), 20, sent.slice(at)];
  return { name: 'a', pieces, manner: 'reads', expects: 'answers', requests: 1 };
};

test('uWebSockets.js may close a long head in pieces, and nothing else', () => {
  assert.match(excuse('uws', cut(4097, 100), closed) ?? '', /longer than 4,096 bytes/);
  assert.equal(excuse('node', cut(4097, 100), closed), undefined);
  assert.equal(excuse('uws', cut(4097, 100), '0 of 1 answers after 60000 ms'), undefined);
  assert.equal(excuse('uws', cut(4096, 100), closed), undefined);
  assert.equal(excuse('uws', cut(9000, 0), closed), undefined);
  assert.equal(excuse('uws', cut(4097, 4097, 'behind it'), closed), undefined);
});
