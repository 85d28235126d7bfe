import { HttpClient } from '../../conformance/client/index.js';
import { pause } from './stats.js';

/** One stream that is read word by word: gaps in its ids, and when the writes come back. */
export class Watch {
  lost = 0;
  #last: number | undefined;
  #count = 0;
  #bytes = 0;
  /** When the writes of the values from 1 on were due, and how many of them have been seen. */
  readonly #due: number[] = [];
  #seen = 0;
  readonly #latencies: number[] = [];

  get meanBytes(): number {
    return this.#bytes / Math.max(1, this.#count);
  }

  /** Milliseconds from a write to its event, in order of size. */
  get latencies(): readonly number[] {
    return this.#latencies.sort((a, b) => a - b);
  }

  /** From here on a gap in the ids is a loss; before, the app is not told of its own coming. */
  begin(): void {
    this.lost = 0;
    this.#count = 0;
    this.#bytes = 0;
  }

  take(id: string, text: string, at: number): void {
    const seq = Number(id.slice(id.lastIndexOf(':') + 1));
    if (this.#last !== undefined) this.lost += seq - this.#last - 1;
    this.#last = seq;
    this.#count++;
    this.#bytes += `id: ${id}\nevent: data\ndata: ${text}\n\n`.length;
    const [, value] = /"value":([\d.]+),"id":"[^"]+","path":"manual"/.exec(text) ?? [];
    if (value === undefined) return;
    // A later value of the frame stands for the earlier ones: those were waited for just as long, and longer.
    while (this.#seen < Math.min(Number(value), this.#due.length)) {
      this.#latencies.push(at - this.#due[this.#seen++]!);
    }
  }

  /**
   * Writes at fixed times, whatever the server does, and measures from those times: a server that stalls is not excused
   * from the writes that it made wait (no coordinated omission).
   */
  async writes(url: string, seconds: number): Promise<void> {
    const http = new HttpClient(url);
    const period = 10.3;
    const start = performance.now();
    const answers: Promise<unknown>[] = [];
    for (let i = 1; performance.now() - start < seconds * 1000; i++) {
      const due = start + i * period;
      await pause(Math.max(0, due - performance.now()));
      const value = this.#due.push(due);
      answers.push(http.request('PUT', '/exposed/object/thing/manual', { body: { value } }));
    }
    await Promise.all(answers);
    await pause(200);
    http.close();
  }
}
