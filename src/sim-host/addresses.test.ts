import assert from 'node:assert/strict';
import type { NetworkInterfaceInfo } from 'node:os';
import { test } from 'node:test';
import { externalAddresses, listenAddress } from './addresses.js';

function info(address: string, internal = false): NetworkInterfaceInfo {
  const family = address.includes(':') ? 'IPv6' : 'IPv4';
  return { address, internal, family, netmask: '', mac: '', cidr: null, scopeid: 0 } as NetworkInterfaceInfo;
}

test('IPv4 addresses come first, and addresses that other devices cannot use are omitted', () => {
  const interfaces = {
    lo: [info('127.0.0.1', true), info('::1', true)],
    docker0: [info('172.17.0.1')],
    wlan0: [info('2001:db8::7'), info('fe80::1'), info('192.168.1.7')],
    eth0: [info('169.254.3.4'), info('10.0.0.3')],
    gone: undefined,
  };
  assert.deepEqual(externalAddresses(interfaces), [
    '172.17.0.1',
    '192.168.1.7',
    '169.254.3.4',
    '10.0.0.3',
    '[2001:db8::7]',
  ]);
  assert.deepEqual(externalAddresses({ lo: interfaces.lo }), []);
});

test('an address to listen on has no brackets, no port and no scheme', () => {
  assert.deepEqual(
    ['[::1]', '::1', '0.0.0.0', 'studio.local', '[studio]', '::1:x', 'a:80', 'http://a', ''].map(
      listenAddress,
    ),
    ['::1', '::1', '0.0.0.0', 'studio.local', ...Array(5).fill(undefined)],
  );
});
