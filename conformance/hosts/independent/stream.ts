import type { IncomingMessage, ServerResponse } from 'node:http';
import { Edits } from './edits.js';
import type { Json } from './kinds.js';
import type { HostObject } from './objects.js';

interface Reader {
  readonly response: ServerResponse;
  readonly clientId: string;
  readonly kinds?: readonly string[];
  readonly ids?: readonly string[];
  lastAt: number;
}

interface Event {
  readonly at: number;
  readonly text: string;
  readonly kind: string;
  readonly id?: string | undefined;
}

/** Sends changes to apps. */
export abstract class ChangeSender extends Edits {
  readonly instance = 'independent-5b1c';
  protected readonly readers = new Set<Reader>();
  readonly #changes = new Map<string, [HostObject, string]>();
  readonly #ring: Event[] = [];
  #seq = 0;

  protected abstract cors(request: IncomingMessage): Record<string, string>;

  protected touch(owner: HostObject, path: string): void {
    this.#changes.set(`${owner.id} ${path}`, [owner, path]);
  }

  protected flush(): void {
    for (const [owner, path] of this.#changes.values())
      this.tell('exposed_object_updated', this.property(this.find(owner, path)), owner.id);
    this.#changes.clear();
    for (const reader of this.readers)
      if (Date.now() - reader.lastAt > 10_000) {
        reader.lastAt = Date.now();
        reader.response.write(`: keep-alive ${Date.now()}\n\n`);
      }
  }

  protected event(kind: string, members: Json): string {
    const data = { ...members, timestamp: new Date().toISOString(), type: kind };
    return `event: data\ndata: ${JSON.stringify({ data, type: 'data' })}\n\n`;
  }

  /** Returns the id of an event; empty if events have no ids. */
  protected idOf(at: number): string {
    return `${this.instance}:${at}`;
  }

  protected connectedId(at: number): string {
    return `${this.instance}:${at}`;
  }

  protected tell(kind: string, members: Json, id?: string): void {
    const at = ++this.#seq;
    const event = { at, kind, id, text: idLine(this.idOf(at)) + this.event(kind, members) };
    this.#ring.push(event);
    if (this.#ring.length > 500) this.#ring.shift();
    for (const reader of this.readers) this.#send(reader, event);
  }

  #send(reader: Reader, { kind, id, text }: Event): void {
    if (reader.kinds && !reader.kinds.includes(kind)) return;
    if (reader.ids && id !== undefined && !reader.ids.includes(id)) return;
    reader.lastAt = Date.now();
    reader.response.write(text);
  }

  protected missed(since: number): readonly Event[] {
    return this.#ring.filter(({ at }) => at > since);
  }

  /** @param at number of the event after which the replay starts */
  protected connected(clientId: string, resume: string, at: number): Json {
    const cursor = `${this.instance}:${at}`;
    const message = 'Welcome';
    return {
      cursor,
      resume,
      instanceId: this.instance,
      message,
      serverTime: new Date().toISOString(),
      clientId,
    };
  }

  protected stream(request: IncomingMessage, url: URL, response: ServerResponse, clientId: string): void {
    const listed = (name: string) => url.searchParams.get(name)?.split(',').filter(Boolean);
    response.writeHead(200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-cache, no-transform',
      'X-Accel-Buffering': 'no',
      ...this.cors(request),
    });
    const kinds = listed('kinds');
    const ids = listed('ids');
    const reader: Reader = {
      response,
      clientId,
      lastAt: Date.now(),
      ...(kinds && { kinds }),
      ...(ids && { ids }),
    };
    const last = String(request.headers['last-event-id'] ?? url.searchParams.get('lastEventId') ?? '');
    const [epoch, at] = last.split(':');
    const isHere =
      epoch === this.instance &&
      /^\d+$/.test(at!) &&
      Number(at) + 1 >= (this.#ring[0]?.at ?? 1) &&
      Number(at) <= this.#seq;
    const from = isHere ? Number(at) : this.#seq;
    const greeting = this.connected(clientId, last === '' ? 'fresh' : isHere ? 'resumed' : 'gap', from);
    response.write(idLine(this.connectedId(from)) + this.event('connected', greeting));
    if (isHere) for (const each of this.missed(Number(at))) this.#send(reader, each);
    this.tell('client_connected', { clientId });
    this.readers.add(reader);
    request.on('close', () => {
      this.readers.delete(reader);
      this.tell('client_disconnected', { clientId });
    });
  }
}

function idLine(id: string): string {
  return id === '' ? '' : `id: ${id}\n`;
}
