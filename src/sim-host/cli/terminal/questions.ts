import { createInterface } from 'node:readline';
import type { Colors } from 'picocolors/types.js';
import type { DialogAnswer, DialogRequest } from '../../../service/index.js';
import type { EngineDialogs } from '../../engine/index.js';
import { Keyboard } from './keys.js';
import type { Screen } from './screen.js';
import { printable, printableLines, wrap } from './text.js';

const choices = ['yes', 'no', 'cancel'] as const;
const inBackground =
  '  It runs in the background: fg brings it back to answer; a remote app may answer, too.';
const lookForForegroundMs = 500;

/** What the questions on a terminal need beside the dialogs. */
export interface QuestionPorts {
  readonly screen: Screen;
  readonly input: NodeJS.ReadStream;
  readonly colors: Colors;
  /** Ctrl+C while keys are read one by one. */
  readonly interrupt: () => void;
  /** What Ctrl+C would do now, where that is not what it does otherwise. */
  readonly interruptHint: () => string | undefined;
}

/**
 * The host's dialogs on an interactive terminal, answered there while everything else goes on. The oldest is asked; one
 * that is answered elsewhere says so.
 */
export class TerminalQuestions {
  readonly #dialogs: EngineDialogs;
  readonly #ports: QuestionPorts;
  readonly #keyboard: Keyboard;
  #asked: DialogRequest | undefined;
  #typed = '';
  #waiting: NodeJS.Timeout | undefined;

  constructor(dialogs: EngineDialogs, ports: QuestionPorts) {
    this.#dialogs = dialogs;
    this.#ports = ports;
    this.#keyboard = new Keyboard(ports.input, {
      typed: (line) => {
        this.#typed = line;
        this.#draw();
      },
      entered: (line) => this.#entered(line),
      interrupted: ports.interrupt,
      suspended: () => this.#suspend(),
    });
    if (!ports.screen.isLive) this.#readLines();
    dialogs.canShow = true;
    // Whoever shows a dialog may show the next right after: what is up then is asked.
    dialogs.observe(
      () => setImmediate(() => this.#next()),
      (dialog) => {
        if (dialog.id !== this.#asked?.id) return;
        ports.screen.prompt(undefined);
        ports.screen.print(ports.colors.dim(`"${printable(dialog.title)}" is settled.`));
        this.#asked = undefined;
        setImmediate(() => this.#next());
      },
    );
  }

  /** Draws the question again, after what Ctrl+C does has changed. */
  refresh(): void {
    this.#draw();
  }

  close(): void {
    this.#keyboard.stop();
    clearInterval(this.#waiting);
    this.#ports.screen.prompt(undefined);
  }

  #next(): void {
    const [oldest] = this.#dialogs.shown;
    if (oldest?.id === this.#asked?.id) return;
    this.#asked = oldest;
    this.#typed = '';
    if (oldest === undefined) return this.close();
    const { screen, colors } = this.#ports;
    const lines = printableLines(oldest.message).map((line) => `  ${line}`);
    screen.print(['', `  ${colors.bold(printable(oldest.title))}`, ...lines].join('\n'));
    void this.#listen();
  }

  /** In the background nothing may be read: it is tried again until the terminal is ours. */
  async #listen(): Promise<void> {
    clearInterval(this.#waiting);
    const { screen } = this.#ports;
    if (!screen.isLive) return this.#draw();
    if (screen.isOurs()) {
      await this.#keyboard.start();
      return this.#draw();
    }
    screen.print(inBackground);
    this.#waiting = setInterval(() => screen.isOurs() && void this.#listen(), lookForForegroundMs);
    this.#waiting.unref();
  }

  #draw(): void {
    const { screen, colors } = this.#ports;
    if (this.#asked === undefined || (screen.isLive && !this.#keyboard.isReading)) return;
    const hint = this.#ports.interruptHint();
    const typed = `  ${askFor(this.#asked)}${this.#typed}`;
    screen.prompt((columns) => [
      ...(hint === undefined ? [] : wrap(`  ${hint}`, columns).map((row) => colors.dim(row))),
      ...wrap(typed, columns),
    ]);
  }

  #entered(line: string): void {
    const dialog = this.#asked;
    if (dialog === undefined) return;
    this.#typed = '';
    const answer = readAnswer(dialog, line.trim());
    if (answer !== undefined) {
      this.#ports.screen.print(`  ${printable(askFor(dialog))}${printable(line)}`);
      this.#dialogs.answer(dialog.id, answer);
      return;
    }
    if (line.trim() !== '') {
      this.#ports.screen.print(
        `  "${printable(line.trim())}" is none of the answers; type a number or a name.`,
      );
    }
    this.#draw();
  }

  #suspend(): void {
    if (process.platform === 'win32') return;
    this.#keyboard.stop();
    this.#ports.screen.close();
    process.once('SIGCONT', () => void this.#listen());
    process.kill(process.pid, 'SIGTSTP');
  }

  /** A terminal that only prints echoes what is typed; whole lines are read there. */
  #readLines(): void {
    const lines = createInterface({ input: this.#ports.input, terminal: false });
    lines.on('line', (line) => this.#entered(line));
  }
}

function askFor({ kind, buttons }: DialogRequest): string {
  if (kind === 'saveAs') return 'Type a path in the project, or nothing to cancel: ';
  return `${buttons.map((button, i) => `[${i + 1}] ${printable(button)}`).join('  ')}: `;
}

/** By number, label, or `yes`, `no` and `cancel`; undefined for what is no answer. */
export function readAnswer({ kind, buttons }: DialogRequest, line: string): DialogAnswer | undefined {
  if (kind === 'saveAs') return line === '' ? { choice: 'cancel' } : { choice: 'yes', path: line };
  const wanted = line.toLowerCase();
  const offered = choices.slice(0, buttons.length);
  const byLabel = buttons.findIndex((label) => label.toLowerCase() === wanted);
  const choice = offered[byLabel] ?? offered[Number(line) - 1] ?? offered.find((name) => name === wanted);
  return choice && { choice };
}
