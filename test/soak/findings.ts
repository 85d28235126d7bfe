import type { Excused, Failure } from './results.js';

/** Maximum number of kinds of failures that are kept. */
const most = 200;

/** The failures, each kind once with its first occurrence. */
export class Findings {
  readonly #failures = new Map<string, Failure>();
  readonly #excused = new Map<string, Excused>();
  readonly #seconds: () => number;
  readonly #print: (line: string) => void;

  constructor(seconds: () => number, print: (line: string) => void) {
    this.#seconds = seconds;
    this.#print = print;
  }

  get failures(): readonly Failure[] {
    return [...this.#failures.values()];
  }

  get excused(): readonly Excused[] {
    return [...this.#excused.values()];
  }

  fail(source: string, what: string, again?: string): void {
    // Numbers of generated cases and in messages do not make another kind.
    const kind = `${source.replace(/^generated \d+/, 'generated')}|${what}`.replace(/\d+/g, '#');
    const known = this.#failures.get(kind);
    if (known !== undefined) {
      this.#failures.set(kind, { ...known, count: known.count + 1 });
    } else if (this.#failures.size < most) {
      this.#failures.set(kind, { at: Math.round(this.#seconds()), source, what, again, count: 1 });
      this.#print(`FAILED ${source}: ${what}${again === undefined ? '' : `\n  again: ${again}`}`);
    }
  }

  excuse(source: string, what: string, reason: string): void {
    const known = this.#excused.get(reason);
    this.#excused.set(reason, { source, what, reason, count: (known?.count ?? 0) + 1 });
  }
}
