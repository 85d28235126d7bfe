import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { ConfirmDialog } from './confirm-dialog.js';

function terminal(...lines: string[]) {
  const written: string[] = [];
  return { written, write: (text: string) => void written.push(text), readLine: () => lines.shift() };
}

test('QUT-8: the blocking dialog asks on the terminal and waits for an answer', () => {
  const surface = terminal('2', 'maybe');
  const dialog = new ConfirmDialog(surface);
  assert.equal(dialog.ask('Reset', 'Really?', ['Yes', 'No', 'Cancel']), 'no');
  assert.equal(dialog.ask('Reset', 'Really?', ['Yes', 'No', 'Cancel']), 'cancel', 'what is no answer');
  assert.equal(dialog.ask('Reset', 'Really?', ['Yes', 'No', 'Cancel']), 'cancel', 'the end of the input');
  assert.match(surface.written[0]!, /Reset\nReally\?\n\[1\] Yes {2}\[2\] No {2}\[3\] Cancel: $/);
});

test('QUT-8: the dialog asks on standard error and reads standard input', () => {
  const module = new URL('../../../dist/service/prompts/confirm-dialog.js', import.meta.url).href;
  const script = `import { ConfirmDialog } from ${JSON.stringify(module)};
    process.stdout.write(new ConfirmDialog().ask('Reset', 'Really?', ['Yes', 'No']));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    input: '2\n',
    encoding: 'utf8',
  });
  assert.equal(stdout, 'no');
  assert.match(stderr, /Reset\nReally\?\n\[1\] Yes {2}\[2\] No: $/);
});
