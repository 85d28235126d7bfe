import assert from 'node:assert/strict';
import { posix, win32 } from 'node:path';
import { test } from 'node:test';
import { isBelow } from './below.js';

test('what is below a folder is told by the rules of the platform', () => {
  assert.ok(isBelow('/p', '/p/a', posix));
  assert.ok(isBelow('/p', '/p/..a', posix));
  assert.ok(isBelow('/', '/a', posix));
  for (const path of ['/p', '/', '/p/../q', '/pq', '/p/..']) assert.ok(!isBelow('/p', path, posix), path);
  assert.ok(isBelow('C:\\p', 'C:\\p\\a\\b', win32));
  assert.ok(isBelow('C:\\P', 'c:\\p\\a', win32));
  assert.ok(isBelow('C:\\', 'C:\\a', win32));
  for (const path of ['D:\\p\\a', 'C:\\p', 'C:\\p\\..\\q', '\\\\server\\share\\a'])
    assert.ok(!isBelow('C:\\p', path, win32), path);
});
