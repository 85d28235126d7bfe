import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HandlerResponse } from '../api.js';
import { validateResponse } from './validate-response.js';

test('a response needs a final status, string headers, and a body or a stream', () => {
  const good = [
    { body: '' },
    { body: [] },
    { status: 200, body: '' },
    { status: 599, body: '' },
    { open() {} },
  ];
  for (const each of good) validateResponse(each as unknown as HandlerResponse);
  const wrong: [unknown, RegExp][] = [
    [undefined, /a JSON text/],
    [null, /a JSON text/],
    [7, /a JSON text/],
    [{ body: '', status: 199 }, /status.*199/],
    [{ body: '', status: 600 }, /status.*600/],
    [{ body: '', status: 200.5 }, /status/],
    [{ body: '', contentType: 1 }, /content type/],
    [{ body: '', headers: {} }, /pairs/],
    [{ body: '', headers: [['a']] }, /pairs/],
    [{ body: '', headers: [['a', 1]] }, /pairs/],
    [{ body: '', headers: ['ab'] }, /pairs/],
    [{ open: true }, /function open/],
    [{}, /got an object without body; use JSON\.stringify/],
    [{ body: 1 }, /body/],
  ];
  for (const [each, message] of wrong)
    assert.throws(() => validateResponse(each as HandlerResponse), message, JSON.stringify(each));
});
