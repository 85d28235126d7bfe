import { Connection, type ConnectionState } from './connection.js';
import { RemoteError } from './errors.js';
import type { HostEvent, Notification, ObjectUpdated, Prompt } from './events.js';
import { HttpClient, type RequestOptions } from './http.js';
import type { Json } from './json.js';
import { RemoteObject } from './remote-object.js';
import type { AnyStudio, StudioShape } from './shape.js';
import { tell, type Unsubscribe, type Watchable, Watched } from './watchable.js';
import { WriteQueue } from './write-queue.js';

export interface ConnectOptions {
  /** Where the host asks for one. */
  readonly token?: string | undefined;
  /** The name of this app as others see it; a random one when left out. */
  readonly clientId?: string | undefined;
  /** Closes the studio when it is aborted. */
  readonly signal?: AbortSignal | undefined;
}

/** Who answers. */
export interface HostInfo {
  readonly applicationName: string;
  readonly version: string;
  readonly instanceId?: string;
}

/** The remote side of one host: its objects, prompts, notifications, and the stream that keeps them up to date. */
export class Studio<S extends StudioShape = AnyStudio> {
  readonly url: string;
  readonly #http: HttpClient;
  readonly #writes: WriteQueue;
  readonly #connection: Connection;
  readonly #objects = new Map<string, RemoteObject>();
  readonly #prompts = new Watched<readonly Prompt[]>([]);
  readonly #onNotification = new Set<(notification: Notification) => void>();
  readonly #onEvent = new Set<(event: HostEvent) => void>();
  readonly #tables = new Map<string, Promise<Json>>();
  readonly #token: string | undefined;
  #isListening = false;

  /** Use `connect`. */
  constructor(url: string, { token, clientId = randomId(), signal }: ConnectOptions) {
    this.#http = new HttpClient(url, token, clientId);
    this.url = this.#http.baseUrl;
    this.#token = token;
    this.#writes = new WriteQueue(this.#http);
    this.#connection = new Connection(this.#http, query([]), {
      connected: (isWhole, isNewHost) => this.#connected(isWhole, isNewHost),
      event: (event) => this.#take(event),
    });
    signal?.addEventListener('abort', () => this.close(), { once: true });
  }

  /** How the connection is; it comes back by itself. */
  get state(): Watchable<ConnectionState> {
    return this.#connection.state;
  }

  /** Why the connection broke or was refused last. */
  get lastError(): RemoteError | undefined {
    return this.#connection.lastError;
  }

  /** Questions that wait for an answer, the oldest first. */
  get prompts(): Watchable<readonly Prompt[]> {
    return this.#prompts;
  }

  /** The handle of an object, the same for the same key; nothing is asked yet. */
  object<K extends keyof S['objects'] & string>(key: K): RemoteObject<S['objects'][K]> {
    let object = this.#objects.get(key);
    if (object === undefined) {
      object = new RemoteObject(key, {
        http: this.#http,
        writes: this.#writes,
        isLive: () => this.#isListening && this.state.value === 'live',
        watchedChanged: () => this.#watchedChanged(),
        findByName: (name) => this.#findByName(name),
      });
      this.#objects.set(key, object);
    }
    return object as unknown as RemoteObject<S['objects'][K]>;
  }

  /** Answers a prompt; false when another surface was faster. @throws RemoteError */
  async answer(promptId: string, choice: 'yes' | 'no' | 'cancel'): Promise<boolean> {
    const answer = await this.#http.request('POST', '/api/confirm', { id: promptId, choice });
    return (answer as { settled?: boolean }).settled !== false;
  }

  onNotification(listener: (notification: Notification) => void): Unsubscribe {
    return listen(this.#onNotification, listener);
  }

  /** Everything that the stream tells, in order; of objects, those that are watched. */
  onEvent(listener: (event: HostEvent) => void): Unsubscribe {
    return listen(this.#onEvent, listener);
  }

  /** Types and their members, kept until the host tells that they have changed. @throws RemoteError */
  types(): Promise<Json> {
    return this.#table('/exposed/types');
  }

  enums(): Promise<Json> {
    return this.#table('/exposed/enums');
  }

  /** All objects, at depth 1. @throws RemoteError */
  async objects(options?: RequestOptions): Promise<readonly Json[]> {
    return ((await this.request('GET', '/exposed/objects', undefined, options)) as { objects: Json[] }).objects;
  }

  async assets(): Promise<readonly Json[]> {
    return ((await this.request('GET', '/api/assets')) as { assets: Json[] }).assets;
  }

  async language(): Promise<{ current: string; available: readonly string[] }> {
    return (await this.request('GET', '/api/language')) as { current: string; available: string[] };
  }

  async setLanguage(language: string): Promise<void> {
    await this.request('PUT', '/api/language', { language });
  }

  /** Address of the picture that the value of an ImagePreview member names, for an <img>. */
  imageUrl(value: string): string {
    const url = new URL(value, `${this.url}/`);
    if (this.#token !== undefined) url.searchParams.set('access_token', this.#token);
    return url.href;
  }

  /** Any request to the host. @throws RemoteError */
  request(method: string, path: string, body?: unknown, options?: RequestOptions): Promise<Json> {
    return this.#http.request(method, path, body, options);
  }

  /** Ends the stream and all that is under way. */
  close(): void {
    this.#connection.close();
    this.#http.close();
  }

  #connected(isWhole: boolean, isNewHost: boolean): void {
    this.#isListening = true;
    if (isWhole) return;
    this.#tables.clear();
    // Those that still wait are told of again.
    this.#prompts.set([]);
    for (const object of this.#objects.values()) object.refresh(isNewHost);
  }

  #take(event: HostEvent): void {
    switch (event.type) {
      case 'exposed_object_updated':
        this.#objectUpdated(event);
        break;
      case 'exposed_objects_changed':
        for (const object of this.#objects.values())
          if (object.id === undefined || event.removed.includes(object.id)) object.refresh(true);
        break;
      case 'types_update':
        this.#tables.clear();
        break;
      case 'confirm_request':
        this.#prompts.set([...this.#prompts.value.filter(({ id }) => id !== event.id), event]);
        break;
      case 'confirm_dismiss':
        this.#prompts.set(this.#prompts.value.filter(({ id }) => id !== event.id));
        break;
      case 'system_notification':
        for (const listener of [...this.#onNotification]) tell(listener, event);
        break;
    }
    for (const listener of [...this.#onEvent]) tell(listener, event);
  }

  #objectUpdated(event: ObjectUpdated): void {
    for (const object of this.#objects.values())
      if (object.isWatched && object.id === event.id) object.apply(event);
  }

  /** Only what is watched is asked for. */
  #watchedChanged(): void {
    const watched = [...this.#objects.values()].filter((object) => object.isWatched);
    this.#connection.query = query(watched.flatMap(({ id }) => id ?? []));
  }

  #table(path: string): Promise<Json> {
    let table = this.#tables.get(path);
    if (table === undefined) {
      table = this.request('GET', path);
      this.#tables.set(path, table);
      table.catch(() => this.#tables.delete(path));
    }
    return table;
  }

  /** Hosts that know no source keys: by `Type` of the only one, or by `name`. @throws RemoteError */
  async #findByName(name: string): Promise<string> {
    const objects = (await this.objects()) as readonly { '@id': string; '@type': string; '@name': string }[];
    const found = objects.filter((each) => each['@name'] === name || `${each['@type']}:${each['@name']}` === name);
    if (found.length === 1) return found[0]!['@id'];
    const why = found.length === 0 ? 'there is none' : `there are ${found.length}; name one as Type:name`;
    throw new RemoteError('not-found', 404, `Object not found: ${name}: ${why}`);
  }
}

/**
 * Connects to a host.
 * @throws RemoteError when it cannot be reached, or refuses: wait and try again, or ask for a token
 */
export async function connect<S extends StudioShape = AnyStudio>(
  url: string,
  options: ConnectOptions = {},
): Promise<Studio<S> & { readonly host: HostInfo }> {
  const probe = new HttpClient(url, options.token, options.clientId ?? randomId());
  const host = (await probe.request('GET', '/api/status', undefined, { signal: options.signal })) as unknown as HostInfo;
  return Object.assign(new Studio<S>(url, options), { host });
}

/** Objects by their ids; none by one that no object has. */
function query(ids: readonly string[]): string {
  return `?ids=${ids.length === 0 ? '-' : ids.map(encodeURIComponent).join(',')}`;
}

function listen<T>(listeners: Set<(value: T) => void>, listener: (value: T) => void): Unsubscribe {
  const own = (value: T) => listener(value);
  listeners.add(own);
  return () => void listeners.delete(own);
}

function randomId(): string {
  return `app-${Math.random().toString(36).slice(2, 10)}`;
}
