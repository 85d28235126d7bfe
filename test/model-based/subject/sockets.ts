import { Agent, type ClientRequest, type IncomingMessage, request as send } from 'node:http';
import type { Arrived, Transport } from './transport.js';

const headers = { 'x-client-id': 'model-based' };

/** HTTP and events over the loopback interface, with any available engine. */
export class Sockets implements Transport {
  readonly listener = 'auto';
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  #base = '';
  #stream: ClientRequest | undefined;

  request(method: string, url: string, body?: string): Promise<Arrived> {
    return new Promise((resolve, reject) => {
      const sent = this.#send(method, url, (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (piece: string) => {
          text += piece;
        });
        response.on('end', () => resolve({ status: response.statusCode!, body: text }));
        response.on('error', reject);
      });
      sent.on('error', reject);
      // Node.js does not set the length of a DELETE body.
      if (body !== undefined) sent.setHeader('content-length', Buffer.byteLength(body));
      sent.end(body);
    });
  }

  connect(base: string, url: string, onText: (text: string) => void): Promise<void> {
    this.#base = base;
    return new Promise((resolve, reject) => {
      this.#stream = this.#send('GET', url, (response) => {
        response.setEncoding('utf8');
        response.on('data', (text: string) => {
          onText(text);
          resolve();
        });
        // The stream is aborted at the end.
        response.on('error', () => undefined);
      });
      this.#stream.on('error', reject);
      this.#stream.end();
    });
  }

  close(): void {
    this.#stream?.destroy();
    this.#agent.destroy();
  }

  #send(method: string, path: string, onResponse: (response: IncomingMessage) => void): ClientRequest {
    const { hostname, port } = new URL(this.#base);
    const agent = path.startsWith('/api/stream') ? false : this.#agent;
    return send({ hostname, port, method, path, headers, agent }, onResponse);
  }
}
