import { wanted } from './edits.js';
import {
  classes,
  elementOf,
  functionsOf,
  isA,
  isReference,
  type Json,
  type Member,
  membersOf,
  Refusal,
  stages,
} from './kinds.js';
import { addressed, decoded } from './paths.js';
import { ChangeSender } from './stream.js';
import { at, same } from './values.js';

export interface Answer {
  status: number;
  body: Json;
  headers?: Record<string, string>;
}

/** The routes of the host. */
export abstract class Routed extends ChangeSender {
  #language = 'en';
  readonly #born = Date.now();

  protected refused(error: unknown, url?: URL): Answer {
    const status = error instanceof Refusal ? error.status : 500;
    const body: Json = { error: (error as Error).message };
    if (status === 400 && url?.pathname.toLowerCase() === '/exposed/batch') body.responses = [];
    return { status, body };
  }

  protected route(method: string, url: URL, body: Json, clientId: string): Answer {
    const path = url.pathname.replace(/\/$/, '');
    const [, first, second] = path.split('/').map((each) => decoded(each).toLowerCase());
    if (first === 'exposed' && ['object', 'function'].includes(second!))
      return this.routeObject(method, path, url, body);
    const table = this.routes(url, body, clientId)[
      path
        .split('/')
        .map((each) => decoded(each).toLowerCase())
        .join('/')
    ];
    if (table === undefined) throw new Refusal(404, 'Not found');
    const run = table[method];
    if (run === undefined)
      return {
        status: 405,
        body: { error: 'Method not allowed' },
        headers: { Allow: Object.keys(table).join(', ') },
      };
    const made = run();
    return { status: 200, body: made };
  }

  protected routes(url: URL, body: Json, clientId: string): Record<string, Record<string, () => Json>> {
    const query = (name: string) => url.searchParams.get(name) ?? undefined;
    const timestamp = new Date().toISOString();
    const asked = (name: string) => {
      if (typeof body?.[name] !== 'string')
        throw new Refusal(400, `Invalid request format: ${name} is missing`);
      return body[name];
    };
    const beat = () => ({
      success: true,
      clientId,
      serverTime: timestamp,
      message: 'Still here',
      serverStatus: {
        isRunning: true,
        connectedClients: this.readers.size,
        uptime: (Date.now() - this.#born) / 1000,
      },
    });
    return {
      '/exposed/objects': { GET: () => ({ objects: this.list(url) }) },
      '/exposed/types': { GET: () => ({ types: this.types(query('type')) }) },
      '/exposed/enums': {
        GET: () => ({
          enums: [
            {
              values: stages.map((name, value) => ({ value, name, displayName: name })),
              type: 'Stage',
            },
          ].filter(({ type }) => query('type') === undefined || query('type') === type),
        }),
      },
      '/exposed/orphans': { GET: () => ({ orphans: [] }) },
      '/exposed/orphans/remove': { POST: () => ({ removed: asked('sourceKey') === '\0', success: true }) },
      '/exposed/batch': { POST: () => this.batch(body) },
      '/api/presets': { GET: () => ({ presets: [] }) },
      '/api/live': { GET: () => this.live() },
      '/api/assets': { GET: () => ({ assets: [] }) },
      '/api/asset': {
        GET: () => {
          if (query('guid') === undefined) throw new Refusal(400, 'Invalid request format: guid is missing');
          throw new Refusal(404, 'Asset not found.');
        },
      },
      '/api/status': {
        GET: () => ({
          fps: this.fps(),
          version: '3.1',
          instanceId: this.instance,
          applicationName: 'IndependentHost',
          success: true,
        }),
      },
      '/api/performance': {
        GET: () => ({ memory: process.memoryUsage().rss, fps: this.fps(), success: true }),
      },
      '/api/confirm': {
        POST: () => {
          asked('id');
          return { success: true, settled: false, timestamp };
        },
      },
      '/api/language': {
        GET: () => ({ available: ['de', 'en'], current: this.#language }),
        PUT: () => {
          if (!['de', 'en'].includes(asked('language'))) throw new Refusal(400, 'unknown language');
          this.#language = body.language;
          this.tell('types_update', {});
          return { current: this.#language, success: true };
        },
      },
      '/api/heartbeat': { GET: beat, POST: beat },
      '/api/health': { GET: () => ({ ok: true }) },
      '/api/ip': {
        GET: () => ({ success: true, addresses: [{ interfaceName: 'lo', address: '127.0.0.1' }], timestamp }),
      },
      '/ui/info': { GET: () => ({ title: 'IndependentHost' }) },
      '/ui/sidemenu': { GET: () => ({ menuItems: [] }) },
    };
  }

  /** The members that differ from their defaults, without those the application changes. */
  protected live(): Json {
    const objects = this.all.flatMap(({ id, name, type, values, defaults }) => {
      const kept = membersOf(type).filter((member) => !member.isOwn);
      const properties = kept
        .map((member) => member.name)
        .filter((each) => !same(values[each], defaults[each]));
      return properties.length > 0 ? [{ id, name, properties }] : [];
    });
    return { unsaved: objects.length > 0, path: 'garden.live.json', objects, files: ['garden.live.json'] };
  }

  /** The measured frame rate; it differs in any two seconds. */
  protected fps(): number {
    return Math.round((48 + 4 * Math.random()) * 100) / 100;
  }

  protected list(url: URL): Json[] {
    const type = url.searchParams.get('type') || undefined;
    return this.all
      .filter((each) => type === undefined || isA(each.type, type))
      .map((each) => this.object(each, this.depth(url)));
  }

  protected depth(url: URL): number {
    return ['', 'true'].includes(url.searchParams.get('nested') ?? 'no') ? Number.POSITIVE_INFINITY : 1;
  }

  protected routeObject(method: string, path: string, url: URL, body: Json): Answer {
    const [, , kind, id, ...rest] = path.split('/');
    const owner = this.named(decoded(id ?? ''));
    if (owner === undefined) throw new Refusal(404, `Object not found: ${decoded(id ?? '')}`);
    const done = (made: Json): Answer => ({ status: 200, body: made });
    if (decoded(kind!).toLowerCase() === 'function') {
      if (method !== 'POST')
        return { status: 405, body: { error: 'Method not allowed' }, headers: { Allow: 'POST' } };
      return done({ result: this.call(owner, decoded(rest.join('/')), body?.args ?? []) });
    }
    if (rest.length === 0) {
      if (method === 'GET') return done(this.object(owner, this.depth(url)));
      if (method !== 'PUT')
        return { status: 405, body: { error: 'Method not allowed' }, headers: { Allow: 'GET, PUT' } };
      return done(this.writeAll(owner, wanted(body)));
    }
    if (method === 'POST' && rest.at(-1)!.toLowerCase() === 'reset') {
      const place = this.find(owner, rest.slice(0, -1).join('/'));
      return done(this.write(place, at(owner.defaults, place.path), true));
    }
    if (method === 'GET') return done(this.property(this.find(owner, rest.join('/'))));
    if (method === 'PUT') {
      const place = this.find(owner, rest.join('/'));
      return done(this.write(place, wanted(body)));
    }
    if (['POST', 'DELETE', 'PATCH'].includes(method)) return done(this.edit(method, owner, rest, body));
    return {
      status: 405,
      body: { error: 'Method not allowed' },
      headers: { Allow: 'GET, PUT, POST, DELETE, PATCH' },
    };
  }

  protected batch(body: Json): Json {
    if (!Array.isArray(body?.requests)) throw new Refusal(400, 'Invalid request format: requests is a list');
    return { responses: body.requests.map((item: Json) => this.item(item)) };
  }

  protected item(item: Json): Json {
    const isObject = item !== null && typeof item === 'object' && !Array.isArray(item);
    const id = isObject ? (item.id ?? null) : null;
    try {
      if (!isObject || typeof item.method !== 'string' || typeof item.path !== 'string')
        throw new Refusal(400, 'Invalid request format: method and path are missing');
      const url = addressed(item.path);
      if (!/^\/exposed\/(object|function)\//i.test(url.pathname)) throw new Refusal(404, 'Not found');
      return { body: this.route(item.method, url, item.body, '').body, id, status: 200 };
    } catch (error) {
      return { id, ...this.refused(error) };
    }
  }

  protected types(only?: string): Json[] {
    return Object.keys(classes)
      .filter((type) => only === undefined || type === only)
      .map((type) => ({
        kind: classes[type]!.kind,
        isAbstract: classes[type]!.isAbstract === true,
        ...(classes[type]!.base && { baseTypes: [classes[type]!.base] }),
        functions: functionsOf(type).map(({ name, returnType, parameters }, order) => ({
          order,
          parameters: parameters.map((each, i) => ({ ...describe(each, i), defaultValue: each.value })),
          returnType,
          name,
        })),
        properties: membersOf(type).map(describe),
        type,
      }));
  }
}

function describe(member: Omit<Member, 'most' | 'settle'>, order: number): Json {
  const { name, type } = member;
  const element = elementOf(type);
  const plain = element ?? type;
  return {
    order,
    controller: { type: 'Default' },
    isPersistable: !member.isReadOnly && !member.isOwn,
    isArray: element !== undefined,
    isReadOnly: member.isReadOnly === true,
    ...(member.isKey && { isKey: true }),
    ...(element && { elementType: element }),
    valueKind:
      plain === 'Stage' ? 'enum' : !classes[plain] ? 'value' : isReference(plain) ? 'component' : 'class',
    ...((type === 'String' || isReference(type)) && { isNullable: true }),
    type,
    name,
  };
}
