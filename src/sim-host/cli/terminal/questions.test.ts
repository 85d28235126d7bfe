import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { createColors } from 'picocolors';
import type { DialogAnswer, DialogRequest } from '../../../service/index.js';
import { EngineDialogs } from '../../engine/index.js';
import { isForeground } from './foreground.js';
import { Keyboard } from './keys.js';
import { readAnswer, TerminalQuestions } from './questions.js';
import type { Rows, Screen } from './screen.js';

const confirm: DialogRequest = {
  id: 'confirm-1',
  kind: 'confirm',
  title: 'Lights',
  message: 'Off?\nReally\u001b[2J?',
  buttons: ['Yes', "Don't"],
};

test('an answer is a number, a label or a name, and only what is offered', () => {
  const three = { ...confirm, buttons: ['Save', "Don't Save", 'Cancel'] };
  const answers: readonly [DialogRequest, string, DialogAnswer | undefined][] = [
    [three, '3', { choice: 'cancel' }],
    [three, "don't save", { choice: 'no' }],
    [three, 'no', { choice: 'no' }],
    [confirm, '2', { choice: 'no' }],
    [confirm, '3', undefined],
    [confirm, 'cancel', undefined],
    [confirm, '', undefined],
    [confirm, '0', undefined],
    [{ ...confirm, kind: 'saveAs' }, '2', { choice: 'yes', path: '2' }],
    [{ ...confirm, kind: 'saveAs' }, '', { choice: 'cancel' }],
  ];
  for (const [dialog, line, answer] of answers) assert.deepEqual(readAnswer(dialog, line), answer, line);
});

/** A screen that keeps what it was told. */
class FakeScreen implements Screen {
  readonly isLive = true;
  readonly size = undefined;
  readonly isOurs = () => true;
  readonly printed: string[] = [];
  rows: readonly string[] | undefined;
  #changed: (() => void) | undefined;

  print(text: string): void {
    this.printed.push(...text.split('\n'));
  }

  status(): void {}

  prompt(rows: Rows | undefined): void {
    this.rows = rows?.(80);
    this.#changed?.();
  }

  close(): void {
    this.prompt(undefined);
  }

  /** Resolves once the last row of the question is that. */
  async until(row: string | undefined): Promise<void> {
    while (this.rows?.at(-1) !== row) await new Promise<void>((resolve) => (this.#changed = resolve));
  }
}

function ask(...requests: DialogRequest[]) {
  const dialogs = new EngineDialogs(() => 0);
  const screen = new FakeScreen();
  const input = new PassThrough();
  const answers: DialogAnswer[] = [];
  let interrupts = 0;
  const questions = new TerminalQuestions(dialogs, {
    screen,
    input: input as unknown as NodeJS.ReadStream,
    colors: createColors(false),
    interrupt: () => interrupts++,
    interruptHint: () => undefined,
  });
  for (const request of requests) dialogs.show(request, (answer) => answers.push(answer));
  return { dialogs, screen, input, answers, questions, interrupts: () => interrupts };
}

test('a question is typed key by key, with corrections, and what is no answer is told', async () => {
  const { screen, input, answers, interrupts } = ask(confirm);
  await screen.until("  [1] Yes  [2] Don't: ");
  assert.deepEqual(screen.printed, ['', '  Lights', '  Off?', '  Really\\e[2J?']);
  input.write('7x\u007f');
  await screen.until("  [1] Yes  [2] Don't: 7");
  input.write('\r');
  await screen.until("  [1] Yes  [2] Don't: ");
  assert.match(screen.printed.at(-1)!, /"7" is none of the answers/);
  input.write('\u0003ye');
  await screen.until("  [1] Yes  [2] Don't: ye");
  assert.equal(interrupts(), 1);
  input.write('s\r');
  await screen.until(undefined);
  assert.deepEqual(answers, [{ choice: 'yes' }]);
});

test('the oldest is asked; when it is answered elsewhere, the next one is', async () => {
  const { dialogs, screen, questions, answers } = ask(confirm, {
    ...confirm,
    id: 'confirm-2',
    buttons: ['A', 'B'],
  });
  await screen.until("  [1] Yes  [2] Don't: ");
  dialogs.answer('confirm-1', { choice: 'no' });
  await screen.until('  [1] A  [2] B: ');
  assert.ok(screen.printed.includes('"Lights" is settled.'));
  assert.deepEqual(answers, [{ choice: 'no' }]);
  questions.close();
});

test('what was typed before a question was asked does not answer it', async () => {
  const input = new PassThrough();
  let enter: (line: string) => void;
  const entered = new Promise<string>((resolve) => (enter = resolve));
  const keyboard = new Keyboard(input as unknown as NodeJS.ReadStream, {
    typed: () => {},
    entered: (line) => enter(line),
    interrupted: () => {},
    suspended: () => {},
  });
  input.write('1\r');
  await keyboard.start();
  input.write('2\r');
  assert.equal(await entered, '2');
  keyboard.stop();
});

test('the foreground is that of the process group, whatever the name of the process', () => {
  assert.equal(isForeground('12 (a) b) S 1 12 12 34816 12 4194304', [34816]), true);
  assert.equal(isForeground('12 (node) S 1 12 10 34816 10 4194304', [34816]), false);
  assert.equal(isForeground('12 (node) S 1 12 10 34816 10 4194304', [34817]), true, 'another terminal');
  assert.equal(isForeground('12 (node) S 1 12 10 0 -1 4194304', [34817]), true, 'no controlling terminal');
  assert.equal(isForeground('', [34816]), true, 'where the system does not tell');
});
