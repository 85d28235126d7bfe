import { HttpClient } from '../../conformance/client/index.js';
import { pause } from './stats.js';

/** One stream that is parsed: gaps in its ids, and the latency of writes. */
export class Watch {
  lost = 0;
  #last: number | undefined;
  #count = 0;
  #bytes = 0;
  /** The due times of the writes of 1, 2, …, and how many have been received. */
  readonly #due: number[] = [];
  #seen = 0;
  readonly #latencies: number[] = [];

  get meanBytes(): number {
    return this.#bytes / Math.max(1, this.#count);
  }

  /** Milliseconds from a write to its event, sorted. */
  get latencies(): readonly number[] {
    return this.#latencies.sort((a, b) => a - b);
  }

  /** From now on a gap in the ids is a loss; earlier gaps are the app's own connection event. */
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
    // A later value in a frame replaces earlier ones, which count with their longer latency.
    while (this.#seen < Math.min(Number(value), this.#due.length)) {
      this.#latencies.push(at - this.#due[this.#seen++]!);
    }
  }

  /**
   * Writes at fixed times and measures from them, so that a stalled server delays no write (no coordinated omission).
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
