import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isLoopbackHost } from './security.js';

test('names of this machine alone', () => {
  const own = ['localhost', 'LOCALHOST:80', 'a.b-c.localhost', '127.0.0.1', '127.255.9.10:9095', '[::1]:1'];
  for (const host of [...own, '[::ffff:127.0.0.1]']) assert.equal(isLoopbackHost(host), true, host);
});

test('names that may be anybody\u2019s, also where they only look like an address', () => {
  const others = ['127.999.999.999', '127.0.0.256', '127.0.0.1.example', '127.1', 'localhost.example', ''];
  for (const host of [...others, 'notlocalhost', '[::2]']) assert.equal(isLoopbackHost(host), false, host);
});
