import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Killers } from './killers.js';

const feature = `Feature: Doors

  Background:
    Given the application "house"

  @EVT-1.a
  Scenario: A door opens
    When it opens

  @EVT-1.b
  Scenario Outline: A door closes
    When it closes <how>

    Examples:
      | how  |
      | fast |
      | slow |
`;

/** Where the killer at a line of the feature is found after a change; undefined when it says something else. */
function found(line: number, from: string, to: string): number | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'killers-'));
  const file = join(folder, 'doors.feature');
  try {
    writeFileSync(file, feature);
    const hash = new Killers().hashOf(`${file}:${line}`);
    writeFileSync(file, feature.replace(from, to));
    const place = new Killers().find(`${file}:${line}`, hash);
    return place === undefined ? undefined : Number(place.slice(file.length + 1));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test('a scenario is the same wherever it stands in its file', () => {
  assert.equal(found(7, '', ''), 7);
  assert.equal(found(7, '  @EVT-1.a\n', '  @EVT-2\n  Scenario: Another\n    When\n\n  @EVT-1.a\n'), 11);
  assert.equal(found(7, 'it closes', 'it shuts'), 7);
});

test('it is another one when its steps, its tags or its background change', () => {
  assert.equal(found(7, 'it opens', 'it opens twice'), undefined);
  assert.equal(found(7, '@EVT-1.a', '@EVT-1.c'), undefined);
  assert.equal(found(7, 'house', 'garden'), undefined);
});

test('a row of examples is itself, whatever other rows there are', () => {
  assert.equal(found(17, '      | fast |\n', ''), 16);
  assert.equal(found(17, 'slow', 'slower'), undefined);
  assert.equal(found(17, 'it closes <how>', 'it shuts <how>'), undefined);
});

test('a file of tests is another one when it has changed', () => {
  const killers = new Killers();
  assert.equal(
    killers.find('test/mutants/killers.test.ts', killers.hashOf('test/mutants/killers.test.ts')),
    'test/mutants/killers.test.ts',
  );
  assert.equal(killers.find('test/mutants/killers.test.ts', 'other'), undefined);
  assert.equal(killers.find('test/mutants/no-such.test.ts', 'other'), undefined);
});
