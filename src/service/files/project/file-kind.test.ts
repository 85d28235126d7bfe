import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileKind } from './file-kind.js';

test('files are recognized by their names and folders', () => {
  for (const [path, kind] of [
    ['a.live.json', 'live'],
    ['Shows/a.LIVE.json', 'live'],
    ['old.scene.json', 'live'],
    ['Settings/a.live.json', 'live'],
    ['Presets/warm.preset.json', 'preset'],
    ['anywhere/warm.preset.json', 'preset'],
    ['Settings/Lamp.settings.json', 'settings'],
    ['Settings/startup.json', 'startup'],
  ] as const)
    assert.equal(fileKind(path, 'linux'), kind, path);
});

test('files of other programs have no kind, and neither have files in their folders', () => {
  for (const path of [
    'package.json',
    'live.json',
    '.live.json',
    'Shows/.live.json',
    'a.live.json/b',
    'a.live.json.bak',
    'Lamp.settings.json',
    'Settings/deep/Lamp.settings.json',
    'startup.json',
    'other/startup.json',
    '.git/refs/heads/a.live.json',
    'Shows/.hidden/a.live.json',
    '.a.live.json',
    'node_modules/x/a.live.json',
    '',
  ])
    assert.equal(fileKind(path, 'linux'), undefined, path);
});

test('on Windows, names of devices, streams and aliases have no kind', () => {
  for (const path of [
    'nul.live.json',
    'COM1.live.json',
    'aux/a.live.json',
    'notes.txt:a.live.json',
    'Shows./a.live.json',
    'Shows /a.live.json',
    'a?.live.json',
  ]) {
    assert.equal(fileKind(path, 'win32'), undefined, path);
    assert.equal(fileKind(path, 'linux'), 'live', path);
  }
  assert.equal(fileKind('Shows/null.live.json', 'win32'), 'live');
});
