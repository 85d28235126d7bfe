import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LiveScreen, PlainScreen, screenOf } from './screen.js';

/** A terminal that keeps what it shows. It refuses what would wrap or what it does not know. */
class FakeTerminal {
  readonly isTTY = true;
  columns: number;
  rows = 24;
  readonly lines: string[] = [''];
  #row = 0;
  #column = 0;

  constructor(columns = 40) {
    this.columns = columns;
  }

  write(text: string): boolean {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is interpreted
    for (const [part] of text.matchAll(/\u001b\[\d*[A-Za-z]|[\r\n]|[^\r\n\u001b]+/g)) this.#take(part);
    return true;
  }

  #take(part: string): void {
    if (part === '\r') this.#column = 0;
    else if (part === '\n') {
      this.#row++;
      this.#column = 0;
      this.lines[this.#row] ??= '';
    } else if (part === '\u001b[J') {
      this.lines.length = this.#row + 1;
      this.lines[this.#row] = this.lines[this.#row]!.slice(0, this.#column);
    } else if (part.endsWith('A') && part.startsWith('\u001b')) this.#row -= Number(part.slice(2, -1));
    else {
      assert.ok(!part.startsWith('\u001b'), `unknown sequence ${JSON.stringify(part)}`);
      const line = this.lines[this.#row]!.padEnd(this.#column);
      this.lines[this.#row] = line.slice(0, this.#column) + part + line.slice(this.#column + part.length);
      this.#column += part.length;
    }
  }
}

function liveScreen(columns?: number) {
  const terminal = new FakeTerminal(columns);
  return { terminal, screen: new LiveScreen(terminal, () => true) };
}

test('lines stay, the status is replaced below them', () => {
  const { terminal, screen } = liveScreen();
  screen.status('60 fps');
  screen.print('one');
  screen.status('5 fps');
  screen.print('two\nthree');
  assert.deepEqual(terminal.lines, ['one', 'two', 'three', '5 fps']);
  screen.close();
  screen.print('end');
  assert.deepEqual(terminal.lines, ['one', 'two', 'three', 'end', '']);
});

test('neither status nor log lines overwrite a question, however many rows it has', () => {
  const { terminal, screen } = liveScreen();
  screen.status('60 fps');
  screen.prompt(() => ['again ends it', '[1] Save', '[2] Cancel: ']);
  screen.status('59 fps');
  screen.print('log');
  screen.prompt(() => ['again ends it', '[1] Save', '[2] Cancel: 2']);
  screen.print('more');
  assert.deepEqual(terminal.lines, ['log', 'more', 'again ends it', '[1] Save', '[2] Cancel: 2']);
  screen.prompt(undefined);
  assert.deepEqual(terminal.lines, ['log', 'more', '59 fps']);
});

test('what is at the bottom never fills a row, and never more rows than there are', () => {
  const { terminal, screen } = liveScreen(10);
  screen.status('0123456789abc');
  assert.deepEqual(terminal.lines, ['012345678']);
  terminal.rows = 3;
  screen.prompt(() => ['a', 'b', 'c', 'd']);
  assert.deepEqual(terminal.lines, ['c', 'd']);
});

test('after a change of size the rows are made anew', () => {
  const { terminal, screen } = liveScreen(20);
  screen.print('log');
  screen.prompt((columns) => (columns > 15 ? ['[1] Yes [2] No'] : ['[1] Yes', '[2] No']));
  terminal.columns = 10;
  screen.redraw();
  assert.deepEqual(terminal.lines, ['log', '[1] Yes', '[2] No']);
});

test('what others write to the terminal goes above the bottom, until it is given back', () => {
  const { terminal, screen } = liveScreen();
  screen.status('60 fps');
  const giveBack = screen.adopt(terminal as unknown as NodeJS.WriteStream);
  let wasTold = 0;
  terminal.write('from a script\n');
  (terminal as unknown as NodeJS.WriteStream).write(Buffer.from('no end of line'), () => wasTold++);
  assert.deepEqual(terminal.lines, ['from a script', 'no end of line', '60 fps']);
  giveBack();
  screen.close();
  terminal.write('plain');
  assert.deepEqual(terminal.lines, ['from a script', 'no end of line', 'plain']);
  return new Promise<void>((resolve) =>
    process.nextTick(() => {
      assert.equal(wasTold, 1);
      resolve();
    }),
  );
});

test('while somebody else types at the terminal, nothing is replaced', () => {
  const terminal = new FakeTerminal();
  let isOurs = false;
  const screen = new LiveScreen(terminal, () => isOurs);
  terminal.write('$ typed');
  screen.status('60 fps');
  screen.print(' log');
  assert.deepEqual(terminal.lines, ['$ typed log', '']);
  isOurs = true;
  screen.status('61 fps');
  assert.deepEqual(terminal.lines, ['$ typed log', '61 fps']);
});

test('files, pipes and terminals that only print get lines alone', () => {
  assert.ok(screenOf({ isTTY: true, write: () => {} }, { TERM: 'dumb' }) instanceof PlainScreen);
  assert.ok(screenOf({ isTTY: true, write: () => {} }, { TERM: 'xterm' }) instanceof LiveScreen);
  let written = '';
  const screen = screenOf({ write: (text) => (written += text) }, { TERM: 'xterm' });
  screen.print('one');
  screen.status('60 fps');
  screen.prompt((columns) => [`[1] Yes (${columns})`]);
  screen.close();
  assert.equal(written, 'one\n[1] Yes (Infinity)\n');
});
