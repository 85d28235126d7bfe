import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ContradictoryOptions, checkWhoMayCall, isLoopbackHost, type SecurityOptions } from './security.js';

test('names of this machine alone', () => {
  const own = ['localhost', 'LOCALHOST:80', 'a.b-c.localhost', '127.0.0.1', '127.255.9.10:9095', '[::1]:1'];
  const asUrlsSay = [
    'localhost.',
    'a.localhost.:80',
    '127.0.0.1.',
    '127.0.0.01',
    '127.1',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
  ];
  for (const host of [...own, ...asUrlsSay]) assert.equal(isLoopbackHost(host), true, host);
});

test('names that may be anybody\u2019s, also where they only look like an address', () => {
  const others = [
    '127.999.999.999',
    '127.0.0.256',
    '127.0.0.08',
    '127.0.0.1.example',
    'localhost.example',
    '',
  ];
  const hidden = [
    'evil.example@localhost',
    'localhost/',
    'localhost?',
    'localhost:',
    'localhost:99999',
    '%6cocalhost',
    '[::1',
  ];
  for (const host of [...others, ...hidden, 'notlocalhost', '[::2]', '0.0.0.0', 'localhost..', '.localhost'])
    assert.equal(isLoopbackHost(host), false, host);
});

test('options of who may call that do not go together are refused, with what would do', () => {
  const authorize = () => ({ write: true });
  for (const good of [
    {},
    { token: 't' },
    { token: 't', readToken: 'r' },
    { readToken: 'r', pairing: 'full' },
    { authorize },
  ])
    checkWhoMayCall(good as SecurityOptions);
  for (const wrong of [
    { authorize: true },
    { authorize, token: 't' },
    { authorize, readToken: 'r' },
    { authorize, pairing: 'full' },
    { readToken: 'r' },
  ])
    assert.throws(() => checkWhoMayCall(wrong as never), ContradictoryOptions, JSON.stringify(wrong));
});
