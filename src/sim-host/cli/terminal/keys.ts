import { emitKeypressEvents, type Key } from 'node:readline';
import { printable } from './text.js';

/** What a person does at the keyboard. */
export interface KeyListener {
  /** The line that is being typed has changed. */
  typed(line: string): void;
  /** The line has been sent off with Enter. */
  entered(line: string): void;
  /** Ctrl+C, which is a key like any other meanwhile. */
  interrupted(): void;
  /** Ctrl+Z. */
  suspended(): void;
}

/** Reads a line key by key, so that the terminal echoes nothing of its own into what is drawn there. */
export class Keyboard {
  readonly #input: NodeJS.ReadStream;
  readonly #listener: KeyListener;
  #line = '';
  #isReading = false;

  constructor(input: NodeJS.ReadStream, listener: KeyListener) {
    this.#input = input;
    this.#listener = listener;
    // A terminal that has gone away is an error of its input.
    input.on('error', () => {});
  }

  get isReading(): boolean {
    return this.#isReading;
  }

  /** Begins with an empty line; what was typed before, when nothing was asked, is thrown away. */
  async start(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    this.#line = '';
    emitKeypressEvents(this.#input);
    this.#input.setRawMode?.(true);
    this.#input.resume();
    // After two turns of the event loop all that had been waiting has been read.
    await turn();
    await turn();
    if (this.#isReading) this.#input.on('keypress', this.#onKey);
  }

  stop(): void {
    if (!this.#isReading) return;
    this.#isReading = false;
    this.#input.off('keypress', this.#onKey);
    this.#input.setRawMode?.(false);
    this.#input.pause();
  }

  readonly #onKey = (text: string | undefined, { name, ctrl, meta }: Key): void => {
    if (ctrl && name === 'c') return this.#listener.interrupted();
    if (ctrl && name === 'z') return this.#listener.suspended();
    if (name === 'return' || name === 'enter') {
      const line = this.#line;
      this.#line = '';
      return this.#listener.entered(line);
    }
    if (name === 'backspace') this.#line = [...this.#line].slice(0, -1).join('');
    else if (ctrl && name === 'u') this.#line = '';
    else if (text !== undefined && !ctrl && !meta && printable(text) === text) this.#line += text;
    else return;
    this.#listener.typed(this.#line);
  };
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
