import { isForeground } from './foreground.js';
import { cut } from './text.js';

/** What is printed to: a standard stream, or what a test puts in its place. */
export interface Output {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
  write(text: string): unknown;
}

/** Rows for so many columns. */
export type Rows = (columns: number) => readonly string[];

/** Lines that stay, and below them on a terminal what is replaced in place: the status, or a question. */
export interface Screen {
  /** True where rows can be replaced; false for files, pipes and terminals that only print. */
  readonly isLive: boolean;
  /** Columns and rows; undefined where text only goes by. */
  readonly size: { readonly columns: number; readonly rows: number } | undefined;
  /** False while somebody else types at the terminal: nothing is replaced or read then. */
  isOurs(): boolean;
  /** Prints text of one or more lines. */
  print(text: string): void;
  /** The line at the bottom while no question is up. */
  status(text: string): void;
  /** The rows of a question at the bottom, with the cursor behind the last; undefined when it is over. */
  prompt(rows: Rows | undefined): void;
  /** Clears the bottom; what comes is printed below. */
  close(): void;
}

const defaultSize = { columns: 80, rows: 24 };

/** Prints lines only. */
export class PlainScreen implements Screen {
  readonly isLive = false;
  readonly size = undefined;
  readonly #out: Output;

  constructor(out: Output) {
    this.#out = out;
  }

  isOurs(): boolean {
    return true;
  }

  print(text: string): void {
    this.#out.write(`${text}\n`);
  }

  status(): void {}

  prompt(rows: Rows | undefined): void {
    if (rows !== undefined) this.print(rows(Number.POSITIVE_INFINITY).join('\n'));
  }

  close(): void {}
}

/**
 * The one that writes to a terminal: whatever is printed goes above the bottom rows, which are drawn again below it. All
 * rows are cut, since one that wraps could not be cleared.
 */
export class LiveScreen implements Screen {
  readonly isLive = true;
  readonly #out: Output;
  readonly #write: (text: string) => unknown;
  readonly isOurs: () => boolean;
  #status = '';
  #prompt: Rows | undefined;
  /** Rows that stand at the bottom now. */
  #drawn = 0;

  constructor(out: Output, isOurs: () => boolean = isForeground) {
    this.#out = out;
    this.#write = out.write.bind(out);
    this.isOurs = isOurs;
  }

  get size() {
    // A terminal that does not know its size says 0.
    return {
      columns: this.#out.columns || defaultSize.columns,
      rows: this.#out.rows || defaultSize.rows,
    };
  }

  print(text: string): void {
    this.#draw(`${text}\n`);
  }

  status(text: string): void {
    if (text === this.#status) return;
    this.#status = text;
    if (this.#prompt === undefined) this.#draw();
  }

  prompt(rows: Rows | undefined): void {
    this.#prompt = rows;
    this.#draw();
  }

  /** Draws the bottom again, after the terminal has changed its size. */
  redraw(): void {
    this.#draw();
  }

  /** Another program had the terminal: of what was drawn only the row of the cursor may be left. */
  lost(): void {
    this.#drawn = Math.min(this.#drawn, 1);
    this.#draw();
  }

  close(): void {
    this.#status = '';
    this.#prompt = undefined;
    if (this.#drawn > 0) this.#draw();
  }

  /** From now on also what others write to a stream of this terminal goes above the bottom. Returns the way back. */
  adopt(stream: NodeJS.WriteStream): () => void {
    const { write } = stream;
    stream.write = ((chunk: string | Uint8Array, ...rest: unknown[]) => {
      const text = typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
      this.#draw(text.endsWith('\n') ? text : `${text}\n`);
      const done = rest.find((each) => typeof each === 'function') as (() => void) | undefined;
      if (done !== undefined) process.nextTick(done);
      return true;
    }) as typeof write;
    return () => {
      stream.write = write;
    };
  }

  /** In one write, so that nothing flickers. */
  #draw(above = ''): void {
    if (!this.isOurs()) {
      this.#drawn = 0;
      if (above !== '') this.#write(above);
      return;
    }
    const { size } = this;
    // What fills a row is wrapped by some terminals and not by others.
    const columns = Math.max(2, size.columns - 1);
    const rows = Math.max(1, size.rows - 1);
    const wanted = this.#prompt?.(columns) ?? (this.#status === '' ? [] : [this.#status]);
    const bottom = wanted.slice(-rows).map((row) => cut(row, columns));
    const up = this.#drawn > 1 ? `\u001b[${this.#drawn - 1}A` : '';
    const clear = this.#drawn > 0 ? `\r${up}\u001b[J` : '';
    this.#drawn = bottom.length;
    this.#write(`${clear}${above}${bottom.join('\n')}`);
  }
}

/** The screen of a stream; every call makes a new one, so that a terminal has one owner only if it is made once. */
export function screenOf(out: Output, env: NodeJS.ProcessEnv = process.env): LiveScreen | PlainScreen {
  return out.isTTY === true && env.TERM !== 'dumb' ? new LiveScreen(out) : new PlainScreen(out);
}
