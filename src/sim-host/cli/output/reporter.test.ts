import assert from 'node:assert/strict';
import { test } from 'node:test';
import pc from 'picocolors';
import type { LogEntry } from '../../../service/host.js';
import { Terminal } from '../terminal.js';
import { qrCode } from './host-text.js';
import { Reporter } from './reporter.js';

const plain = pc.createColors(false);

function logged(entry: Partial<LogEntry>): string {
  let written = '';
  const stdout = { write: (text: string) => (written += text) };
  const terminal = new Terminal({ stdin: {}, stdout } as unknown as NodeJS.Process);
  const whole: LogEntry = { seq: 1, level: 'Log', message: '', thread: 'main', time: 1500, ...entry };
  new Reporter(terminal, plain, { json: false, logLevel: 'log' }).log(whole);
  return written;
}

test('an entry is one line whatever characters it contains', () => {
  assert.equal(logged({ message: 'on air' }), '     1.500 s  Log       on air\n');
  const forged = 'x\n     9.000 s  Error     forged\u001b[2J\u009b2J';
  assert.equal(
    logged({ message: forged, level: 'Warning', thread: 'a\nb' }),
    '     1.500 s  Warning   [a\\nb] x\\n     9.000 s  Error     forged\\e[2J\\u009b2J\n',
  );
});

test('the stack of an exception is indented below it', () => {
  const message = 'Error: broken\nline\n    at play (show.mjs:3:5)\n    at \u001b[31mrun';
  assert.deepEqual(logged({ message, level: 'Exception' }).split('\n'), [
    '     1.500 s  Exception Error: broken\\nline',
    '                            at play (show.mjs:3:5)',
    '                            at \\e[31mrun',
    '',
  ]);
});

test('a QR code is shown only if it fits', () => {
  const code = qrCode('http://192.168.1.7:9095', { columns: 80, rows: 24 }, plain)!;
  assert.ok(code.length > 10 && code.length <= 18, String(code.length));
  const columns = code[0]!.length + 2;
  assert.equal(qrCode('http://192.168.1.7:9095', { columns: columns - 1, rows: 24 }, plain), undefined);
  assert.equal(qrCode('http://192.168.1.7:9095', { columns, rows: code.length + 5 }, plain), undefined);
  assert.equal(
    qrCode('http://192.168.1.7:9095', { columns, rows: code.length + 6 }, plain)?.length,
    code.length,
  );
});

test('unread entries are omitted and their number is reported', () => {
  const printed: string[] = [];
  const terminal = { print: (line: string) => printed.push(line.trim()), unreadBytes: 0 };
  const reporter = new Reporter(terminal as unknown as Terminal, plain, { json: false, logLevel: 'warning' });
  const print = (level: 'Log' | 'Warning', message: string) =>
    reporter.log({ seq: 1, level, message, thread: 'main', time: 0 });
  print('Warning', 'a');
  terminal.unreadBytes = 4 * 2 ** 20;
  print('Warning', 'b');
  terminal.unreadBytes++;
  print('Warning', 'c');
  print('Warning', 'd');
  print('Log', 'of a level that is not shown');
  terminal.unreadBytes = 0;
  print('Log', 'nor this');
  print('Warning', 'e');
  const line = (message: string) => `0.000 s  Warning   ${message}`;
  const dropped = '2 entries dropped: the output was not read';
  assert.deepEqual(printed, [line('a'), line('b'), dropped, line('e')]);
});
