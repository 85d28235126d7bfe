import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '../errors.js';
import { Pairing } from './pairing.js';
import { newSigningKey } from './signing-key.js';
import { Tokens } from './tokens.js';

function pairing(access: 'full' | 'read' = 'read') {
  const clock = { now: 0 };
  const tokens = new Tokens({ token: 'secret' });
  return { clock, tokens, pairing: new Pairing(access, tokens, () => clock.now) };
}

/** A code other than the valid one. */
function wrong(code: string): string {
  return code === '000000' ? '000001' : '000000';
}

function refusal(act: () => unknown): ApiError {
  try {
    act();
  } catch (error) {
    assert.ok(error instanceof ApiError, String(error));
    return error;
  }
  return assert.fail('it was taken');
}

test('a code is exchanged for a token once and then changes', () => {
  const { tokens, pairing: host } = pairing();
  const { code } = host;
  assert.match(code, /^\d{6}$/);
  const { token, access } = host.redeem(`${code.slice(0, 3)} ${code.slice(3)}`, 'phone');
  assert.equal(access, 'read');
  assert.equal(tokens.findTokenAccess(token), 'read');
  assert.notEqual(host.code, code);
  assert.equal(refusal(() => host.redeem(code, 'phone')).code, 'wrong-code');
});

test('pairing allows five tries per minute and address, and twenty in total', () => {
  const { clock, pairing: host } = pairing();
  for (let i = 0; i < 5; i++)
    assert.equal(refusal(() => host.redeem(wrong(host.code), 'guesser')).code, 'wrong-code');
  clock.now = 30_000;
  const refused = refusal(() => host.redeem(host.code, 'guesser'));
  assert.deepEqual([refused.code, refused.headers], ['too-many-tries', [['Retry-After', '30']]]);
  host.redeem(host.code, 'phone');
  for (let i = 6; i < 20; i++) refusal(() => host.redeem(wrong(host.code), `guesser ${i}`));
  assert.equal(refusal(() => host.redeem(host.code, 'another phone')).code, 'too-many-tries');
  clock.now = 60_000;
  host.redeem(host.code, 'guesser');
});

test('five wrong tries from any address invalidate a code', () => {
  const { pairing: host } = pairing();
  const { code } = host;
  for (let i = 0; i < 5; i++) {
    assert.equal(host.code, code);
    refusal(() => host.redeem(wrong(code), `guesser ${i}`));
  }
  assert.notEqual(host.code, code);
});

test('a malformed code is reported and does not count as a try', () => {
  const { pairing: host } = pairing();
  for (const none of [
    undefined,
    null,
    123456,
    '',
    '12345',
    '1234567',
    'constructor',
    ['123456'],
    '１２３４５６',
  ])
    for (let i = 0; i < 3; i++)
      assert.equal(refusal(() => host.redeem(none, 'phone')).code, 'invalid-request');
  host.redeem(host.code, 'phone');
});

test('tokens grant their access; issued ones are valid until the token or the key changes', () => {
  const tokens = new Tokens({ token: 'secret', readToken: 'look' });
  assert.equal(tokens.findTokenAccess('secret'), 'full');
  assert.equal(tokens.findTokenAccess('look'), 'read');
  for (const none of [undefined, '', 'Secret', 'secret ', 'full', 'read..', 'constructor'])
    assert.equal(tokens.findTokenAccess(none), undefined, none);
  const issued = tokens.issue('read');
  assert.notEqual(tokens.issue('read'), issued);
  const [access, random, signature] = issued.split('.');
  assert.equal(access, 'read');
  const key = newSigningKey();
  const keyed = (token: string, signingKey: Buffer) => {
    const made = new Tokens({ token });
    made.signWith(signingKey);
    return made;
  };
  const lasting = keyed('secret', key).issue('read');
  assert.equal(keyed('secret', key).findTokenAccess(lasting), 'read');
  assert.equal(keyed('another', key).findTokenAccess(lasting), undefined);
  assert.equal(keyed('secret', newSigningKey()).findTokenAccess(lasting), undefined);
  assert.equal(new Tokens({ token: 'secret' }).findTokenAccess(issued), undefined);
  assert.equal(tokens.findTokenAccess(`full.${random}.${signature}`), undefined);
  for (let i = 0; i < issued.length; i++) {
    const other = issued[i] === 'A' ? 'B' : 'A';
    const forged = issued.slice(0, i) + other + issued.slice(i + 1);
    // The last character has two bits outside the signature.
    if (i < issued.length - 1) assert.equal(tokens.findTokenAccess(forged), undefined, `character ${i}`);
  }
  const without = new Tokens({});
  assert.equal(without.findTokenAccess(without.issue('full')), 'full');
  assert.equal(new Tokens({}).findTokenAccess(without.issue('full')), undefined);
});

test('an issued token is valid in one spelling only', () => {
  const tokens = new Tokens({ token: 'secret' });
  const token = tokens.issue('read');
  const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  for (let i = 0; i < token.length; i++) {
    for (const character of characters) {
      const changed = token.slice(0, i) + character + token.slice(i + 1);
      assert.equal(tokens.findTokenAccess(changed), changed === token ? 'read' : undefined, changed);
    }
  }
});
