import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isLoopbackHost, Security } from './security.js';

test('names of this machine are recognized', () => {
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

test('names that others may own are not local, even if they look like an address', () => {
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

/** A server that listens on all interfaces of a machine called Studio. */
function external(isTls = false, machineName = 'Studio'): Security {
  return new Security({ allowHosts: ['panel.example'] }, { hostname: '::', isTls, machineName });
}

test('a server on all interfaces accepts addresses, its own name and allowed names', () => {
  const own = ['192.168.1.20:9095', '[fd00::7]:9095', 'studio', 'STUDIO.local.:9095', 'panel.example:80'];
  for (const host of [...own, 'localhost:9095']) assert.equal(external().hostAllowed(host), true, host);
  for (const host of ['rebound.example', 'studio.example', '192.168.1.20.example', '', '192.168.1.20@evil'])
    assert.equal(external().hostAllowed(host), false, host);
  assert.equal(external(false, 'studio.LOCAL').hostAllowed('studio'), true);
});

test('a server for this machine refuses other addresses and the name of the machine', () => {
  const local = new Security({}, { hostname: '127.0.0.1', isTls: false, machineName: 'studio' });
  for (const host of ['192.168.1.20:9095', 'studio', 'studio.local'])
    assert.equal(local.hostAllowed(host), false, host);
});

test('the own origin is the scheme and host of the request', () => {
  for (const host of [
    '192.168.1.20:9095',
    '[fd00::7]:9095',
    'studio:9095',
    'studio.local',
    'panel.example',
  ]) {
    assert.equal(external().originAllowed(`http://${host}`, host), true, host);
    assert.equal(external(true).originAllowed(`https://${host}`, host), true, host);
    assert.equal(external().originAllowed(`https://${host}`, host), false, host);
    assert.equal(external(true).originAllowed(`http://${host}`, host), false, host);
    assert.equal(external().originAllowed('http://192.168.1.21:9095', host), false, host);
  }
  const sameInOtherWords = [
    ['http://studio', 'STUDIO:80'],
    ['http://[fd00::7]:9095', '[FD00:0::7]:9095'],
  ] as const;
  for (const [origin, host] of sameInOtherWords)
    assert.equal(external().originAllowed(origin, host), true, host);
});

test('a page of another name is foreign, even if its requests use that name', () => {
  const named = ['rebound.example:9095', 'studio.example', '192.168.1.20.example', '1.2.3.4@evil.example'];
  for (const host of named) assert.equal(external().originAllowed(`http://${host}`, host), false, host);
  for (const origin of ['null', '', 'file://', 'http://192.168.1.20:9096', 'http://192.168.1.20'])
    assert.equal(external().originAllowed(origin, '192.168.1.20:9095'), false, origin);
});
