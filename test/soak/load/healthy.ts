import { type Answer, HttpClient, type Json } from '../../../conformance/client/index.js';
import { Random } from '../random.js';

/** Time limit of a healthy request: a late answer on a busy machine is not a failure. */
const limitMs = 60_000;

/** The results of a healthy client. */
export interface HealthyEvents {
  readonly answered: (ms: number) => void;
  readonly wrong: (what: string) => void;
}

/**
 * A remote app without errors, which owns one lamp and checks that it reads its own writes.
 */
export class HealthyClient {
  #http: HttpClient;
  readonly #random: Random;
  readonly #lamp: string;
  readonly #clientId: string;
  readonly #on: HealthyEvents;

  constructor(url: string, seed: number, index: number, on: HealthyEvents) {
    this.#http = new HttpClient(url);
    this.#random = new Random(seed, 1_000_000 + index);
    this.#lamp = `own-${index}`;
    this.#clientId = `healthy-${index}`;
    this.#on = on;
  }

  /** Runs one action of a remote app. */
  async act(): Promise<void> {
    const random = this.#random;
    const lamp = `/exposed/object/${this.#lamp}`;
    const level = random.below(1000) / 8;
    switch (random.below(12)) {
      case 0:
        await this.#ask('GET', '/exposed/objects');
        break;
      case 1:
        await this.#ask('GET', '/exposed/objects?nested');
        break;
      case 2:
        await this.#ask(
          'GET',
          random.pick(['/exposed/types', '/exposed/enums', '/api/status', '/api/performance', '/api/health']),
        );
        break;
      case 3:
        await this.#ask('POST', '/api/heartbeat');
        break;
      case 4:
        await this.#expectIn(
          'POST',
          '/exposed/function/Desk/Sum',
          { args: [level | 0, 1] },
          'result',
          (level | 0) + 1,
        );
        break;
      case 5: {
        const requests = Array.from({ length: 10 }, (_, id) => ({
          id,
          method: 'PUT',
          path: `${lamp}/${id % 2 === 0 ? 'level' : 'steps'}`,
          body: { value: id },
        }));
        const json = await this.#ask('POST', '/exposed/batch', { requests });
        if (json?.responses?.length !== 10 || json.responses.some((each: Json) => each.status !== 200))
          this.#on.wrong(`a batch answered ${JSON.stringify(json, bigintText)?.slice(0, 300)}`);
        break;
      }
      case 6:
        await this.#ask('POST', `${lamp}/numbers`, { value: level });
        await this.#ask('DELETE', `${lamp}/numbers`, { index: -1 });
        break;
      case 7:
        await this.#ask('PUT', lamp, { value: { level, text: `level ${level}` } });
        await this.#expectIn('GET', `${lamp}/text`, undefined, 'value', `level ${level}`);
        break;
      case 8:
        await this.#ask('POST', `${lamp}/level/reset`);
        await this.#expectIn('GET', `${lamp}/level`, undefined, 'value', 1);
        break;
      case 9:
        await this.#ask('GET', `/exposed/image/${this.#lamp}/preview`);
        break;
      default:
        await this.#expectIn('PUT', `${lamp}/level`, { value: level }, 'value', level);
        await this.#expectIn('GET', `${lamp}/level`, undefined, 'value', level);
    }
  }

  /** Starts with new connections, because idle ones may be closed on reuse. */
  reconnect(): void {
    this.#http.close();
    this.#http = new HttpClient(this.#http.baseUrl);
  }

  close(): void {
    this.#http.close();
  }

  async #expectIn(method: string, path: string, body: Json, member: string, value: Json): Promise<void> {
    const json = await this.#ask(method, path, body);
    if (json !== undefined && json[member] !== value)
      this.#on.wrong(
        `${method} ${path}: ${member} is ${JSON.stringify(json[member], bigintText)}, and not ${value}`,
      );
  }

  async #ask(method: string, path: string, body?: Json): Promise<Json> {
    const startedAt = performance.now();
    let answer: Answer;
    try {
      const headers = { 'X-Client-ID': this.#clientId };
      answer = await this.#http.request(method, path, {
        headers,
        limitMs,
        ...(body !== undefined && { body }),
      });
    } catch (error) {
      this.#on.wrong(`${method} ${path}: ${(error as Error).message}`);
      return undefined;
    }
    this.#on.answered(performance.now() - startedAt);
    const missingImage = path.includes('/image/') && answer.status === 404;
    if (answer.status !== 200 && !missingImage)
      this.#on.wrong(
        `${method} ${path} ${JSON.stringify(body)}: ${answer.status} ${answer.text.slice(0, 300)}`,
      );
    return answer.json;
  }
}

function bigintText(_: string, value: Json): Json {
  return typeof value === 'bigint' ? String(value) : value;
}
