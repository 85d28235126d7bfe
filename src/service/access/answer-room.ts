import { ExposedError } from '../exposed-error.js';

/** What stands for the text of something that was written where there is no room for it. */
export const leftOut = '{"@truncated":true}';

/** How many characters of texts the requests that are served together may still be answered. */
export class AnswerRoom {
  /** Undefined for requests that are served alone. */
  #left: number | undefined;

  /** Runs requests that are answered no more than so many characters together. */
  within<T>(characters: number, run: () => T): T {
    this.#left = characters;
    try {
      return run();
    } finally {
      this.#left = undefined;
    }
  }

  /** Characters that a text may have now. */
  get left(): number {
    return this.#left ?? Number.POSITIVE_INFINITY;
  }

  get isBounded(): boolean {
    return this.#left !== undefined;
  }

  /**
   * The text that `make` gives, which throws where it would be longer than there is room. Once there was too little there is none:
   * it took as long to find that out.
   * @throws ExposedError `answer-too-large`
   */
  take(make: () => string): string {
    const room = this.#left;
    if (room === undefined) return make();
    if (room === 0) throw noRoom();
    let text: string | undefined;
    try {
      text = make();
    } catch (error) {
      if (!isTooLarge(error)) throw error;
    }
    this.#left = text === undefined ? 0 : Math.max(0, room - text.length);
    if (text === undefined || text.length > room) throw noRoom();
    return text;
  }

  /** The same of something that was written, which has happened. */
  takeWritten(make: () => string): string {
    try {
      return this.take(make);
    } catch (error) {
      if (isTooLarge(error)) return leftOut;
      throw error;
    }
  }
}

function isTooLarge(error: unknown): boolean {
  return error instanceof ExposedError && error.code === 'answer-too-large';
}

function noRoom(): ExposedError {
  return new ExposedError(
    'answer-too-large',
    'with it the items of the batch would be answered too much together; send it by itself',
  );
}
