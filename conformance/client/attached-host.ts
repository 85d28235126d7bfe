import { HttpClient, type Json } from './http.js';

/** The URL of the control channel and its token. */
export interface ControlPlace {
  readonly url: string | undefined;
  readonly token?: string | undefined;
}

/** A running host of any kind, which is accessed only over the wire. */
export class AttachedHost {
  readonly url: string;
  readonly controlUrl: string | undefined;
  readonly #control: HttpClient | undefined;

  constructor(url: string, control: ControlPlace) {
    this.url = url.replace(/\/+$/, '');
    this.controlUrl = control.url;
    this.#control = control.url === undefined ? undefined : new HttpClient(control.url, control.token);
  }

  /** Runs a command of the control channel. @throws Error if it is refused or there is no channel */
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
