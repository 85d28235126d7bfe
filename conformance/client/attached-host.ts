import { HttpClient, type Json } from './http.js';

/** A host that runs already, of whatever make: what can be asked of it is what it offers over the wire. */
export class AttachedHost {
  readonly url: string;
  readonly controlUrl: string | undefined;
  readonly #control: HttpClient | undefined;

  constructor(url: string, controlUrl: string | undefined) {
    this.url = url.replace(/\/$/, '');
    this.controlUrl = controlUrl;
    this.#control = controlUrl === undefined ? undefined : new HttpClient(controlUrl);
  }

  /** Runs a command of the control channel. @throws Error when it is refused, or there is no channel. */
  async control(name: string, body: Json = {}): Promise<Json> {
    const answer = await this.controlRequest(name, body);
    if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${answer.text}`);
    return answer.json;
  }

  controlRequest(name: string, body: Json = {}) {
    if (this.#control === undefined) throw new Error('the control channel is not open');
    return this.#control.request('POST', `/control/${name}`, { body });
  }

  close(): void {
    this.#control?.close();
  }
}
