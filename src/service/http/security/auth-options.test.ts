import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ContradictoryOptions, validateAuthOptions } from './auth-options.js';
import type { SecurityOptions } from './security.js';

test('conflicting access options are refused with the fix', () => {
  const authorize = () => ({ write: true });
  for (const good of [
    {},
    { token: 't' },
    { token: 't', readToken: 'r' },
    { readToken: 'r', pairing: 'full' },
    { authorize },
  ])
    validateAuthOptions(good as SecurityOptions);
  for (const wrong of [
    { authorize, token: 't' },
    { authorize, readToken: 'r' },
    { authorize, pairing: 'full' },
    { readToken: 'r' },
  ])
    assert.throws(() => validateAuthOptions(wrong as never), ContradictoryOptions, JSON.stringify(wrong));
  assert.throws(
    () => validateAuthOptions({ authorize: true } as never),
    /^Error: http\.authorize must be a function/,
  );
});
