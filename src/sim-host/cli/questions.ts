import { printable, printableLines } from '../../service/common/printable.js';
import type { DialogAnswer, DialogRequest } from '../../service/index.js';
import { confirmChoices } from '../../wire/confirm-choices.js';
import type { RunningSimHost } from '../sim-host.js';
import type { EndingSignals } from './signals.js';
import type { Terminal } from './terminal.js';

/**
 * Shows the dialogs of the host on the terminal, oldest first, while the host keeps running. Ctrl+C asks the
 * application to quit; a second one ends the host without saving.
 */
export function askOnTerminal(
  { engine, service }: Pick<RunningSimHost, 'engine' | 'service'>,
  signals: Pick<EndingSignals, 'onInterrupt' | 'interrupt'>,
  terminal: Terminal,
): void {
  const { dialogs } = engine;
  let asked: DialogRequest | undefined;
  let isQuitting = false;
  let wasDeclined = false;
  // A listener may open the next dialog immediately.
  const askOldest = () =>
    setImmediate(() => {
      const [oldest] = dialogs.shown;
      if (oldest === undefined) isQuitting = false;
      if (oldest?.id === asked?.id) return;
      asked = oldest;
      if (oldest === undefined) return terminal.endQuestion();
      terminal.print(questionText(oldest));
      terminal.ask((line) => {
        const answer = readAnswer(oldest, line.trim());
        if (answer !== undefined) dialogs.answer(oldest.id, answer);
        else if (line.trim() !== '')
          terminal.print(`  "${printable(line.trim())}" is not an answer; type a number or a name.`);
      });
    });
  dialogs.canShow = true;
  dialogs.observe(askOldest, (dialog) => {
    if (dialog.id === asked?.id) terminal.print(`  "${printable(dialog.title)}" is answered.`);
    askOldest();
  });

  const quit = async () => {
    isQuitting = true;
    const { accepted, confirmId } = await service.quit.request();
    if (accepted) return;
    wasDeclined = confirmId === undefined;
    terminal.print(
      wasDeclined
        ? '  The application declined to quit. Ctrl+C again ends it all the same.'
        : '  Ctrl+C again ends it at once, without saving.',
    );
  };
  terminal.onInterrupt = signals.interrupt;
  signals.onInterrupt(() => {
    if (wasDeclined || (isQuitting && dialogs.shown.length > 0)) return false;
    quit().catch((error: unknown) => engine.log.exception(error));
    return true;
  });
}

function questionText({ kind, title, message, buttons }: DialogRequest): string {
  const offered = buttons.map((button, i) => `[${i + 1}] ${printable(button)}`).join('  ');
  const answers = kind === 'saveAs' ? 'Type a path in the project, or nothing to cancel:' : offered;
  return ['', printable(title), ...printableLines(message), answers]
    .map((row) => row && `  ${row}`)
    .join('\n');
}

/** Parses an answer: a number, a label, or `yes`, `no`, `cancel`; undefined if it is none of them. */
export function readAnswer({ kind, buttons }: DialogRequest, line: string): DialogAnswer | undefined {
  if (kind === 'saveAs') return line === '' ? { choice: 'cancel' } : { choice: 'yes', path: line };
  const wanted = line.toLowerCase();
  const offered = confirmChoices.slice(0, buttons.length);
  const byLabel = buttons.findIndex((label) => label.toLowerCase() === wanted);
  const choice = offered[byLabel] ?? offered[Number(line) - 1] ?? offered.find((name) => name === wanted);
  return choice && { choice };
}
