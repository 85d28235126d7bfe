import { readFileSync } from 'node:fs';
import { createInterface, type Interface } from 'node:readline';

const clearLine = '\r\u001b[K';
const foregroundMs = 500;
const defaultSize = { columns: 80, rows: 24 };

/** Prints lines and, on a terminal, keeps a last line below them with the status or the current question. */
export class Terminal {
  readonly #input: NodeJS.ReadStream;
  readonly #output: NodeJS.WriteStream;
  readonly #isForeground: () => boolean;
  #status = '';
  #question: ((line: string) => void) | undefined;
  #reader: Interface | undefined;
  /** Called for Ctrl+C during a question, when it is not a signal. */
  onInterrupt: () => void = () => {};

  constructor(
    { stdin, stdout }: Pick<NodeJS.Process, 'stdin' | 'stdout'>,
    isForeground: () => boolean = isInForeground,
  ) {
    this.#input = stdin;
    this.#output = stdout;
    this.#isForeground = isForeground;
  }

  /** True if a person can answer questions. */
  get isInteractive(): boolean {
    return this.#input.isTTY === true && this.isLive;
  }

  /** True if the last line can be updated in place. */
  get isLive(): boolean {
    return this.#output.isTTY === true && process.env.TERM !== 'dumb';
  }

  /** Columns and rows of the output; undefined if it is not a terminal. */
  get size(): { readonly columns: number; readonly rows: number } | undefined {
    if (!this.isLive) return undefined;
    // A terminal of unknown size reports 0.
    return {
      columns: this.#output.columns || defaultSize.columns,
      rows: this.#output.rows || defaultSize.rows,
    };
  }

  /** Bytes of standard output that were not read yet. */
  get unreadBytes(): number {
    return this.#output.writableLength;
  }

  /** Prints text of one or more lines above the last line. */
  print(text: string): void {
    const hasLastLine = this.#reader !== undefined || this.#status !== '';
    this.#output.write(`${hasLastLine ? clearLine : ''}${text}\n${this.#status}`);
    this.#reader?.prompt(true);
  }

  /** Replaces the last line except during a question. */
  status(text: string): void {
    if (!this.isLive || this.#reader !== undefined) return;
    // A wrapped line could not be cleared.
    this.#status = this.#isForeground() ? text.slice(0, this.size!.columns - 1) : '';
    if (this.#status !== '') this.#output.write(clearLine + this.#status);
  }

  /** Passes typed lines to the listener until `endQuestion`; earlier input is discarded. */
  ask(answered: (line: string) => void): void {
    this.#question = answered;
    this.#read();
  }

  endQuestion(): void {
    this.#question = undefined;
    const reader = this.#reader;
    this.#reader = undefined;
    if (reader === undefined) return;
    reader.close();
    this.#output.write(clearLine);
  }

  /** Stops reading; lines can still be printed. */
  close(): void {
    this.endQuestion();
    this.#clearStatus();
  }

  #clearStatus(): void {
    if (this.#status !== '') this.#output.write(clearLine);
    this.#status = '';
  }

  /**
   * Reads input once the process is in the foreground; the system would stop a background process that reads the
   * terminal.
   */
  #read(): void {
    if (this.#question === undefined || this.#reader !== undefined) return;
    if (!this.#isForeground()) return void setTimeout(() => this.#read(), foregroundMs).unref();
    this.#clearStatus();
    const reader = createInterface({
      input: this.#input,
      output: this.#output,
      terminal: true,
      prompt: '  > ',
    });
    this.#reader = reader;
    reader.on('SIGINT', () => this.onInterrupt());
    // Closing the terminal is an error of its input.
    reader.on('error', () => {});
    // Ctrl+D closes the reader without an answer.
    reader.on('close', () => {
      if (this.#reader !== reader) return;
      this.#reader = undefined;
      this.#read();
    });
    reader.prompt();
    const answered = (line: string) => {
      this.#question?.(line);
      this.#reader?.prompt();
    };
    // Earlier input has been read by then.
    setImmediate(() => setImmediate(() => reader.on('line', answered)));
  }
}

/** False if a shell runs the process in the background. Only Linux reports this. */
function isInForeground(): boolean {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    // The process name in parentheses may contain any characters.
    const [, , group, , , foreground] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return group === foreground || foreground === '-1';
  } catch {
    return true;
  }
}
