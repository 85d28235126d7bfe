import { readSync, writeSync } from 'node:fs';
import type { ConfirmChoice } from './confirm-system.js';

/** Where a blocking dialog is shown: standard input and error of a terminal, unless a test gives its own. */
export interface Terminal {
  write(text: string): void;
  /** Waits for a line; undefined when there is no more input. */
  readLine(): string | undefined;
}

/**
 * A blocking question on the terminal, for paths with a single surface only: nothing is served while it waits. It cannot
 * back a mirrored prompt, whose answer may come over REST, and a service refuses a host that tries (QUT-8).
 */
export class ConfirmDialog {
  readonly isBlocking = true;
  readonly #terminal: Terminal;

  constructor(terminal: Terminal = standardTerminal) {
    this.#terminal = terminal;
  }

  /** Asks and waits; an unknown answer or the end of the input is `cancel`, which need not be among the buttons. */
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
