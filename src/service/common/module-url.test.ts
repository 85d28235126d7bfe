import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { moduleUrl } from './module-url.js';

test('modules are named by URLs and by paths of every platform', () => {
  const url = pathToFileURL(resolve('a folder', 'more.js'));
  assert.equal(moduleUrl(url), url.href);
  assert.equal(moduleUrl(url.href), url.href);
  assert.equal(moduleUrl(resolve('a folder', 'more.js')), url.href);
  for (const other of ['a-package', '@scope/package/more.js', 'node:fs', 'data:text/javascript,1'])
    assert.equal(moduleUrl(other), other);
  assert.match(moduleUrl('C:/more.js'), /^file:\/\/\/.*C:\/more\.js$/);
});

test('a relative path is relative to the module that is given, and needs one', () => {
  const base = import.meta.url;
  const beside = (name: string) => new URL(name, base).href;
  assert.equal(moduleUrl('./more.js', base), beside('./more.js'));
  assert.equal(moduleUrl('../a folder/more.js?v=2', new URL(base)), beside('../a%20folder/more.js?v=2'));
  assert.equal(moduleUrl('.\\more.js', fileURLToPath(base)), beside('./more.js'));
  assert.equal(moduleUrl('a-package', base), 'a-package');
  for (const relative of ['./more.js', '../more.js', '.\\more.js'])
    assert.throws(() => moduleUrl(relative), /relative path needs .*more\.js", import\.meta\.url\)$/);
});
