import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AddressList } from './address-list.js';

test('addresses and ranges match every notation of an address, and this machine', () => {
  const list = new AddressList(['192.168.1.0/24', '10.0.0.5', 'fd00::/8']);
  for (const address of ['192.168.1.7', '::ffff:192.168.1.255', '10.0.0.5', 'fd12::1', '127.0.0.9', '::1'])
    assert.equal(list.has(address), true, address);
  for (const address of ['192.168.2.7', '10.0.0.6', '::ffff:10.0.0.6', 'fe80::1', '', 'localhost', '::2'])
    assert.equal(list.has(address), false, address);
  assert.equal(list.has('10.0.0.5'), true);
  assert.equal(new AddressList(['fe80::/10']).has('fe80::1%eth0'), true);
  assert.equal(new AddressList([]).has('10.0.0.5'), false);
});

test('an IPv6 range does not match IPv4 addresses, however they are written', () => {
  for (const range of ['::/0', '::/8', '::/64', 'fd00::/8'])
    for (const address of ['10.0.0.5', '::ffff:10.0.0.5', '0000:0000:0000:0000:0000:ffff:0a00:0005'])
      assert.equal(new AddressList([range]).has(address), false, `${address} in ${range}`);
  assert.equal(new AddressList(['::/0']).has('2001:db8::1'), true);
  assert.equal(new AddressList(['0.0.0.0/0']).has('2001:db8::1'), false);
  const mapped = new AddressList(['::ffff:10.0.0.0/104']);
  assert.deepEqual(
    ['10.9.9.9', '::ffff:10.9.9.9', '11.0.0.1'].map((address) => mapped.has(address)),
    [true, true, false],
  );
});

test('an invalid range is refused and named', () => {
  for (const range of [
    '',
    'studio',
    '300.1.1.1',
    '10.0.0.0/33',
    '10.0.0.0/-1',
    '10.0.0.0/8/8',
    '10.0.0.0/',
    'fd00::/129',
    '10.0.0.0/8 ',
    '::ffff:10.0.0.0/8',
    '::ffff:a00:5',
    'fe80::1%eth0',
  ])
    assert.throws(() => new AddressList([range]), { message: /is not an address/ }, range);
});
