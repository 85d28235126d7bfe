import assert from 'node:assert/strict';
import { PassThrough, Writable } from 'node:stream';
import { test } from 'node:test';
import type { DialogAnswer, DialogRequest } from '../../service/index.js';
import { EngineDialogs } from '../engine/index.js';
import { askOnTerminal, readAnswer } from './questions.js';
import { Terminal } from './terminal.js';

/** A terminal that records its lines. */
class Screen extends Writable {
  readonly isTTY = true;
  readonly columns = 40;
  readonly rows = 24;
  readonly lines: string[] = [''];
  #column = 0;
  #changed: () => void = () => {};

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is interpreted
    for (const [part] of chunk.toString().matchAll(/\u001b\[\d*[A-Za-z]|[\r\n]|[^\r\n\u001b]+/g))
      this.#take(part);
    this.#changed();
    done();
  }

  /** Resolves when the last line equals the given one. */
  async until(last: string): Promise<void> {
    while (this.lines.at(-1) !== last) await new Promise<void>((resolve) => (this.#changed = resolve));
  }

  #take(part: string): void {
    const last = this.lines.length - 1;
    if (part === '\r') this.#column = 0;
    else if (part === '\n') this.lines.push('');
    else if (part.endsWith('G')) this.#column = Number(part.slice(2, -1)) - 1;
    else if (part === '\u001b[K' || part === '\u001b[0J' || part === '\u001b[0K')
      this.lines[last] = this.lines[last]!.slice(0, this.#column);
    else {
      assert.ok(!part.startsWith('\u001b'), `unknown sequence ${JSON.stringify(part)}`);
      const line = this.lines[last]!.padEnd(this.#column);
      this.lines[last] = line.slice(0, this.#column) + part + line.slice(this.#column + part.length);
      this.#column += part.length;
    }
    if (part === '\n') this.#column = 0;
  }
}

function open({ isForeground = (): boolean => true } = {}) {
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  const screen = new Screen();
  const streams = { stdin, stdout: screen } as unknown as NodeJS.Process;
  return { stdin, screen, terminal: new Terminal(streams, isForeground) };
}

test('lines stay and the status is replaced below them', () => {
  const { terminal, screen } = open();
  terminal.status('60 fps');
  terminal.print('one');
  terminal.status('5 fps');
  terminal.print('two\nthree');
  assert.deepEqual(screen.lines, ['one', 'two', 'three', '5 fps']);
  terminal.status('0123456789'.repeat(5));
  assert.deepEqual(screen.lines.at(-1)?.length, 39, 'a status never wraps');
  terminal.close();
  terminal.print('end');
  assert.deepEqual(screen.lines, ['one', 'two', 'three', 'end', '']);
});

test('a process in the background shows no status and waits with its question', async () => {
  let isInForeground = false;
  const { terminal, screen } = open({ isForeground: () => isInForeground });
  terminal.status('60 fps');
  terminal.ask(() => {});
  assert.deepEqual(screen.lines, ['']);
  isInForeground = true;
  // The terminal does not keep the process alive.
  const hold = setInterval(() => {}, 1000);
  await screen.until('  > ');
  clearInterval(hold);
  terminal.close();
});

const confirm: DialogRequest = {
  id: 'confirm-1',
  kind: 'confirm',
  title: 'Lights',
  message: 'Off?\nReally\u001b[2J?',
  buttons: ['Yes', "Don't"],
};

function ask(...requests: DialogRequest[]) {
  const dialogs = new EngineDialogs(() => 0);
  const parts = open();
  const answers: DialogAnswer[] = [];
  let interrupts = 0;
  const host = { engine: { dialogs } } as unknown as Parameters<typeof askOnTerminal>[0];
  askOnTerminal(host, { onInterrupt: () => {}, interrupt: () => interrupts++ }, parts.terminal);
  for (const request of requests) dialogs.show(request, (answer) => answers.push(answer));
  return { ...parts, dialogs, answers, interrupts: () => interrupts };
}

/** Types after earlier input has been read. */
async function type(stdin: PassThrough, text: string): Promise<void> {
  for (let i = 0; i < 3; i++) await new Promise((resolve) => setImmediate(resolve));
  stdin.write(text);
}

test('a question is typed with corrections below the log, and a wrong answer is reported', async () => {
  const { terminal, stdin, screen, answers, interrupts } = ask(confirm);
  await screen.until('  > ');
  assert.deepEqual(screen.lines.slice(0, 5), [
    '',
    '  Lights',
    '  Off?',
    '  Really\\e[2J?',
    "  [1] Yes  [2] Don't",
  ]);
  await type(stdin, '7x\u007f');
  await screen.until('  > 7');
  terminal.print('log');
  terminal.status('60 fps');
  assert.deepEqual(screen.lines.slice(-2), ['log', '  > 7']);
  stdin.write('\r');
  await screen.until('  > ');
  assert.equal(screen.lines.at(-2), '  "7" is not an answer; type a number or a name.');
  stdin.write('\u0003\u0004');
  await type(stdin, 'yes\r');
  await screen.until('');
  assert.deepEqual(answers, [{ choice: 'yes' }]);
  assert.equal(interrupts(), 1);
});

test('the oldest dialog is asked, and the next one when it is answered elsewhere', async () => {
  const { terminal, dialogs, screen, answers } = ask(confirm, {
    ...confirm,
    id: 'confirm-2',
    buttons: ['A', 'B'],
  });
  await screen.until('  > ');
  dialogs.answer('confirm-1', { choice: 'no' });
  await type(new PassThrough(), '');
  await screen.until('  > ');
  assert.ok(screen.lines.includes('  "Lights" is answered.'));
  assert.ok(screen.lines.includes('  [1] A  [2] B'));
  assert.deepEqual(answers, [{ choice: 'no' }]);
  terminal.close();
});

test('lines that were typed before a question do not answer it', async () => {
  const { terminal, stdin, screen } = open();
  stdin.write('1\r');
  const answer = new Promise((resolve) => terminal.ask(resolve));
  await screen.until('  > ');
  await type(stdin, '2\r');
  assert.equal(await answer, '2');
  terminal.close();
});

test('an answer is the number, label or name of an available choice', () => {
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
