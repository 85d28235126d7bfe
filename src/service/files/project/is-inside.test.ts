import assert from 'node:assert/strict';
import { posix, win32 } from 'node:path';
import { test } from 'node:test';
import { isInside } from './is-inside.js';

test('isInside follows the rules of the platform', () => {
  assert.ok(isInside('/p', '/p/a', posix));
  assert.ok(isInside('/p', '/p/..a', posix));
  assert.ok(isInside('/', '/a', posix));
  for (const path of ['/p', '/', '/p/../q', '/pq', '/p/..']) assert.ok(!isInside('/p', path, posix), path);
  assert.ok(isInside('C:\\p', 'C:\\p\\a\\b', win32));
  assert.ok(isInside('C:\\P', 'c:\\p\\a', win32));
  assert.ok(isInside('C:\\', 'C:\\a', win32));
  for (const path of ['D:\\p\\a', 'C:\\p', 'C:\\p\\..\\q', '\\\\server\\share\\a'])
    assert.ok(!isInside('C:\\p', path, win32), path);
});
