import { type AbortSignalLike, BackOff, wait } from './abort.js';
import { checkRequest } from './arguments.js';
import { RemoteError, usageError } from './errors.js';
import { errorOf, type Failures } from './failures.js';
import type { HttpClient, RequestOptions } from './http.js';
import type { Json } from './json.js';
import { ObjectState } from './object-state.js';
import { parsePath, urlPath } from './path.js';
import { type ChangeRequest, isObjectMissing, type RequestQueue } from './request-queue.js';
import { expectObject, unexpectedResponse } from './responses.js';
import { sendable } from './sendable.js';
import type {
  ArgumentsOf,
  ArrayPath,
  ElementOf,
  FunctionPath,
  MemberPath,
  ResultOf,
  ValueOf,
  WholeOf,
  WritablePath,
  WrittenTo,
} from './shape.js';
import { refersTo } from './tree.js';
import type { TypeCache } from './type-cache.js';
import { mismatchedType, shortText } from './value-check.js';
import type { AnyObject } from './values.js';
import type { Unsubscribe } from './watchable.js';
import type { Property, PropertyUpdated, WireObject } from './wire.js';

/** The parts of its host that an object uses. */
export interface ObjectPorts {
  readonly http: HttpClient;
  readonly queue: RequestQueue;
  readonly failures: Failures;
  readonly closing: AbortSignalLike;
  readonly types: TypeCache;
  /** Returns the id of an object by its name, on hosts without keys. @throws RemoteError */
  readonly findByName: (name: string) => Promise<string>;
  /** Called when an object gets its first or loses its last subscriber, or has another address. */
  readonly onWatchedChanged: () => void;
}

/** Timeout of calls in milliseconds, since functions may take 30 s. */
const callMs = 35_000;

/**
 * An object of a host by its source key (or the name of a static class, or an id). The handle stays valid while the
 * object does not exist, after reconnects and after restarts of the host.
 */
export class RemoteObject<T = AnyObject> {
  readonly key: string;
  readonly #ports: ObjectPorts;
  readonly #state: ObjectState;
  readonly #backOff = new BackOff(200, 5000);
  /** Events that arrived during a read and may be newer than its response. */
  readonly #eventsDuringRead: PropertyUpdated[] = [];
  #id: string | undefined;
  /** The name of the object in URLs: its key, or its id on hosts without keys. */
  #address: string;
  #isStale = true;
  #isReading = false;
  #pause = new AbortController();
  #lastError: RemoteError | undefined;
  /** Subscriptions whose paths were not checked against the object yet. */
  readonly #unverified = new Set<{ readonly path: string; readonly call: Error }>();

  constructor(key: string, ports: ObjectPorts) {
    this.key = key;
    this.#address = key;
    this.#ports = ports;
    this.#state = new ObjectState(
      (type) => ports.types.keyOf(type),
      () => this.refresh(),
    );
  }

  /** True while it has subscribers. */
  get isWatched(): boolean {
    return this.#state.isWatched;
  }

  /** The name of the object in URLs. */
  get address(): string {
    return this.#address;
  }

  /** The displayed object; undefined without subscribers, and while the object does not exist. */
  get value(): Json | undefined {
    return this.#state.value;
  }

  /** The error of the last read; undefined if it succeeded. */
  get lastError(): RemoteError | undefined {
    return this.#lastError;
  }

  /** Returns the displayed value of a member; undefined without subscribers, and while the object does not exist. */
  peek<const P extends string>(path: MemberPath<T, P>): ValueOf<T, P> | undefined {
    if (typeof path !== 'string')
      throw usageError(`peek: expected a path, such as "lens/focalLength" (${this.key})`);
    return this.#state.at(path) as ValueOf<T, P> | undefined;
  }

  /** Reads a member, after earlier writes have been answered. @throws RemoteError */
  get<const P extends string>(path: MemberPath<T, P>, options?: RequestOptions): Promise<ValueOf<T, P>> {
    return this.#outcome(path, async () => {
      checkPath(path);
      return valueIn(await this.#read(`/${urlPath(path)}`, options));
    });
  }

  /** Reads the whole object with everything inside it; with `nested: false` at depth 1. @throws RemoteError */
  read(options: RequestOptions & { readonly nested?: boolean } = {}): Promise<WholeOf<T>> {
    return this.#outcome('', async () => {
      checkRequest(options, ['nested']);
      const { nested = true, ...request } = options;
      return objectIn<Json>(await this.#read(nested ? '?nested' : '', request));
    });
  }

  /**
   * Writes a member and returns the value that the host accepted. Subscribers get the new value immediately. If several
   * writes to a path wait, only the last is sent and all get its result. @throws RemoteError
   */
  set<const P extends string>(
    path: WritablePath<T, P>,
    value: WrittenTo<T, P>,
    options?: RequestOptions,
  ): Promise<ValueOf<T, P>> {
    return this.#outcome(path, async () => {
      checkPath(path);
      return this.#write(path, sendable(value), options);
    });
  }

  /** Calls a function after the writes before it. Returns its result, null for none. @throws RemoteError */
  call<const P extends string>(
    name: FunctionPath<T, P>,
    ...args: ArgumentsOf<T, P>
  ): Promise<ResultOf<T, P>> {
    return this.#outcome(name, () => this.#call({}, name, args));
  }

  /** Calls a function with options, such as a longer timeout. @throws RemoteError */
  callWith<const P extends string>(
    options: RequestOptions,
    name: FunctionPath<T, P>,
    ...args: ArgumentsOf<T, P>
  ): Promise<ResultOf<T, P>> {
    return this.#outcome(name, () => this.#call(options, name, args));
  }

  /** Appends an element to an array, without `value` a new one. Returns the array. @throws RemoteError */
  append<const P extends string>(
    path: ArrayPath<T, P>,
    value?: ElementOf<T, P>,
    options?: RequestOptions,
  ): Promise<ValueOf<T, P>> {
    return this.#outcome(path, async () => {
      const body = value === undefined ? undefined : { value: sendable(value) };
      return this.#change('POST', path, '', body, options);
    });
  }

  /** Removes the element at `index`, -1 for the last. Returns the array. @throws RemoteError */
  remove<const P extends string>(
    path: ArrayPath<T, P>,
    index: number,
    options?: RequestOptions,
  ): Promise<ValueOf<T, P>> {
    return this.#outcome(path, () => this.#change('DELETE', path, '', { index }, options));
  }

  /** Moves an element of an array. Returns the array. @throws RemoteError */
  move<const P extends string>(
    path: ArrayPath<T, P>,
    fromIndex: number,
    toIndex: number,
    options?: RequestOptions,
  ): Promise<ValueOf<T, P>> {
    const body = { fromIndex, toIndex };
    return this.#outcome(path, () => this.#change('PATCH', path, '', body, options));
  }

  /** Resets a member to its captured default. Returns that value. @throws RemoteError */
  reset<const P extends string>(path: MemberPath<T, P>, options?: RequestOptions): Promise<ValueOf<T, P>> {
    return this.#outcome(path, () => this.#change('POST', path, '/reset', undefined, options));
  }

  /**
   * Calls `listener` with a member's value as soon as it is known and with each later value, and with undefined while
   * the object does not exist. The path `""` is the whole object. The client's own writes are reported immediately.
   */
  subscribe(path: '', listener: (value: WholeOf<T> | undefined) => void): Unsubscribe;
  subscribe<const P extends string>(
    path: MemberPath<T, P>,
    listener: (value: ValueOf<T, P> | undefined) => void,
  ): Unsubscribe;
  subscribe(path: string, listener: (value: never) => void): Unsubscribe {
    const call = new Error();
    if (typeof path !== 'string' || typeof listener !== 'function')
      throw errorOf(call, usageError('subscribe takes a path, "" for the whole object, and a function'), {
        key: this.key,
        path: String(path),
      });
    const isFirst = !this.isWatched;
    const subscription = { path, call };
    this.#unverified.add(subscription);
    const end = this.#state.watch(path, listener as (value: unknown) => void);
    this.#verify();
    if (isFirst) this.#ports.onWatchedChanged();
    if (this.#isStale) this.refresh();
    return () => {
      this.#unverified.delete(subscription);
      if (!this.isWatched) return;
      end();
      if (this.isWatched) return;
      this.#state.clear();
      this.#isStale = true;
      this.#ports.onWatchedChanged();
    };
  }

  /** Receives an event about any object. */
  receive(event: PropertyUpdated): void {
    if (!this.isWatched || (this.#id !== undefined && this.#id !== event.id)) return;
    if (this.#isReading) this.#eventsDuringRead.push(event);
    if (this.#id === event.id && !this.#state.apply(event.path, event.value)) this.refresh();
  }

  /** Reads again if an added or removed object may show in this one. */
  receiveObjects(removed: readonly string[]): void {
    if (this.#id === undefined || removed.includes(this.#id)) this.refresh(true);
    else if (refersTo(this.value, removed)) this.refresh();
  }

  /** Reads again if there are subscribers. With `forgetsId` the id may have changed too. */
  refresh(forgetsId = false): void {
    this.#isStale = true;
    if (forgetsId) this.#forget();
    this.#backOff.reset();
    this.#pause.abort();
    if (this.isWatched && !this.#isReading) void this.#readUntilFresh();
  }

  async #readUntilFresh(): Promise<void> {
    this.#isReading = true;
    while (this.isWatched && this.#isStale && !this.#ports.closing.aborted) {
      this.#isStale = false;
      this.#eventsDuringRead.length = 0;
      try {
        await this.#ports.types.types();
        const object = objectIn<WireObject>(await this.#ask('?nested'));
        // The read may belong to the host before a restart.
        if (this.#isStale) continue;
        this.#id = object['@id'];
        const events = this.#eventsDuringRead.filter(({ id }) => id === this.#id);
        if (!this.#state.takeRead(object, events)) this.#isStale = true;
        this.#lastError = undefined;
        this.#backOff.reset();
        this.#verify();
      } catch (error) {
        // A response that cannot be used, such as a value that is too deep, is not an error of the app.
        this.#lastError =
          error instanceof RemoteError ? error : unexpectedResponse(`${this.key} cannot be read`, error);
        if (this.#lastError.code === 'not-found') {
          if (this.#isStale) continue;
          // It is read again when objects are added.
          this.#forget();
          this.#state.takeRead(undefined);
          for (const { path, call } of this.#unverified)
            this.#ports.failures.add(errorOf(call, this.#lastError, { key: this.key, path }));
          this.#unverified.clear();
          break;
        }
        this.#isStale = true;
        this.#pause = new AbortController();
        await wait(this.#backOff.next(), this.#pause.signal);
      }
    }
    this.#isReading = false;
  }

  /** Asks the host about paths whose member the object does not have, because their listeners would never be called. */
  #verify(): void {
    if (this.value === undefined) return;
    for (const { path, call } of this.#unverified) {
      if (!this.#state.lacksMember(path)) continue;
      const asked = this.#ask(`/${urlPath(path)}`).then((answer) => {
        const { id, path: at } = expectObject<Property>(answer, 'property', ['id', 'path']);
        if (id !== this.#id)
          throw usageError(`it belongs to another object; subscribe to host.object("${id}"), "${at}"`);
      });
      asked.catch((reason) => {
        const error = errorOf(call, reason, { key: this.key, path });
        if (error.code === 'not-found' || error.code === 'bad-request') this.#ports.failures.add(error);
      });
    }
    this.#unverified.clear();
  }

  #forget(): void {
    this.#id = undefined;
    this.#address = this.key;
  }

  #outcome<R>(path: string, work: () => Promise<Json>): Promise<R> {
    return this.#ports.failures.outcome(work as () => Promise<R>, { key: this.key, path });
  }

  async #write(path: string, value: Json, options: RequestOptions | undefined): Promise<Json> {
    checkRequest(options);
    const { types, queue } = this.#ports;
    const type = mismatchedType(this.value, parsePath(path), value, types);
    if (type !== undefined)
      throw usageError(`${this.key}/${path}: expected a value of type ${type}, got ${shortText(value)}`);
    const outcome = this.#state.write(path, value);
    const at = urlPath(path);
    try {
      const change = this.#changeRequest('PUT', 'object', at, { value });
      const write = { target: `${this.key}/${at}`, value, replaced: outcome.replaced };
      const accepted = valueIn(await queue.ask(change, { ...options, write }));
      outcome.accepted(accepted);
      return accepted;
    } catch (error) {
      outcome.refused();
      throw error;
    }
  }

  async #change(
    method: ChangeRequest['method'],
    path: string,
    suffix: string,
    body: unknown,
    options: RequestOptions | undefined,
  ): Promise<Json> {
    checkPath(path);
    checkRequest(options);
    const change = this.#changeRequest(method, 'object', urlPath(path) + suffix, body);
    return valueIn(await this.#ports.queue.ask(change, options));
  }

  async #call(options: RequestOptions, name: string, args: readonly unknown[]): Promise<Json> {
    if (typeof name !== 'string' || name === '')
      throw usageError('the name of a function must be a non-empty string');
    checkRequest(options);
    // An undefined argument takes its default, as null does.
    const given = args.map((each, i) => (each === undefined ? null : sendable(each, `argument ${i + 1}`)));
    const change = this.#changeRequest('POST', 'function', urlPath(name), { args: given });
    const answer = await this.#ports.queue.ask(change, { timeoutMs: callMs, ...options, isConcurrent: true });
    return memberIn(answer, 'result');
  }

  #changeRequest(
    method: ChangeRequest['method'],
    kind: 'object' | 'function',
    at: string,
    body: unknown,
  ): ChangeRequest {
    const path = () => `/exposed/${kind}/${encodeURIComponent(this.#address)}/${at}`;
    return { method, body, path, retryPath: async () => ((await this.#find()) ? path() : undefined) };
  }

  async #read(suffix: string, options?: RequestOptions): Promise<Json> {
    checkRequest(options);
    await this.#ports.queue.settled();
    return this.#ask(suffix, options);
  }

  async #ask(suffix: string, options?: RequestOptions): Promise<Json> {
    const ask = () =>
      this.#ports.http.request(
        'GET',
        `/exposed/object/${encodeURIComponent(this.#address)}${suffix}`,
        undefined,
        options,
      );
    try {
      return await ask();
    } catch (error) {
      const isMissing = error instanceof RemoteError && isObjectMissing(error);
      if (isMissing && (await this.#find())) return ask();
      throw error;
    }
  }

  /** Looks for the object under another address. Returns false if there is no other. */
  async #find(): Promise<boolean> {
    const tried = this.#address;
    // An address that was found before may be invalid after a restart, but the key remains.
    this.#address = await this.#ports.findByName(this.key);
    if (this.#address === tried) return false;
    this.#ports.onWatchedChanged();
    return true;
  }
}

/** @throws RemoteError for a path that names no member */
function checkPath(path: unknown): void {
  if (typeof path === 'string' && path !== '') return;
  throw usageError(
    'the path must be a non-empty string, such as "lens/focalLength"; read() gives the whole object',
  );
}

/** @throws RemoteError */
function objectIn<T>(answer: Json): T {
  return expectObject(answer, 'object', ['@id', '@type']);
}

function valueIn(answer: Json): Json {
  return memberIn(answer, 'value');
}

/** @throws RemoteError if the response lacks the member */
function memberIn(answer: Json, name: 'value' | 'result'): Json {
  const found = (answer as { readonly [member: string]: Json } | null)?.[name];
  if (found === undefined) throw unexpectedResponse(`The host answered without a ${name}`);
  return found;
}
