import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainAddress } from './address.js';

for (const [address, plain] of [
  ['127.0.0.1', '127.0.0.1'],
  ['::1', '::1'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['0000:0000:0000:0000:0000:ffff:c000:0207', '192.0.2.7'],
  ['0000:0000:0000:0000:0000:0000:0000:0001', '0000:0000:0000:0000:0000:0000:0000:0001'],
  ['2001:db8::ffff:1:2', '2001:db8::ffff:1:2'],
] as const) {
  test(`${address} is shown as ${plain}`, () => assert.equal(plainAddress(address), plain));
}
