import { readSync, writeSync } from 'node:fs';
import type { ConfirmChoice } from '../../wire/confirm-choices.js';

/** The terminal of a blocking dialog: by default standard input and error. */
export interface Terminal {
  write(text: string): void;
  /** Waits for a line; undefined at the end of the input. */
  readLine(): string | undefined;
}

/**
 * A blocking dialog on the terminal, for code without any other surface. No request is served while it waits. Prompts
 * may be answered over REST, so a service rejects a host that uses this dialog for them (QUT-8).
 */
export class ConfirmDialog {
  readonly isBlocking = true;
  readonly #terminal: Terminal;

  constructor(terminal: Terminal = standardTerminal) {
    this.#terminal = terminal;
  }

  /** Asks and waits. An unknown answer or the end of the input is `cancel`, even without a cancel button. */
  ask(
    title: string,
    message: string,
    buttons: readonly [yes: string, no: string, cancel?: string],
  ): ConfirmChoice {
    const choices = buttons.map((button, i) => `[${i + 1}] ${button}`).join('  ');
    this.#terminal.write(`${title}\n${message}\n${choices}: `);
    const answer = this.#terminal.readLine()?.trim();
    return (['yes', 'no'] as const)[Number(answer) - 1] ?? 'cancel';
  }
}

const standardTerminal: Terminal = {
  write: (text) => void writeSync(2, text),
  readLine() {
    const buffer = Buffer.alloc(1024);
    const length = readSync(0, buffer);
    return length === 0 ? undefined : buffer.toString('utf8', 0, length).split('\n')[0];
  },
};
