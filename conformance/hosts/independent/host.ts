import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { firstMistake } from './json.js';
import { isA, Refusal } from './kinds.js';
import { addressed } from './paths.js';
import { type Answer, Routed } from './routes.js';
import { fresh } from './values.js';

/**
 * A host written from docs/spec alone, with moving values, indented JSON, ids near their limit, bounded lists,
 * and a member that adjusts writes.
 */
export class IndependentHost extends Routed {
  readonly #server: Server;
  #timer: NodeJS.Timeout | undefined;
  protected frames = 0;

  constructor() {
    super();
    const anna = this.add('Gardener', 'Anna', { motto: 'Slowly.', wage: 12.25, hours: 7 }, 'anna');
    const petals = ['a1', 'a/2', '3'].map((code) => ({ ...fresh('Petal'), code }));
    this.add('Rose', 'Red rose', { gardener: anna, petals, labels: ['red', 'old'], water: 40 }, 'red-rose');
    this.add('Moss', 'Moss', { isDry: true });
    this.add('Sky', 'Sky', { light: 0.5, tint: { r: 1, g: 0.5, b: 0.25, a: 1 } });
    this.#server = createServer((request, response) => {
      // The client left before it sent the body.
      this.#take(request, response).catch(() => response.destroy());
    });
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.#timer = setInterval(() => this.frame(), 20);
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`.replace(/\/$/, '');
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** Advances the moving values and sends the changes. */
  protected frame(): void {
    this.frames++;
    for (const each of this.all)
      if (isA(each.type, 'Plant')) {
        each.values.height = Math.fround((each.values.height + 0.01) % 3);
        this.touch(each, 'height');
      } else if (each.type === 'Sky' && this.frames % 10 === 0) {
        each.values.light = (each.values.light * 1.1) % 1;
        this.touch(each, 'light');
      }
    this.flush();
  }

  protected cors(request: IncomingMessage): Record<string, string> {
    const { origin } = request.headers;
    return origin === undefined || !isLoopback(origin)
      ? {}
      : { 'Access-Control-Allow-Origin': origin, Vary: 'Origin' };
  }

  /** Foreign pages may read what their browsers allow, and cannot write. */
  protected isWelcome({ headers, method }: IncomingMessage): boolean {
    const isHere = headers.origin === undefined || isLoopback(headers.origin);
    return isLoopback(`http://${headers.host}`) && (isHere || method === 'GET');
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = addressed(request.url!);
    const clientId =
      String(request.headers['x-client-id'] ?? '') ||
      url.searchParams.get('clientId') ||
      `${request.socket.remoteAddress}:${request.socket.remotePort}`;
    const pieces: Buffer[] = [];
    let length = 0;
    for await (const piece of request) {
      length += piece.length;
      if (length <= 8 * 2 ** 20) pieces.push(piece);
    }
    let answer: Answer;
    if (!this.isWelcome(request)) answer = { status: 403, body: { error: 'Forbidden' } };
    else if (request.method === 'OPTIONS') answer = { status: 204, body: undefined };
    else if (length > 8 * 2 ** 20) answer = { status: 413, body: { error: 'Request body too large' } };
    else if (request.method === 'GET' && url.pathname.toLowerCase() === '/api/stream')
      return this.stream(request, url, response, clientId);
    else answer = this.answer(request.method!, url, Buffer.concat(pieces).toString(), clientId);
    response.writeHead(answer.status, {
      ...(answer.body !== undefined && { 'Content-Type': 'application/json;charset="utf-8"' }),
      ...(request.method === 'OPTIONS' && {
        'Access-Control-Allow-Methods': 'GET, POST, PUT, DELETE, PATCH, OPTIONS',
        'Access-Control-Allow-Headers':
          'Content-Type, Accept, X-Requested-With, X-Client-ID, Authorization, Last-Event-ID',
        'Access-Control-Max-Age': '86400',
      }),
      ...this.cors(request),
      ...answer.headers,
    });
    response.end(answer.body === undefined ? '' : JSON.stringify(answer.body, null, 2));
  }

  /** Handles every request except the event stream. */
  protected answer(method: string, url: URL, text: string, clientId: string): Answer {
    try {
      const mistake = text === '' ? undefined : firstMistake(text);
      if (mistake !== undefined) throw new Refusal(400, `Invalid JSON body: ${mistake}`);
      return this.route(method, url, text === '' ? undefined : JSON.parse(text), clientId);
    } catch (error) {
      return this.refused(error, url);
    }
  }
}

function isLoopback(origin: string): boolean {
  return URL.canParse(origin) && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(origin).hostname);
}
