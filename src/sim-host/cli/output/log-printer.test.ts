import assert from 'node:assert/strict';
import { test } from 'node:test';
import { logPrinter } from './log-printer.js';
import type { Reporter } from './reporter.js';

function printer() {
  const printed: string[] = [];
  const output = { writableLength: 0 };
  const reporter = {
    log: ({ message }) => printed.push(message),
    leftOut: (entries) => printed.push(`${entries} left out`),
  } as Partial<Reporter> as Reporter;
  const log = logPrinter(reporter, 'warning', output);
  const print = (level: 'Log' | 'Warning', message: string) =>
    log({ seq: 1, level, message, thread: 'main', time: 0 });
  return { printed, output, print };
}

test('unread entries are omitted and their number is reported', () => {
  const { printed, output, print } = printer();
  print('Warning', 'a');
  output.writableLength = 4 * 2 ** 20;
  print('Warning', 'b');
  output.writableLength++;
  print('Warning', 'c');
  print('Warning', 'd');
  print('Log', 'of a level that is not shown');
  output.writableLength = 0;
  print('Log', 'nor this');
  print('Warning', 'e');
  print('Warning', 'f');
  assert.deepEqual(printed, ['a', 'b', '2 left out', 'e', 'f']);
});
