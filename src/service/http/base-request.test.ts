import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HeaderlessRequest } from './base-request.js';

test('a flag is set by its name alone, by true and by 1, and by no other value', () => {
  const query = 'alone&empty=&true=true&one=1&false=false&zero=0&other=yes';
  const request = new HeaderlessRequest('GET', `/api/stream?${query}`, 'a');
  for (const name of ['alone', 'empty', 'true', 'one']) assert.equal(request.flag(name), true, name);
  for (const name of ['false', 'zero', 'other', 'missing']) assert.equal(request.flag(name), false, name);
});
