import { RemoteError } from './errors.js';
import type { ObjectUpdated } from './events.js';
import type { HttpClient, RequestOptions } from './http.js';
import type { Json } from './json.js';
import { Mirror } from './mirror.js';
import type { AnyObject, ObjectShape } from './shape.js';
import { normalPath, urlPath, valueAt } from './tree.js';
import type { Unsubscribe } from './watchable.js';
import type { WriteQueue } from './write-queue.js';

/** What an object needs of its studio. */
export interface ObjectPorts {
  readonly http: HttpClient;
  readonly writes: WriteQueue;
  /** True while the stream tells of every change. */
  readonly isLive: () => boolean;
  /** The object is watched from now on, or not any more, or has another id. */
  readonly watchedChanged: () => void;
  /** Finds an object by name where the host knows no keys; its id. @throws RemoteError */
  readonly findByName: (name: string) => Promise<string>;
}

/** Functions may take 30 s. */
const callMs = 35_000;
const again = { firstMs: 200, longestMs: 5000 };

type Member<T extends ObjectShape> = keyof T['members'] & string;
type Called<T extends ObjectShape> = keyof T['functions'] & string;

/**
 * An object of a host by its source key (or the name of a static class, or an id). It may come later, go and come again:
 * the handle stays good, over reconnects and restarts of the host, too.
 */
export class RemoteObject<T extends ObjectShape = AnyObject> {
  readonly key: string;
  readonly #ports: ObjectPorts;
  readonly #mirror = new Mirror();
  #id: string | undefined;
  /** What the object is called in URLs: its key, or on hosts that know no keys its id. */
  #address: string | undefined;
  #reading: Promise<void> | undefined;
  #isStale = true;
  #waitMs = again.firstMs;

  constructor(key: string, ports: ObjectPorts) {
    this.key = key;
    this.#ports = ports;
  }

  /** The id in this session of the host; undefined while the object is not known. */
  get id(): string | undefined {
    return this.#id;
  }

  get isWatched(): boolean {
    return this.#mirror.isWatched;
  }

  /** The whole object as it is shown now; undefined while nobody watches it, or it is not there. */
  get value(): Json | undefined {
    return this.#mirror.value;
  }

  /** A member's value: at once where it is watched, else asked for. @throws RemoteError */
  async get<P extends Member<T>>(path: P, options?: RequestOptions): Promise<T['members'][P]> {
    const known = this.isWatched && !this.#isStale && this.#ports.isLive();
    const shown = known ? valueAt(this.#mirror.value, normalPath(path)) : undefined;
    if (shown !== undefined) return shown as T['members'][P];
    return valueOf(await this.#ask('GET', path, undefined, options)) as T['members'][P];
  }

  /**
   * Writes a member; the value that the host took. Of several that wait for their turn the last counts, and all get its
   * answer. @throws RemoteError
   */
  async set<P extends Member<T>>(path: P, value: T['members'][P]): Promise<T['members'][P]> {
    const at = normalPath(path);
    const answered = this.#mirror.write(at, value as Json);
    try {
      const address = await this.#resolve();
      const answer = await this.#retried(address, (now) => this.#ports.writes.put(this.#url('object', now, at), value as Json));
      const taken = valueOf(answer);
      answered(taken as Json);
      return taken as T['members'][P];
    } catch (error) {
      answered(undefined);
      throw error;
    }
  }

  /** Calls a function; its result, null for none. @throws RemoteError */
  async call<F extends Called<T>>(
    name: F,
    ...args: Parameters<T['functions'][F]>
  ): Promise<Awaited<ReturnType<T['functions'][F]>>> {
    const url = (address: string) => this.#url('function', address, normalPath(name));
    const call = (address: string) =>
      this.#ports.http.request('POST', url(address), { args }, { timeoutMs: callMs });
    const answer = await this.#retried(await this.#resolve(), call);
    return (answer as { result: unknown }).result as Awaited<ReturnType<T['functions'][F]>>;
  }

  /** Appends an element to an array, a fresh one without `value`; the array. @throws RemoteError */
  append<P extends Member<T>>(path: P, value?: Json): Promise<T['members'][P]> {
    return this.#change('POST', path, value === undefined ? undefined : { value });
  }

  /** Removes the element at `index`, -1 for the last; the array. @throws RemoteError */
  remove<P extends Member<T>>(path: P, index: number): Promise<T['members'][P]> {
    return this.#change('DELETE', path, { index });
  }

  /** Moves an element; the array. @throws RemoteError */
  move<P extends Member<T>>(path: P, fromIndex: number, toIndex: number): Promise<T['members'][P]> {
    return this.#change('PATCH', path, { fromIndex, toIndex });
  }

  /** Sets a member back to the default that it began with; that value. @throws RemoteError */
  reset<P extends Member<T>>(path: P): Promise<T['members'][P]> {
    return this.#change('POST', `${path}/reset` as P, undefined);
  }

  /**
   * Calls `listener` with a member's value now and with each other one from then on, undefined while the object is not
   * there; the path `""` is the whole object. One's own writes show at once.
   */
  subscribe<P extends Member<T> | ''>(
    path: P,
    listener: (value: P extends Member<T> ? T['members'][P] | undefined : Json | undefined) => void,
  ): Unsubscribe {
    const wasWatched = this.isWatched;
    const end = this.#mirror.watch(normalPath(path), listener as (value: Json | undefined) => void);
    if (!wasWatched) this.#ports.watchedChanged();
    if (this.#isStale) this.refresh();
    return () => {
      end();
      if (!this.isWatched) {
        this.#isStale = true;
        this.#ports.watchedChanged();
      }
    };
  }

  /** Takes an event about this object. */
  apply(event: ObjectUpdated): void {
    if (!this.#mirror.apply(event)) this.refresh();
  }

  /** What is known may be old: reads again, if somebody watches. @param isForgotten true when ids are new, too */
  refresh(isForgotten = false): void {
    this.#isStale = true;
    if (isForgotten) this.#forget();
    if (this.isWatched) void (this.#reading ??= this.#read().finally(() => (this.#reading = undefined)));
  }

  async #read(): Promise<void> {
    while (this.isWatched && this.#isStale) {
      this.#isStale = false;
      try {
        const address = await this.#resolve();
        this.#mirror.replace(await this.#ports.http.request('GET', `/exposed/object/${urlPath(address)}?nested`));
        this.#waitMs = again.firstMs;
      } catch (error) {
        if (!(error instanceof RemoteError) || error.code === 'closed') return;
        this.#isStale = true;
        if (error.code === 'not-found') {
          // It is read again when objects come.
          this.#forget();
          this.#mirror.replace(undefined);
          return;
        }
        await new Promise((resolve) => setTimeout(resolve, this.#waitMs));
        this.#waitMs = Math.min(2 * this.#waitMs, again.longestMs);
      }
    }
  }

  #forget(): void {
    this.#id = undefined;
    this.#address = undefined;
  }

  async #resolve(): Promise<string> {
    if (this.#address !== undefined) return this.#address;
    const found = (await this.#ports.http
      .request('GET', `/exposed/object/${urlPath(this.key)}`)
      .catch(async (error: unknown) => {
        if (!(error instanceof RemoteError) || error.code !== 'not-found') throw error;
        return { '@id': await this.#ports.findByName(this.key), '@source': undefined };
      })) as { '@id': string; '@source'?: string };
    const wasId = this.#id;
    this.#id = found['@id'];
    this.#address = found['@source'] === this.key ? this.key : found['@id'];
    if (wasId !== this.#id && this.isWatched) this.#ports.watchedChanged();
    return this.#address;
  }

  #ask(method: string, path: string, body: unknown, options?: RequestOptions): Promise<Json> {
    const at = normalPath(path);
    return this.#resolve().then((address) =>
      this.#retried(address, (now) => this.#ports.http.request(method, this.#url('object', now, at), body, options)),
    );
  }

  async #change<P extends Member<T>>(method: string, path: P, body: unknown): Promise<T['members'][P]> {
    return valueOf(await this.#ask(method, path, body)) as T['members'][P];
  }

  /** Under its new id, when the one that was known is gone. */
  async #retried(address: string, ask: (address: string) => Promise<Json>): Promise<Json> {
    try {
      return await ask(address);
    } catch (error) {
      const isOld = error instanceof RemoteError && error.message.startsWith('Object not found');
      if (!isOld || address === this.key) throw error;
      this.#forget();
      return ask(await this.#resolve());
    }
  }

  #url(kind: 'object' | 'function', address: string, path: string): string {
    return `/exposed/${kind}/${encodeURIComponent(address)}/${urlPath(path)}`;
  }
}

function valueOf(answer: Json): Json {
  return (answer as { readonly value: Json }).value;
}
