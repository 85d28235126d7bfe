import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { edited } from './lists.js';
import { type Classes, converted, membersOf, Refused, shown, type Value } from './values.js';

/** A host of another make, on node:http alone: nothing of sim-host is in it. */
export interface HostShape {
  readonly classes: Classes;
  /** With `@type`, `@id`, `@name` and their members. */
  readonly objects: readonly Value[];
  /** Called before every request: what moves by itself. */
  readonly move?: (objects: readonly Value[], requests: number) => void;
  /** Without what docs/spec/wire.md marks "(ours)". */
  readonly isOlder?: boolean;
  readonly contentType?: string;
  /** Members in another order. */
  readonly isReversed?: boolean;
  readonly saysBases?: boolean;
  readonly fps?: () => number;
}

export interface Request {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Value;
}

export interface Reply {
  status: number;
  body: Value;
  /** Of what is no JSON: the body goes out as it stands. */
  type?: string;
  /** With 405. */
  allow?: string;
}

export interface Place {
  readonly object: Value;
  readonly path: string;
  readonly type: string;
  readonly value: Value;
  readonly write: (value: Value) => void;
}

export class OtherHost {
  readonly objects: Value[];
  protected readonly shape: HostShape;
  readonly #server: Server;
  readonly #defaults: readonly Value[];
  readonly #streams = new Set<ServerResponse>();
  /** All that was sent, by its number. */
  readonly #sent: string[] = [];
  #requests = 0;

  constructor(shape: HostShape) {
    this.shape = shape;
    this.objects = structuredClone(shape.objects) as Value[];
    this.#defaults = structuredClone(shape.objects) as Value[];
    this.#server = createServer((request, response) => void this.#take(request, response));
    this.prepare(this.#server);
  }

  /** For what a host does below HTTP. */
  protected prepare(_server: Server): void {}

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.#requests++;
    this.shape.move?.(this.objects, this.#requests);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const [target = '', queryText = ''] = (request.url ?? '').split('?');
    const query = new URLSearchParams(queryText);
    const client = request.headers['x-client-id'];
    if (client !== undefined) query.set('clientId', String(client));
    if (target === '/api/stream' && request.method === 'GET') return this.#stream(request, response, query);
    const { status, body, type, allow } = this.isWelcome(request)
      ? this.answerTo(request.method ?? '', target, query, Buffer.concat(chunks).toString())
      : { status: 403, body: { error: 'Forbidden: no page from elsewhere' } };
    response.writeHead(request.method === 'OPTIONS' ? 204 : status, {
      'Content-Type': type ?? this.shape.contentType ?? 'application/json; charset=utf-8',
      ...(allow !== undefined && { Allow: allow }),
      ...this.cors(request),
    });
    if (request.method === 'OPTIONS') response.end();
    else if (type !== undefined) response.end(body);
    else response.end(JSON.stringify(this.shape.isReversed ? reversed(body) : body));
  }

  /** Older hosts let pages of everywhere in. */
  isWelcome({ method, headers: { origin } }: IncomingMessage): boolean {
    return this.shape.isOlder || method === 'GET' || origin === undefined || isLocal(origin);
  }

  cors({ headers: { origin } }: IncomingMessage): Record<string, string> {
    if (origin === undefined || !(this.shape.isOlder || isLocal(origin))) return {};
    return {
      'Access-Control-Allow-Origin': this.shape.isOlder ? '*' : origin,
      'Access-Control-Allow-Methods': 'GET, POST, PUT, DELETE, PATCH, OPTIONS',
      'Access-Control-Allow-Headers': 'Content-Type, X-Client-ID, Last-Event-ID',
    };
  }

  answerTo(method: string, target: string, query: URLSearchParams, text: string): Reply {
    try {
      const path = this.decode(target);
      return this.answer({ method, path, query, body: text === '' ? undefined : parsed(text) });
    } catch (error) {
      if (error instanceof Refused)
        return {
          status: error.status,
          body: { error: error.message },
          ...(error.allow !== undefined && { allow: error.allow }),
        };
      if (error instanceof URIError) return { status: 404, body: { error: 'Not found: no such path' } };
      throw error;
    }
  }

  /** @throws URIError */
  decode(target: string): string {
    return decodeURIComponent(target);
  }

  /** @throws Refused */
  answer(request: Request): Reply {
    const { method, path, query, body } = request;
    const fixed = this.fixed({ ...request, path: path.toLowerCase() });
    if (fixed !== undefined) {
      if (method in fixed) return { status: 200, body: fixed[method]!() };
      throw this.shape.isOlder
        ? new Refused(404, `Not found: ${method}`)
        : new Refused(405, `Method not allowed: ${method}`, Object.keys(fixed).join(', '));
    }
    const [, id, rest] = /^\/exposed\/object\/([^/]+)(?:\/(.+))?$/i.exec(path) ?? [];
    if (id === undefined) throw new Refused(404, `Not found: ${path}`);
    const object = this.objects.find((each) => each['@id'] === id);
    if (object === undefined) throw new Refused(404, `Object not found: ${id}`);
    if (rest === undefined) {
      if (method === 'GET') return { status: 200, body: this.shownObject(object, depthOf(query)) };
      if (method !== 'PUT' || this.shape.isOlder) throw new Refused(405, `Method not allowed: ${method}`);
      const wanted = valueIn(body);
      if (wanted === null || typeof wanted !== 'object' || Array.isArray(wanted))
        throw new Refused(400, 'Invalid request format: members are wanted');
      const made = converted(this.shape.classes, object['@type'], object, wanted);
      Object.assign(object, made);
      for (const name of Object.keys(wanted)) if (name in object) this.broadcast(object, name);
      return { status: 200, body: this.shownObject(object, Number.POSITIVE_INFINITY) };
    }
    const isReset = method === 'POST' && rest.endsWith('/reset');
    const at = isReset ? rest.slice(0, -'/reset'.length) : rest;
    const place = this.find(object, at);
    if (isReset) place.write(structuredClone(this.#defaultOf(place)));
    else if (method === 'PUT')
      place.write(converted(this.shape.classes, place.type, place.value, valueIn(body)));
    else if (method !== 'GET') place.write(edited(this.shape.classes, method, place.type, place.value, body));
    if (method !== 'GET') this.broadcast(object, place.path);
    return { status: 200, body: this.property(this.find(object, at)) };
  }

  property(place: Place): Value {
    const { value, object, path } = place;
    const changed = JSON.stringify(value) !== JSON.stringify(this.#defaultOf(place));
    return { value, id: object['@id'], path, changed };
  }

  /** What stood there at the start; nothing where there was no such element. */
  #defaultOf({ object, path }: Place): Value {
    const start = this.#defaults.find((each) => each['@id'] === object['@id']);
    return path.split('/').reduce((value, step) => value?.[step], start);
  }

  shownObject(object: Value, depth: number): Value {
    return Object.fromEntries(
      Object.entries(object).map(([name, value]) => [
        name,
        name.startsWith('@') ? value : shown(value, depth - 1),
      ]),
    );
  }

  /** @throws Refused 404 */
  find(object: Value, path: string): Place {
    const steps = path.split(/[/.[\]]+/).filter((step) => step !== '');
    let place: Place = { object, path: '', type: object['@type'], value: object, write: () => {} };
    for (const step of steps) place = this.step(place, step);
    return place;
  }

  /** @throws Refused 404 */
  step({ object, path, type, value }: Place, step: string): Place {
    const isList = Array.isArray(value);
    const stepType = isList
      ? /^\d+$/.test(step) && Number(step) < value.length
        ? type.slice(0, -2)
        : undefined
      : value !== null && typeof value === 'object' && Object.hasOwn(this.shape.classes, type)
        ? membersOf(this.shape.classes, type)[step]
        : undefined;
    if (stepType === undefined) throw new Refused(404, `Property not found: ${step}`);
    const write = (made: Value) => {
      value[step] = made;
    };
    return {
      object,
      path: path === '' ? step : `${path}/${step}`,
      type: stepType,
      value: value[step],
      write,
    };
  }

  /** Routes without an id, by method. */
  fixed({ path, query, body }: Request): Record<string, () => Value> | undefined {
    const timestamp = new Date().toISOString();
    switch (path) {
      case '/exposed/objects':
        return {
          GET: () => ({
            objects: this.list(query.get('type')).map((each) => this.shownObject(each, depthOf(query))),
          }),
        };
      case '/exposed/types':
        return {
          GET: () => ({ types: Object.keys(this.shape.classes).map((name) => this.describe(name)) }),
        };
      case '/exposed/enums':
        return { GET: () => ({ enums: [] }) };
      case '/exposed/batch':
        return { POST: () => this.batch(body) };
      case '/exposed/orphans':
        return { GET: () => ({ orphans: [] }) };
      case '/exposed/orphans/remove':
        return { POST: () => ({ success: true, removed: false }) };
      case '/api/status':
        return {
          GET: () => ({
            success: true,
            applicationName: 'Other',
            version: '3.1',
            fps: 60,
            instanceId: 'a-b',
          }),
        };
      case '/api/performance':
        return {
          GET: () => ({
            success: true,
            fps: (this.shape.fps ?? (() => 59 + Math.random()))(),
            memory: 12_345_678,
          }),
        };
      case '/api/heartbeat': {
        const beat = () => ({
          success: true,
          clientId: query.get('clientId') ?? 'somebody',
          serverTime: timestamp,
          message: 'Alive',
          serverStatus: { isRunning: true, connectedClients: 1, uptime: 1 },
        });
        return { GET: beat, POST: beat };
      }
      case '/api/confirm':
        return { POST: () => this.confirm(timestamp) };
      case '/api/asset':
        return {
          GET: () => {
            if (query.get('guid') === null) throw new Refused(400, 'Invalid request format: guid is missing');
            throw new Refused(404, 'Asset not found.');
          },
        };
      default:
        return undefined;
    }
  }

  confirm(timestamp: string): Value {
    return { success: true, settled: false, timestamp };
  }

  list(type: string | null): readonly Value[] {
    const isA = (name: string): boolean => {
      if (name === type) return true;
      const { base } = this.shape.classes[name]!;
      return base !== undefined && isA(base);
    };
    return type === null ? this.objects : this.objects.filter((each) => isA(each['@type']));
  }

  batch(body: Value): Value {
    if (!Array.isArray(body?.requests))
      throw new Refused(400, 'Invalid request format: requests are missing');
    return { responses: body.requests.map((item: Value) => this.item(item)) };
  }

  item({ id = null, method, path, body }: Value): Value {
    const { status, body: answer } = this.answerTo(
      method,
      path,
      new URLSearchParams(),
      JSON.stringify(body) ?? '',
    );
    return { id, status, body: answer };
  }

  describe(type: string): Value {
    const { base } = this.shape.classes[type]!;
    const properties = Object.entries(membersOf(this.shape.classes, type)).map(([name, each], order) => ({
      name,
      type: each.replace('[]', ''),
      isReadOnly: false,
      isArray: each.endsWith('[]'),
      isPersistable: true,
      controller: { type: 'Default' },
      order,
    }));
    return { type, properties, ...(this.shape.saysBases && base !== undefined && { baseTypes: [base] }) };
  }

  #stream(request: IncomingMessage, response: ServerResponse, query: URLSearchParams): void {
    response.writeHead(200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-cache, no-transform',
    });
    this.#streams.add(response);
    response.on('close', () => this.#streams.delete(response));
    const last = request.headers['last-event-id'];
    const missed = last === undefined ? [] : this.#sent.slice(Number(String(last).split(':')[1]));
    const event = eventOf('connected', {
      clientId: query.get('clientId') ?? 'somebody',
      serverTime: new Date().toISOString(),
      message: 'Connected',
      instanceId: 'a-b',
      ...(!this.shape.isOlder && {
        resume: last === undefined ? 'fresh' : 'resumed',
        cursor: `a-b:${this.#sent.length}`,
      }),
    });
    response.write(event + (this.shape.isOlder ? '' : missed.join('')));
  }

  broadcast(object: Value, path: string): void {
    const event = eventOf('exposed_object_updated', this.property(this.find(object, path)));
    const text = this.shape.isOlder ? event : `id: a-b:${this.#sent.length + 1}\n${event}`;
    this.#sent.push(text);
    for (const stream of this.#streams) stream.write(text);
  }
}

function eventOf(type: string, members: Value): string {
  const data = { ...members, type, timestamp: new Date().toISOString() };
  return `event: data\ndata: ${JSON.stringify({ type: 'data', data })}\n\n`;
}

function isLocal(origin: string): boolean {
  return /^https?:\/\/(localhost|127\.0\.0\.1)(:\d+)?$/.test(origin);
}

function depthOf(query: URLSearchParams): number {
  const nested = query.get('nested');
  return nested !== null && !['false', '0'].includes(nested) ? Number.POSITIVE_INFINITY : 1;
}

function valueIn(body: Value): Value {
  if (body !== null && typeof body === 'object' && !Array.isArray(body) && 'value' in body) return body.value;
  throw new Refused(400, 'Invalid request format: "value" is missing');
}

function parsed(text: string): Value {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refused(400, 'Invalid JSON body: it is no JSON');
  }
}

function reversed(value: Value): Value {
  if (Array.isArray(value)) return value.map(reversed);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, each]) => [name, reversed(each)])
      .reverse(),
  );
}
