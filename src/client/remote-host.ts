import { type ConfirmChoice, confirmChoices } from '../wire/confirm-choices.js';
import { type EventKind, eventKinds } from '../wire/event-kinds.js';
import type { AbortSignalLike } from './abort.js';
import { checkFunction, checkOptions, checkRequest, checkText } from './arguments.js';
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
import { Listeners, type Unsubscribe, type Watchable, Watched } from './watchable.js';
import type * as wire from './wire.js';

export interface ConnectOptions {
  /** The token, if the host asks for one. */
  readonly token?: string | undefined;
  /** The name under which other clients see this one; by default a random one. */
  readonly clientId?: string | undefined;
  /** Closes the connection when aborted. */
  readonly signal?: AbortSignalLike | undefined;
}

/**
 * Delay before objects are read again after a rename, in milliseconds: references show names, and hosts do not report
 * those changes.
 */
const renameDelayMs = 200;
/** Timeout of saves and loads in milliseconds, since files of large shows take long. */
const fileTimeoutMs = 60_000;
/** Interval of reads from hosts that do not report added and removed objects, in milliseconds. */
const pollMs = 5000;

/** A connected host: its objects, prompts and notifications, and the event stream that keeps them up to date. */
export class RemoteHost<S extends HostShape = AnyHost> {
  /** The URL of the host, without a trailing slash. */
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
  readonly #onNotification = new Listeners<wire.SystemNotification>();
  readonly #onEvent = new Listeners<wire.StreamEvent>();
  readonly #onObjects = new Listeners<void>();
  readonly #detachSignal: () => void;
  #supportsResume = true;
  /** Watched objects whose changes the stream reports. */
  #covered: ReadonlySet<RemoteObject> = new Set();
  #renameTimer: ReturnType<typeof setTimeout> | undefined;
  #pollTimer: ReturnType<typeof setInterval> | undefined;

  /** Use `connect` instead. */
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
      types: this.#typeCache,
      findByName: (name) => this.#findByName(name),
      onWatchedChanged: () => this.#filter.changed(),
    };
    this.#filter = new StreamFilter(
      () => this.#watched().map((each) => each.address),
      () => {
        // A host that cannot resume would lose the events between two streams.
        if (this.#supportsResume) this.#connection.replace();
      },
    );
    this.#connection = new Connection(http, {
      query: () => this.#filter.nextQuery(),
      connected: (info) => this.#connected(info),
      event: (event) => this.#receive(event),
    });
    const close = () => this.close();
    signal?.addEventListener('abort', close);
    this.#detachSignal = () => signal?.removeEventListener('abort', close);
  }

  /** The state of the connection, which reconnects by itself. */
  get state(): Watchable<ConnectionState> {
    return this.#connection.state;
  }

  /**
   * Closes the event stream until `resume`, which then asks for the missed events. Browsers open six connections to a
   * host, and a hidden tab needs none. Requests keep working.
   */
  pause(): void {
    this.#connection.pause();
  }

  /** Opens the event stream again after `pause`. */
  resume(): void {
    this.#connection.resume();
  }

  /** The error that broke or refused the connection; while it is live, the last error of any request. */
  get lastError(): RemoteError | undefined {
    return this.#connection.lastError ?? this.#failures.last;
  }

  /**
   * Calls `listener` with each error of a promise that was never awaited. Without a listener, the console shows them.
   */
  onError(listener: (error: RemoteError) => void): Unsubscribe {
    checkFunction(listener, 'onError((error) => …)');
    return this.#failures.listen(listener);
  }

  /** Pending prompts, the oldest first. */
  get prompts(): Watchable<readonly wire.ConfirmRequest[]> {
    return this.#prompts;
  }

  /** Returns the handle of an object, always the same for a key. This sends no request. */
  object<K extends keyof S['objects'] & string>(key: K): RemoteObject<S['objects'][K]> {
    if (typeof key !== 'string' || key === '')
      throw usageError('the key of an object must be a non-empty string');
    let object = this.#objects.get(key);
    if (object === undefined) {
      object = new RemoteObject(key, this.#ports);
      this.#objects.set(key, object);
    }
    return object as unknown as RemoteObject<S['objects'][K]>;
  }

  /**
   * Sends the writes, array operations and calls of `work` in one request, which the host runs in order and within one
   * frame. Each fails by itself and rejects its own promise. Returns the result of `work`.
   */
  batch<T>(work: () => T): T {
    checkFunction(work, 'batch(() => …)');
    return this.#queue.gather(work);
  }

  /** Answers a prompt. Resolves to false if another surface was faster. @throws RemoteError */
  answer(promptId: string, choice: ConfirmChoice, options?: RequestOptions): Promise<boolean> {
    return this.#failures.outcome(async () => {
      checkRequest(options);
      if (!confirmChoices.includes(choice))
        throw usageError(`answer: the choice must be "yes", "no" or "cancel", got ${JSON.stringify(choice)}`);
      const body = { id: promptId, choice };
      const answer = await this.#http.request('POST', '/api/confirm', body, options);
      return expectObject<wire.Confirmed>(answer, 'outcome of a prompt').settled !== false;
    });
  }

  /** Calls `listener` with each notification of the host. */
  onNotification(listener: (notification: wire.SystemNotification) => void): Unsubscribe {
    checkFunction(listener, 'onNotification((notification) => …)');
    return this.#onNotification.add(listener);
  }

  /**
   * Calls `listener` with every event, in order; the host then reports all objects. With `kinds` the listener gets only
   * these, and value changes only of subscribed objects.
   */
  onEvent(listener: (event: wire.StreamEvent) => void): Unsubscribe;
  onEvent<K extends wire.StreamEvent['type']>(
    listener: (event: Extract<wire.StreamEvent, { readonly type: K }>) => void,
    kinds: readonly K[],
  ): Unsubscribe;
  onEvent(listener: (event: never) => void, kinds?: readonly string[]): Unsubscribe {
    checkFunction(listener, 'onEvent((event) => …)');
    if (kinds !== undefined && !Array.isArray(kinds))
      throw usageError("onEvent: kinds must be an array, such as ['client_connected']");
    const unknown = kinds?.find((kind) => !eventKinds.includes(kind as EventKind));
    if (unknown !== undefined)
      throw usageError(`onEvent: unknown kind "${unknown}"; available: ${eventKinds.join(', ')}`);
    const typed = listener as (event: wire.StreamEvent) => void;
    if (kinds !== undefined)
      return this.#onEvent.add((event) => {
        if (kinds.includes(event.type)) typed(event);
      });
    const end = this.#onEvent.add(typed);
    this.#filter.listen(1);
    return () => {
      if (end()) this.#filter.listen(-1);
    };
  }

  /** Calls `listener` when the result of `objects()` changes: objects were added, removed or renamed. */
  onObjects(listener: () => void): Unsubscribe {
    checkFunction(listener, 'onObjects(() => …)');
    return this.#onObjects.add(listener);
  }

  /** Returns the types with their members and functions, cached until they change. @throws RemoteError */
  types(): Promise<wire.TypeList['types']> {
    return this.#failures.outcome(() => this.#typeCache.types());
  }

  /** Returns the enums with their values, cached until they change. @throws RemoteError */
  enums(): Promise<wire.EnumList['enums']> {
    return this.#failures.outcome(() => this.#typeCache.enums());
  }

  /** Returns all objects at depth 1. @throws RemoteError */
  objects(options?: RequestOptions): Promise<readonly wire.WireObject[]> {
    return this.#failures.outcome(() => this.#list(options));
  }

  /** Returns name and type of an asset by its GUID, `<guid>:<localId>` or name. @throws RemoteError */
  asset(guid: string, options?: RequestOptions): Promise<wire.Asset> {
    const path = `/api/asset?guid=${encodeURIComponent(guid)}`;
    return this.#failures.outcome(async () =>
      expectObject(await this.#get(path, options), 'asset', ['guid', 'name', 'type']),
    );
  }

  /** Returns the assets of one type, or all. @throws RemoteError; `not-found` for hosts that do not list them */
  assets(type?: string, options?: RequestOptions): Promise<wire.AssetList['assets']> {
    const query = type === undefined ? '' : `?type=${encodeURIComponent(type)}`;
    return this.#failures.outcome(async () =>
      expectList(await this.#get(`/api/assets${query}`, options), 'assets', ['guid', 'name', 'type']),
    );
  }

  /** Returns the current and the available languages of the host. @throws RemoteError */
  language(options?: RequestOptions): Promise<wire.Language> {
    return this.#failures.outcome(async () =>
      expectObject(await this.#get('/api/language', options), 'language', ['current']),
    );
  }

  /** @throws RemoteError for a language that the host does not have */
  setLanguage(language: string, options?: RequestOptions): Promise<void> {
    return this.#failures.outcome(async () => {
      checkRequest(options);
      await this.#http.request('PUT', '/api/language', { language }, options);
    });
  }

  /** Returns name, version, access and frame rate of the host. @throws RemoteError */
  status(options?: RequestOptions): Promise<wire.Status> {
    return this.#failures.outcome(async () =>
      expectObject(await this.#get('/api/status', options), 'status', ['applicationName', 'version']),
    );
  }

  /**
   * Returns the open live scene and its unsaved edits. @throws RemoteError; `not-found` for hosts that do not report
   * them
   */
  live(options?: RequestOptions): Promise<wire.Live> {
    return this.#failures.outcome(async () =>
      expectObject(await this.#get('/api/live', options), 'live scene'),
    );
  }

  /** Saves to a live scene of the project, by default the open one. Returns its path. @throws RemoteError */
  save(path?: string, options?: RequestOptions): Promise<string | null> {
    return this.#failures.outcome(() => this.#liveScene('save', path, options));
  }

  /** Loads a live scene of the project, by default the open one again. Returns its path. @throws RemoteError */
  load(path?: string, options?: RequestOptions): Promise<string | null> {
    return this.#failures.outcome(() => this.#liveScene('load', path, options));
  }

  /** Returns the URL of the image that the value of an ImagePreview member names, for an `<img>`. */
  imageUrl(value: string): string {
    if (typeof value !== 'string') throw usageError('imageUrl: expected the value of an ImagePreview member');
    const page = globalThis as { readonly location?: { readonly href: string } };
    const host = new URL(`${this.url}/`, page.location?.href);
    // A path belongs to the host, which may itself be served below a path.
    const url = new URL(/^\/(?!\/)/.test(value) ? value.slice(1) : value, host);
    // A value may name any address, and only the host may receive the token.
    if (this.#token !== undefined && url.origin === host.origin)
      url.searchParams.set('access_token', this.#token);
    return url.href;
  }

  /** Sends any request to the host immediately. Returns the JSON of the response. @throws RemoteError */
  request(method: string, path: string, body?: unknown, options?: RequestOptions): Promise<Json> {
    return this.#failures.outcome(async () => {
      checkText('the method of a request', method);
      checkText('the path of a request', path);
      checkRequest(options);
      if (!path.startsWith('/'))
        throw usageError(`the path of a request must begin with "/"; write "/${path}"`);
      const sent = body === undefined ? undefined : sendable(body);
      return this.#http.request(method, path, sent, options);
    });
  }

  /** Closes the stream and aborts all requests with the error `closed`. */
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
      // Objects that the previous stream did not cover may have changed since they were read.
      for (const object of this.#covered) if (!covered.has(object)) object.refresh(true);
      return;
    }
    this.#typeCache.clear();
    // All hosts but Unity's report pending prompts again.
    if (supportsResume || isNewHost) this.#prompts.set([]);
    this.#refresh(isNewHost);
    this.#onObjects.notify();
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

  #receive(event: wire.StreamEvent): void {
    switch (event.type) {
      case 'exposed_object_updated':
        for (const object of this.#objects.values()) object.receive(event);
        if (event.path === 'name') this.#renamed();
        if (event.path === 'name' || event.path === '') this.#onObjects.notify();
        break;
      case 'exposed_objects_changed':
        for (const object of this.#objects.values()) object.receiveObjects(event.removed);
        this.#onObjects.notify();
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
        this.#onNotification.notify(event);
        break;
    }
    this.#onEvent.notify(event);
  }

  /**
   * Finds an object on Unity hosts, which have no keys: by name, or by `Type:name` if several have the name.
   * @throws RemoteError
   */
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
 * Connects to a host.
 * @throws RemoteError when it cannot be reached, or refuses this client
 */
export async function connect<S extends HostShape = AnyHost>(
  url: string,
  options: ConnectOptions = {},
): Promise<RemoteHost<S>> {
  checkOptions('connect', options, ['token', 'clientId', 'signal']);
  if (options.clientId !== undefined) checkText('the client id', options.clientId);
  const http = new HttpClient(url, options.token, options.clientId ?? randomId());
  try {
    await http.request('GET', '/api/status', undefined, { signal: options.signal });
  } catch (error) {
    const { code } = error as RemoteError;
    throw code === 'not-found' ? notAHost(http.baseUrl, error as RemoteError) : error;
  }
  return new RemoteHost<S>(http, options);
}

function notAHost(url: string, cause: RemoteError): RemoteError {
  const message = `${url} answered 404 to GET /api/status: this is not the address of a host (the control API has another port)`;
  return new RemoteError('host-failed', cause.status, message, { cause });
}

function randomId(): string {
  return `app-${Math.random().toString(36).slice(2, 10)}`;
}
