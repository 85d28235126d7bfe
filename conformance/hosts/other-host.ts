import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
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
  readonly #streams = new Set<ServerResponse>();
  #requests = 0;

  constructor(shape: HostShape) {
    this.shape = shape;
    this.objects = structuredClone(shape.objects) as Value[];
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
    if (target === '/api/stream' && request.method === 'GET') return this.#stream(response, query);
    const { status, body, type } = this.answerTo(
      request.method ?? '',
      target,
      query,
      Buffer.concat(chunks).toString(),
    );
    response.writeHead(status, {
      'Content-Type': type ?? this.shape.contentType ?? 'application/json; charset=utf-8',
    });
    if (type !== undefined) response.end(body);
    else response.end(JSON.stringify(this.shape.isReversed ? reversed(body) : body));
  }

  answerTo(method: string, target: string, query: URLSearchParams, text: string): Reply {
    try {
      const path = this.decode(target);
      return this.answer({ method, path, query, body: text === '' ? undefined : parsed(text) });
    } catch (error) {
      if (error instanceof Refused) return { status: error.status, body: { error: error.message } };
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
    const fixed = this.fixed(request);
    if (fixed !== undefined) {
      if (method in fixed) return { status: 200, body: fixed[method]!() };
      throw this.shape.isOlder
        ? new Refused(404, `Not found: ${method}`)
        : new Refused(405, `Method not allowed: ${method}`);
    }
    const [, id, rest] = /^\/exposed\/object\/([^/]+)(?:\/(.+))?$/.exec(path) ?? [];
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
    const place = this.find(object, rest);
    if (method === 'PUT') {
      place.write(converted(this.shape.classes, place.type, place.value, valueIn(body)));
      this.broadcast(object, place.path);
    } else if (method !== 'GET') throw new Refused(405, `Method not allowed: ${method}`);
    const { value, path: where } = this.find(object, rest);
    return { status: 200, body: { value, id: object['@id'], path: where, changed: true } };
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

  #stream(response: ServerResponse, query: URLSearchParams): void {
    response.writeHead(200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-cache, no-transform',
    });
    this.#streams.add(response);
    response.on('close', () => this.#streams.delete(response));
    this.#send(response, 'connected', {
      clientId: query.get('clientId') ?? 'somebody',
      serverTime: new Date().toISOString(),
      message: 'Connected',
      instanceId: 'a-b',
      ...(!this.shape.isOlder && { resume: 'fresh', cursor: 'a-b:0' }),
    });
  }

  broadcast(object: Value, path: string): void {
    const { value, path: where } = this.find(object, path);
    for (const stream of this.#streams)
      this.#send(stream, 'exposed_object_updated', { id: object['@id'], path: where, value, changed: true });
  }

  #send(stream: ServerResponse, type: string, members: Value): void {
    const data = { ...members, type, timestamp: new Date().toISOString() };
    stream.write(`event: data\ndata: ${JSON.stringify({ type: 'data', data })}\n\n`);
  }
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
