import { type AbortSignalLike, BackOff, wait } from './abort.js';
import { checkRequest, usageErrorAt } from './arguments.js';
import { type CallSite, callSite, type Entry, errorAt } from './call-site.js';
import { RemoteError, usageError } from './errors.js';
import type { Failures } from './failures.js';
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
import { type KeyOf, refersTo } from './tree.js';
import { type MemberOf, mismatchedType, shortText } from './value-check.js';
import type { AnyObject } from './values.js';
import type { Unsubscribe } from './watchable.js';
import type { Property, PropertyUpdated, WireObject } from './wire.js';

/** The parts of its host that an object uses. */
export interface ObjectPorts {
  readonly http: HttpClient;
  readonly queue: RequestQueue;
  readonly failures: Failures;
  readonly closing: AbortSignalLike;
  readonly keyOf: KeyOf;
  readonly memberOf: MemberOf;
  /** Loads what `keyOf` and `memberOf` look at. @throws RemoteError */
  readonly loadKeys: () => Promise<unknown>;
  /** The id of an object by its name, where the host knows no keys. @throws RemoteError */
  readonly findByName: (name: string) => Promise<string>;
  /** Somebody has begun to subscribe to an object, nobody does any more, or it has another address. */
  readonly onWatchedChanged: () => void;
}

/** Functions may take 30 s. */
const callMs = 35_000;

/**
 * An object of a host by its source key (or the name of a static class, or an id). It may come later, go and come again:
 * the handle stays good, over reconnects and restarts of the host, too.
 */
export class RemoteObject<T = AnyObject> {
  readonly key: string;
  readonly #ports: ObjectPorts;
  readonly #state: ObjectState;
  readonly #backOff = new BackOff(200, 5000);
  /** Events that came during a read: they may be later than its answer. */
  readonly #eventsDuringRead: PropertyUpdated[] = [];
  #id: string | undefined;
  /** What the object is called in URLs: its key, or on hosts that know no keys its id. */
  #address: string;
  #isStale = true;
  #isReading = false;
  #pause = new AbortController();
  #lastError: RemoteError | undefined;
  /** Subscriptions whose paths have not been looked for in the object. */
  readonly #unverified = new Set<{ readonly path: string; readonly site: CallSite }>();

  constructor(key: string, ports: ObjectPorts) {
    this.key = key;
    this.#address = key;
    this.#ports = ports;
    this.#state = new ObjectState(ports.keyOf, () => this.refresh());
  }

  /** True while somebody is subscribed. */
  get isWatched(): boolean {
    return this.#state.isWatched;
  }

  /** What the object is called on the host. */
  get address(): string {
    return this.#address;
  }

  /** The whole object as it is shown now; undefined while nobody is subscribed, or it is not there. */
  get value(): Json | undefined {
    return this.#state.value;
  }

  /** Why the object could not be read last; undefined when it could. */
  get lastError(): RemoteError | undefined {
    return this.#lastError;
  }

  /** A member's value as it is shown now; undefined while nobody is subscribed, or it is not there. */
  peek<const P extends string>(path: MemberPath<T, P>): ValueOf<T, P> | undefined {
    if (typeof path !== 'string')
      throw usageErrorAt(
        this.peek as Entry,
        `peek: expected a path, such as "lens/focalLength" (${this.key})`,
      );
    return this.#state.at(path) as ValueOf<T, P> | undefined;
  }

  /** A member's value, asked for when the writes before it have been answered. @throws RemoteError */
  get<const P extends string>(path: MemberPath<T, P>, options?: RequestOptions): Promise<ValueOf<T, P>> {
    return this.#outcome(this.get, path, async () => {
      checkPath(path);
      return valueIn(await this.#read(`/${urlPath(path)}`, options));
    });
  }

  /** The whole object, with all that is in it; not `nested`, at depth 1. @throws RemoteError */
  read(options: RequestOptions & { readonly nested?: boolean } = {}): Promise<WholeOf<T>> {
    return this.#outcome(this.read, '', async () => {
      checkRequest(options, ['nested']);
      const { nested = true, ...request } = options;
      return wholeIn<Json>(await this.#read(nested ? '?nested' : '', request));
    });
  }

  /**
   * Writes a member; the value that the host took. Subscribers are shown it at once. Of several that wait for their turn the
   * last counts, and all get its answer. @throws RemoteError
   */
  set<const P extends string>(
    path: WritablePath<T, P>,
    value: WrittenTo<T, P>,
    options?: RequestOptions,
  ): Promise<ValueOf<T, P>> {
    return this.#outcome(this.set, path, async () => {
      checkPath(path);
      return this.#write(path, sendable(value), options);
    });
  }

  /** Calls a function, after the writes before it; its result, null for none. @throws RemoteError */
  call<const P extends string>(
    name: FunctionPath<T, P>,
    ...args: ArgumentsOf<T, P>
  ): Promise<ResultOf<T, P>> {
    return this.#outcome(this.call, name, () => this.#call({}, name, args));
  }

  /** The same with options: functions may take long, and not everybody waits for all of them. @throws RemoteError */
  callWith<const P extends string>(
    options: RequestOptions,
    name: FunctionPath<T, P>,
    ...args: ArgumentsOf<T, P>
  ): Promise<ResultOf<T, P>> {
    return this.#outcome(this.callWith, name, () => this.#call(options, name, args));
  }

  /** Appends an element to an array, a fresh one without `value`; the array. @throws RemoteError */
  append<const P extends string>(
    path: ArrayPath<T, P>,
    value?: ElementOf<T, P>,
    options?: RequestOptions,
  ): Promise<ValueOf<T, P>> {
    return this.#outcome(this.append, path, async () => {
      const body = value === undefined ? undefined : { value: sendable(value) };
      return this.#change('POST', path, '', body, options);
    });
  }

  /** Removes the element at `index`, -1 for the last; the array. @throws RemoteError */
  remove<const P extends string>(
    path: ArrayPath<T, P>,
    index: number,
    options?: RequestOptions,
  ): Promise<ValueOf<T, P>> {
    return this.#outcome(this.remove, path, () => this.#change('DELETE', path, '', { index }, options));
  }

  /** Moves an element of an array; the array. @throws RemoteError */
  move<const P extends string>(
    path: ArrayPath<T, P>,
    fromIndex: number,
    toIndex: number,
    options?: RequestOptions,
  ): Promise<ValueOf<T, P>> {
    const body = { fromIndex, toIndex };
    return this.#outcome(this.move, path, () => this.#change('PATCH', path, '', body, options));
  }

  /** Sets a member back to the default that it began with; that value. @throws RemoteError */
  reset<const P extends string>(path: MemberPath<T, P>, options?: RequestOptions): Promise<ValueOf<T, P>> {
    return this.#outcome(this.reset, path, () => this.#change('POST', path, '/reset', undefined, options));
  }

  /**
   * Calls `listener` with a member's value as soon as it is known, and with each other one from then on; with undefined
   * while the object is not there. The path `""` is the whole object. One's own writes show at once.
   */
  subscribe(path: '', listener: (value: WholeOf<T> | undefined) => void): Unsubscribe;
  subscribe<const P extends string>(
    path: MemberPath<T, P>,
    listener: (value: ValueOf<T, P> | undefined) => void,
  ): Unsubscribe;
  subscribe(path: string, listener: (value: never) => void): Unsubscribe {
    const site = callSite(this.subscribe as Entry);
    if (typeof path !== 'string' || typeof listener !== 'function')
      throw errorAt(site, usageError('subscribe takes a path, "" for the whole object, and a function'), {
        key: this.key,
        path: String(path),
      });
    const isFirst = !this.isWatched;
    const subscription = { path, site };
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

  /** Takes an event about any object. */
  take(event: PropertyUpdated): void {
    if (!this.isWatched || (this.#id !== undefined && this.#id !== event.id)) return;
    if (this.#isReading) this.#eventsDuringRead.push(event);
    if (this.#id === event.id && !this.#state.apply(event.path, event.value)) this.refresh();
  }

  /** Objects have come or gone: reads again where that shows. */
  takeObjects(removed: readonly string[]): void {
    if (this.#id === undefined || removed.includes(this.#id)) this.refresh(true);
    else if (refersTo(this.value, removed)) this.refresh();
  }

  /** What is known may be old: reads again, if somebody is subscribed. With `isForgotten`, ids are new, too. */
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
      const take = this.#state.beginRead();
      try {
        await this.#ports.loadKeys();
        const object = wholeIn<WireObject>(await this.#ask('?nested'));
        // Forgotten during the read: it may be of the host before.
        if (this.#isStale) continue;
        this.#id = object['@id'];
        const meanwhile = this.#eventsDuringRead.filter(({ id }) => id === this.#id);
        if (!take(object, meanwhile)) this.#isStale = true;
        this.#lastError = undefined;
        this.#backOff.reset();
        this.#verify();
      } catch (error) {
        // What nobody can make sense of, such as a value that is too deep, is no mistake of the app's.
        this.#lastError =
          error instanceof RemoteError ? error : unexpectedResponse(`${this.key} cannot be read`, error);
        if (this.#lastError.code === 'not-found') {
          if (this.#isStale) continue;
          // It is read again when objects come.
          this.#forget();
          take(undefined);
          for (const { path, site } of this.#unverified)
            this.#ports.failures.add(errorAt(site, this.#lastError, { key: this.key, path }));
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

  /** Asks the host about paths that no member of the object has: their listeners would hear nothing. */
  #verify(): void {
    if (this.value === undefined) return;
    for (const { path, site } of this.#unverified) {
      if (!this.#state.lacksMember(path)) continue;
      const asked = this.#ask(`/${urlPath(path)}`).then((answer) => {
        const { id, path: at } = expectObject<Property>(answer, 'property', ['id', 'path']);
        if (id !== this.#id)
          throw usageError(`it is of another object; subscribe to host.object("${id}"), "${at}"`);
      });
      asked.catch((reason) => {
        const error = errorAt(site, reason, { key: this.key, path });
        if (error.code === 'not-found' || error.code === 'bad-request') this.#ports.failures.add(error);
      });
    }
    this.#unverified.clear();
  }

  #forget(): void {
    this.#id = undefined;
    this.#address = this.key;
  }

  #outcome<R>(entry: Entry, path: string, work: () => Promise<Json>): Promise<R> {
    return this.#ports.failures.outcome(entry, work as () => Promise<R>, { key: this.key, path });
  }

  async #write(path: string, value: Json, options: RequestOptions | undefined): Promise<Json> {
    checkRequest(options);
    const { keyOf, memberOf, queue } = this.#ports;
    const type = mismatchedType(this.value, parsePath(path), value, keyOf, memberOf);
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
    // An argument that is undefined takes its default, as null does.
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

  /** Looks for the object under another address; false when there is none but the one that was tried. */
  async #find(): Promise<boolean> {
    const tried = this.#address;
    // What was found before may be gone after a restart, but its key is still good.
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
function wholeIn<T>(answer: Json): T {
  return expectObject(answer, 'object', ['@id', '@type']);
}

function valueIn(answer: Json): Json {
  return memberIn(answer, 'value');
}

/** @throws RemoteError for a host that answers with something else */
function memberIn(answer: Json, name: 'value' | 'result'): Json {
  const found = (answer as { readonly [member: string]: Json } | null)?.[name];
  if (found === undefined) throw unexpectedResponse(`The host answered without a ${name}`);
  return found;
}
