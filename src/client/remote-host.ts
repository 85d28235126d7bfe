import type { AbortSignalLike } from './abort.js';
import { checkFunction, checkOptions, checkRequest, checkText, usageErrorAt } from './arguments.js';
import { type Entry, runFor } from './call-site.js';
import { type ConnectedInfo, Connection, type ConnectionState } from './connection.js';
import { RemoteError, usageError } from './errors.js';
import { Failures } from './failures.js';
import { HttpClient, type RequestOptions } from './http.js';
import type { Json } from './json.js';
import { type ObjectPorts, RemoteObject } from './remote-object.js';
import { RequestQueue } from './request-queue.js';
import { expectList, expectObject } from './responses.js';
import { sendable } from './sendable.js';
import type { AnyHost, HostShape } from './shape.js';
import { StreamFilter } from './stream-filter.js';
import { TypeCache } from './type-cache.js';
import { notify, type Unsubscribe, type Watchable, Watched } from './watchable.js';
import type * as wire from './wire.js';

export interface ConnectOptions {
  /** Where the host asks for one. */
  readonly token?: string | undefined;
  /** The name of this app as others see it; a random one when left out. */
  readonly clientId?: string | undefined;
  /** Closes the connection when aborted. */
  readonly signal?: AbortSignalLike | undefined;
}

/** Names of objects show in others, which hosts do not tell of: those are looked at so many milliseconds later. */
const renameDelayMs = 200;
/** Files of large shows take their time. */
const fileTimeoutMs = 60_000;
/** Hosts that do not tell of objects that come and go are looked at every so many milliseconds. */
const pollMs = 5000;

/** The remote side of one host: its objects, prompts, notifications, and the stream that keeps them up to date. */
export class RemoteHost<S extends HostShape = AnyHost> {
  /** Of the host, without a slash at its end. */
  readonly url: string;
  readonly #http: HttpClient;
  readonly #token: string | undefined;
  readonly #closing = new AbortController();
  readonly #queue: RequestQueue;
  readonly #failures = new Failures();
  readonly #connection: Connection;
  readonly #filter: StreamFilter;
  readonly #typeCache: TypeCache;
  readonly #ports: ObjectPorts;
  readonly #objects = new Map<string, RemoteObject>();
  readonly #prompts = new Watched<readonly wire.ConfirmRequest[]>([]);
  readonly #onNotification = new Set<(notification: wire.SystemNotification) => void>();
  readonly #onEvent = new Set<(event: wire.StreamEvent) => void>();
  readonly #onObjects = new Set<() => void>();
  readonly #detachSignal: () => void;
  #supportsResume = true;
  /** Watched objects of whose changes the stream tells. */
  #covered: ReadonlySet<RemoteObject> = new Set();
  #renameTimer: ReturnType<typeof setTimeout> | undefined;
  #pollTimer: ReturnType<typeof setInterval> | undefined;

  /** Use `connect`. */
  constructor(http: HttpClient, { token, signal }: ConnectOptions) {
    this.#http = http;
    this.url = http.baseUrl;
    this.#token = token;
    this.#queue = new RequestQueue(http, this.#closing.signal);
    this.#typeCache = new TypeCache(http);
    this.#ports = {
      http,
      queue: this.#queue,
      failures: this.#failures,
      closing: this.#closing.signal,
      keyOf: (type) => this.#typeCache.keyOf(type),
      memberOf: (type, name) => this.#typeCache.memberOf(type, name),
      loadKeys: () => this.#typeCache.types(),
      findByName: (name) => this.#findByName(name),
      onWatchedChanged: () => this.#filter.changed(),
    };
    this.#filter = new StreamFilter(
      () => this.#watched().map((each) => each.address),
      () => {
        // Where streams are not resumed, what is told meanwhile would be lost.
        if (this.#supportsResume) this.#connection.replace();
      },
    );
    this.#connection = new Connection(http, {
      query: () => this.#filter.nextQuery(),
      connected: (info) => this.#connected(info),
      event: (event) => this.#take(event),
    });
    const close = () => this.close();
    signal?.addEventListener('abort', close);
    this.#detachSignal = () => signal?.removeEventListener('abort', close);
  }

  /** How the connection is; it comes back by itself. */
  get state(): Watchable<ConnectionState> {
    return this.#connection.state;
  }

  /**
   * Gives the event stream up until `resume`, which asks for what was missed meanwhile: a browser has six connections for a
   * host, and a tab that nobody sees needs none. Requests work all the same.
   */
  pause(): void {
    this.#connection.pause();
  }

  /** Opens the event stream again after `pause`. */
  resume(): void {
    this.#connection.resume();
  }

  /** Why the connection is broken or refused; while it is live, the last error of anything that was asked for. */
  get lastError(): RemoteError | undefined {
    return this.#connection.lastError ?? this.#failures.last;
  }

  /** Calls `listener` with each error of a promise that nobody awaits. Without a listener the console shows it. */
  onError(listener: (error: RemoteError) => void): Unsubscribe {
    checkFunction(this.onError, listener, 'onError((error) => …)');
    return this.#failures.listen(listener);
  }

  /** Questions that wait for an answer, the oldest first. */
  get prompts(): Watchable<readonly wire.ConfirmRequest[]> {
    return this.#prompts;
  }

  /** The handle of an object, the same for the same key; nothing is asked yet. */
  object<K extends keyof S['objects'] & string>(key: K): RemoteObject<S['objects'][K]> {
    if (typeof key !== 'string' || key === '')
      throw usageErrorAt(this.object as Entry, 'the key of an object must be a non-empty string');
    let object = this.#objects.get(key);
    if (object === undefined) {
      object = new RemoteObject(key, this.#ports);
      this.#objects.set(key, object);
    }
    return object as unknown as RemoteObject<S['objects'][K]>;
  }

  /**
   * Writes, array operations and calls that are asked for in `work` go out in one request and are done within one frame, in
   * order; one that fails costs itself alone, and its own promise tells. What `work` gives is given back.
   */
  batch<T>(work: () => T): T {
    checkFunction(this.batch as Entry, work, 'batch(() => …)');
    return this.#queue.gather(work);
  }

  /** Answers a prompt; false when another surface was faster. @throws RemoteError */
  answer(promptId: string, choice: 'yes' | 'no' | 'cancel', options?: RequestOptions): Promise<boolean> {
    return this.#failures.outcome(this.answer, async () => {
      checkRequest(options);
      const body = { id: promptId, choice };
      const answer = await this.#http.request('POST', '/api/confirm', body, options);
      return expectObject<wire.Confirmed>(answer, 'outcome of a prompt').settled !== false;
    });
  }

  /** Calls `listener` with each notification of the host. */
  onNotification(listener: (notification: wire.SystemNotification) => void): Unsubscribe {
    checkFunction(this.onNotification, listener, 'onNotification((notification) => …)');
    return listen(this.#onNotification, listener);
  }

  /**
   * Calls `listener` with everything that the stream tells, in order: the host then tells of all objects. With `kinds` only
   * those are wanted, and changes of values come of objects that are subscribed to.
   */
  onEvent(listener: (event: wire.StreamEvent) => void): Unsubscribe;
  onEvent<K extends wire.StreamEvent['type']>(
    listener: (event: Extract<wire.StreamEvent, { readonly type: K }>) => void,
    kinds: readonly K[],
  ): Unsubscribe;
  onEvent(listener: (event: never) => void, kinds?: readonly string[]): Unsubscribe {
    checkFunction(this.onEvent as Entry, listener, 'onEvent((event) => …)');
    if (kinds !== undefined && !Array.isArray(kinds))
      throw usageErrorAt(
        this.onEvent as Entry,
        "onEvent: kinds must be an array, such as ['client_connected']",
      );
    const typed = listener as (event: wire.StreamEvent) => void;
    if (kinds !== undefined)
      return listen(this.#onEvent, (event) => {
        if (kinds.includes(event.type)) typed(event);
      });
    const end = listen(this.#onEvent, typed);
    this.#filter.listen(1);
    return () => {
      if (end()) this.#filter.listen(-1);
    };
  }

  /** Calls `listener` when `objects()` answers otherwise than before: some have come, gone, or got another name. */
  onObjects(listener: () => void): Unsubscribe {
    checkFunction(this.onObjects, listener, 'onObjects(() => …)');
    return listen(this.#onObjects, listener);
  }

  /** Types with their members and functions, kept until they change. @throws RemoteError */
  types(): Promise<wire.TypeList['types']> {
    return this.#failures.outcome(this.types, () => this.#typeCache.types());
  }

  /** Enums with their values, kept until they change. @throws RemoteError */
  enums(): Promise<wire.EnumList['enums']> {
    return this.#failures.outcome(this.enums, () => this.#typeCache.enums());
  }

  /** All objects, at depth 1. @throws RemoteError */
  objects(options?: RequestOptions): Promise<readonly wire.WireObject[]> {
    return this.#failures.outcome(this.objects, () => this.#list(options));
  }

  /** Name and type of an asset by its GUID, `<guid>:<localId>` or name. @throws RemoteError */
  asset(guid: string, options?: RequestOptions): Promise<wire.Asset> {
    const path = `/api/asset?guid=${encodeURIComponent(guid)}`;
    return this.#failures.outcome(this.asset, async () =>
      expectObject(await this.#get(path, options), 'asset', ['guid', 'name', 'type']),
    );
  }

  /** The assets that there are, of one type or of all. @throws RemoteError; `not-found` for hosts that do not list them */
  assets(type?: string, options?: RequestOptions): Promise<wire.AssetList['assets']> {
    const query = type === undefined ? '' : `?type=${encodeURIComponent(type)}`;
    return this.#failures.outcome(this.assets, async () =>
      expectList(await this.#get(`/api/assets${query}`, options), 'assets', ['guid', 'name', 'type']),
    );
  }

  /** The language of the host and those that it has. @throws RemoteError */
  language(options?: RequestOptions): Promise<wire.Language> {
    return this.#failures.outcome(this.language, async () =>
      expectObject(await this.#get('/api/language', options), 'language', ['current']),
    );
  }

  /** @throws RemoteError for a language that the host does not have */
  setLanguage(language: string, options?: RequestOptions): Promise<void> {
    return this.#failures.outcome(this.setLanguage, async () => {
      checkRequest(options);
      await this.#http.request('PUT', '/api/language', { language }, options);
    });
  }

  /** Who answers, and how fast it runs. @throws RemoteError */
  status(options?: RequestOptions): Promise<wire.Status> {
    return this.#failures.outcome(this.status, async () =>
      expectObject(await this.#get('/api/status', options), 'status', ['applicationName', 'version']),
    );
  }

  /** The live scene that is open, and what of it is unsaved. @throws RemoteError; `not-found` for hosts that do not tell */
  live(options?: RequestOptions): Promise<wire.Live> {
    return this.#failures.outcome(this.live, async () =>
      expectObject(await this.#get('/api/live', options), 'live scene'),
    );
  }

  /** Saves to a live scene of the project, or to the one that is open; its path. @throws RemoteError */
  save(path?: string, options?: RequestOptions): Promise<string | null> {
    return this.#failures.outcome(this.save, () => this.#liveScene('save', path, options));
  }

  /** Loads a live scene of the project, or the one that is open again; its path. @throws RemoteError */
  load(path?: string, options?: RequestOptions): Promise<string | null> {
    return this.#failures.outcome(this.load, () => this.#liveScene('load', path, options));
  }

  /** Address of the picture that the value of an ImagePreview member names, for an `<img>`. */
  imageUrl(value: string): string {
    if (typeof value !== 'string')
      throw usageErrorAt(this.imageUrl, 'imageUrl: expected the value of an ImagePreview member');
    const page = globalThis as { readonly location?: { readonly href: string } };
    const host = new URL(`${this.url}/`, page.location?.href);
    // A path is one of the host, which may be below a path itself.
    const url = new URL(/^\/(?!\/)/.test(value) ? value.slice(1) : value, host);
    // A value may name any address, and the token is for the host alone.
    if (this.#token !== undefined && url.origin === host.origin)
      url.searchParams.set('access_token', this.#token);
    return url.href;
  }

  /** Any request to the host, at once; the JSON of its answer. @throws RemoteError */
  request(method: string, path: string, body?: unknown, options?: RequestOptions): Promise<Json> {
    return this.#failures.outcome(this.request, async () => {
      checkText('the method of a request', method);
      checkText('the path of a request', path);
      checkRequest(options);
      if (!path.startsWith('/'))
        throw usageError(`the path of a request must begin with "/"; write "/${path}"`);
      const sent = body === undefined ? undefined : sendable(body);
      return this.#http.request(method, path, sent, options);
    });
  }

  /** Ends the stream and all that is under way, with the error `closed`. */
  close(): void {
    this.#detachSignal();
    clearInterval(this.#pollTimer);
    clearTimeout(this.#renameTimer);
    this.#closing.abort();
    this.#filter.end();
    this.#http.close();
    this.#connection.close();
  }

  async #get(path: string, options?: RequestOptions): Promise<Json> {
    checkRequest(options);
    return this.#http.request('GET', path, undefined, options);
  }

  async #list(options?: RequestOptions): Promise<readonly wire.WireObject[]> {
    return expectList(await this.#get('/exposed/objects', options), 'objects', ['@id', '@type', '@name']);
  }

  async #liveScene(
    what: 'save' | 'load',
    path: string | undefined,
    options?: RequestOptions,
  ): Promise<string | null> {
    checkRequest(options);
    const body = path === undefined ? undefined : { path };
    const answer = await this.#http.request('POST', `/api/live/${what}`, body, {
      timeoutMs: fileTimeoutMs,
      ...options,
    });
    return expectObject<wire.LivePath>(answer, 'path of a live scene').path;
  }

  #connected({ isResumed, isNewHost, supportsResume }: ConnectedInfo): void {
    clearInterval(this.#pollTimer);
    this.#supportsResume = supportsResume;
    if (!supportsResume) this.#pollTimer = setInterval(() => this.#refresh(false), pollMs);
    const covered = this.#covered;
    this.#covered = new Set(this.#watched().filter((each) => this.#filter.covers(each.address)));
    this.#filter.changed();
    if (isResumed) {
      // What the stream before did not tell of may have changed since it was read.
      for (const object of this.#covered) if (!covered.has(object)) object.refresh(true);
      return;
    }
    this.#typeCache.clear();
    // Those that still wait are told of again, but by hosts of Unity.
    if (supportsResume || isNewHost) this.#prompts.set([]);
    this.#refresh(isNewHost);
    this.#notifyListChanged();
  }

  #notifyListChanged(): void {
    for (const listener of [...this.#onObjects]) notify(listener, undefined);
  }

  #renamed(): void {
    this.#renameTimer ??= setTimeout(() => {
      this.#renameTimer = undefined;
      this.#refresh(false);
    }, renameDelayMs);
  }

  #refresh(forgetsId: boolean): void {
    for (const object of this.#objects.values()) object.refresh(forgetsId);
  }

  #watched(): RemoteObject[] {
    return [...this.#objects.values()].filter((each) => each.isWatched);
  }

  #take(event: wire.StreamEvent): void {
    switch (event.type) {
      case 'exposed_object_updated':
        for (const object of this.#objects.values()) object.take(event);
        if (event.path === 'name') this.#renamed();
        if (event.path === 'name' || event.path === '') this.#notifyListChanged();
        break;
      case 'exposed_objects_changed':
        for (const object of this.#objects.values()) object.takeObjects(event.removed);
        this.#notifyListChanged();
        break;
      case 'types_update':
        this.#typeCache.clear();
        break;
      case 'confirm_request':
        this.#prompts.set([...this.#prompts.value.filter(({ id }) => id !== event.id), event]);
        break;
      case 'confirm_dismiss':
        this.#prompts.set(this.#prompts.value.filter(({ id }) => id !== event.id));
        break;
      case 'system_notification':
        for (const listener of [...this.#onNotification]) notify(listener, event);
        break;
    }
    for (const listener of [...this.#onEvent]) notify(listener, event);
  }

  /** Hosts of Unity know no keys: by name, or by `Type:name` where several have it. @throws RemoteError */
  async #findByName(name: string): Promise<string> {
    const objects = await this.#list();
    const knowsKeys = objects.some((each) => each['@source'] !== undefined);
    const isMeant = (each: wire.WireObject) =>
      each['@name'] === name || `${each['@type']}:${each['@name']}` === name;
    const found = knowsKeys ? [] : objects.filter(isMeant);
    if (found.length === 1) return found[0]!['@id'];
    const why =
      found.length === 0 ? '' : `: ${found.length} have this name; write ${found[0]!['@type']}:${name}`;
    throw new RemoteError('not-found', 404, `Object not found: ${name}${why}`);
  }
}

/**
 * Connects to a host: it is there, and lets this app in.
 * @throws RemoteError when it cannot be reached, or refuses: try again later, or ask for a token
 */
export function connect<S extends HostShape = AnyHost>(
  url: string,
  options: ConnectOptions = {},
): Promise<RemoteHost<S>> {
  return runFor(connect, async () => {
    checkOptions('connect', options, ['token', 'clientId', 'signal']);
    if (options.clientId !== undefined) checkText('the client id', options.clientId);
    const http = new HttpClient(url, options.token, options.clientId ?? randomId());
    await http.request('GET', '/api/status', undefined, { signal: options.signal });
    return new RemoteHost<S>(http, options);
  });
}

/** The function that ends it says whether it did, or had before. */
function listen<T>(listeners: Set<(value: T) => void>, listener: (value: T) => void): () => boolean {
  const own = (value: T) => listener(value);
  listeners.add(own);
  return () => listeners.delete(own);
}

function randomId(): string {
  return `app-${Math.random().toString(36).slice(2, 10)}`;
}
