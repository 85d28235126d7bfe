import { setTimeout as pause } from 'node:timers/promises';
import type { Json } from '../../../conformance/client/index.js';
import type { SoakHost } from '../host/host.js';
import { once } from '../host/once.js';
import type { StreamClient } from '../load/stream-client.js';

/** Of the scene: what the counters begin at, and how often the timeline counts. */
const [firstTick, firstCount, tickSeconds] = [4_294_967_290n, 9_007_199_254_740_985n, 0.7];
/** An app that has called is present for so long. */
const presenceSeconds = 30;

/** What must be at a time, whatever came before: timers, drivers, presence, windows, counters and ids. */
export class Calendar {
  readonly #host: SoakHost;
  readonly #onWrong: (what: string) => void;
  #count = firstCount;
  #lastId = 0n;
  #visits = 0;
  asked = 0;

  constructor(host: SoakHost, onWrong: (what: string) => void) {
    this.#host = host;
    this.#onWrong = onWrong;
  }

  /** @param seconds since the start, of the clock @param stepped the last of them in one step */
  async check(seconds: number, stepped: number): Promise<void> {
    const { phase, way } = await this.#get('/exposed/object/mover');
    this.#near('a sine', phase, Math.sin((seconds / 4) * 2 * Math.PI), 1e-6);
    this.#near('a ramp of a day', way, seconds % 86_400, 1e-6 * Math.max(1, seconds % 86_400));
    const { ticks } = await this.#get('/exposed/object/Desk');
    const due = Math.floor(seconds / tickSeconds);
    if (Math.abs(Number(BigInt(ticks) - firstTick) - due) > 1)
      this.#onWrong(
        `after ${seconds} s the timeline has counted ${BigInt(ticks) - firstTick}, and not ${due}`,
      );
    await this.#checkPresence(stepped);
    await this.#checkCounter();
    await this.#checkIds();
  }

  /** Waits until a stream has had its keep-alives: what one step brings comes at once. */
  async hears(stream: StreamClient, before: number, due: number): Promise<void> {
    const patience = performance.now() + 10_000;
    while (stream.comments - before < due && performance.now() < patience) await pause(10);
    const came = stream.comments - before;
    if (came < due || came > due + 4)
      this.#onWrong(`${came} keep-alives came where ${due} to ${due + 4} were due`);
  }

  /** Two streams are there for good, this caller is just here, and the one of the time before when that was not long ago. */
  async #checkPresence(stepped: number): Promise<void> {
    const { serverStatus } = await this.#get('/api/heartbeat', `visitor-${++this.#visits}`);
    const due = stepped <= presenceSeconds && this.#visits > 1 ? [4, 5, 6, 7] : [3];
    if (!due.includes(serverStatus.connectedClients))
      this.#onWrong(
        `after a step of ${stepped} s ${serverStatus.connectedClients} apps are present, and not ${due[0]}`,
      );
  }

  async #checkCounter(): Promise<void> {
    this.#count += 3n;
    const value = { value: this.#count };
    const { json } = await once(this.#host.url, 'PUT', '/exposed/object/Desk/count', { body: value });
    this.asked++;
    if (BigInt(json?.value ?? 0) !== this.#count)
      this.#onWrong(`the counter is ${json?.value}, and not ${this.#count}`);
  }

  /** None is given twice, and none is rounded: they rise by one or more, exactly. */
  async #checkIds(): Promise<void> {
    for (let i = 0; i < 2; i++) {
      const { id, key } = await this.#host.control('object.spawn', { class: 'Light', name: 'A guest' });
      if (BigInt(id) <= this.#lastId) this.#onWrong(`id ${id} came after ${this.#lastId}`);
      this.#lastId = BigInt(id);
      const { status } = await once(this.#host.url, 'GET', `/exposed/object/${id}`);
      if (status !== 200) this.#onWrong(`object ${id} answers ${status}`);
      await this.#host.control('object.destroy', { key: key ?? id });
    }
  }

  #near(what: string, value: number, expected: number, tolerance: number): void {
    if (!(Math.abs(value - expected) <= tolerance)) this.#onWrong(`${what} is ${value}, and not ${expected}`);
  }

  async #get(path: string, client?: string): Promise<Json> {
    this.asked++;
    const { json } = await once(this.#host.url, 'GET', path, {
      headers: client === undefined ? {} : { 'X-Client-ID': client },
    });
    return json;
  }
}
