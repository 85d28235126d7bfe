import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * What a run has found out, line by line on the disk: one that was interrupted goes on where it was. What was found out of another version
 * of the code or the scenarios is forgotten.
 */
export class Kept<T> {
  readonly #file: string;
  readonly #values = new Map<string, T>();

  constructor(file: string, version: string) {
    this.#file = file;
    const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
    if (lines[0] !== version) {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, `${version}\n`);
      return;
    }
    for (const line of lines.slice(1)) {
      const entry = entryOf<T>(line);
      if (entry !== undefined) this.#values.set(...entry);
    }
    // A line that a kill has cut off is closed, so that the next one stands alone.
    appendFileSync(file, '\n');
  }

  get(key: string): T | undefined {
    return this.#values.get(key);
  }

  set(key: string, value: T): void {
    this.#values.set(key, value);
    appendFileSync(this.#file, `${JSON.stringify([key, value])}\n`);
  }
}

function entryOf<T>(line: string): [string, T] | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
