import { createInterface } from 'node:readline';
import type { Colors } from 'picocolors/types.js';
import type { DialogAnswer, DialogRequest } from '../../service/index.js';
import type { EngineDialogs } from '../engine/index.js';

const choices = ['yes', 'no', 'cancel'] as const;

/**
 * Shows the host's dialogs on an interactive terminal and reads the answers there, while everything else goes on. The
 * oldest dialog is the one that is answered; one that is answered elsewhere says so.
 */
export function showDialogsOnTerminal(dialogs: EngineDialogs, colors: Colors): void {
  const terminal = createInterface({ input: process.stdin, terminal: false });
  terminal.on('line', (line) => {
    const [dialog] = dialogs.shown;
    if (dialog === undefined) return;
    const answer = readAnswer(dialog, line.trim());
    if (answer === undefined) print(dialog, colors);
    else dialogs.answer(dialog.id, answer);
  });
  dialogs.canShow = true;
  dialogs.observe(
    (dialog) => print(dialog, colors),
    (dialog) => process.stderr.write(colors.dim(`  "${dialog.title}" is settled.\n`)),
  );
}

function print({ kind, title, message, buttons }: DialogRequest, colors: Colors): void {
  const answers = buttons.map((button, i) => `[${i + 1}] ${button}`).join('  ');
  const ask = kind === 'saveAs' ? 'Type a path in the project, or nothing to cancel: ' : `${answers}: `;
  process.stderr.write(`\n${colors.bold(title)}\n${message}\n${ask}`);
}

/** Undefined for what is no answer. */
function readAnswer({ kind, buttons }: DialogRequest, line: string): DialogAnswer | undefined {
  if (kind === 'saveAs') return line === '' ? { choice: 'cancel' } : { choice: 'yes', path: line };
  const byName = buttons.findIndex((button) => button.toLowerCase() === line.toLowerCase());
  const choice = choices[byName >= 0 ? byName : Number(line) - 1];
  return choice && { choice };
}
