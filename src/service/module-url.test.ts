import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { moduleUrl } from './module-url.js';

test('a module is named by URL, by path, or as a package', () => {
  const url = pathToFileURL(resolve('a folder', 'more.js'));
  assert.equal(moduleUrl(url), url.href);
  assert.equal(moduleUrl(url.href), url.href);
  assert.equal(moduleUrl(resolve('a folder', 'more.js')), url.href);
  assert.equal(moduleUrl('./a folder/more.js'), url.href);
  for (const other of ['data:text/javascript,1', 'node:fs', 'some-package/more.js'])
    assert.equal(moduleUrl(other), other);
  assert.match(moduleUrl('C:/more.js'), /^file:\/\/\/.*C:\/more\.js$/);
});
