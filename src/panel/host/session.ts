import { signal } from '@preact/signals';
import {
  type ConnectionState,
  connect,
  pair as exchangeCode,
  type Json,
  RemoteError,
  type RemoteHost,
} from '../../client/index.js';
import { storage, tabStorage } from './storage.js';

/** The state of the connection to the host; `live` from the first connection on. */
export type Phase = 'foreign' | 'connecting' | 'unreachable' | 'locked' | 'live';

/** The URL of the host: the one that serves the panel, or the one in the address (`?host=URL`). */
export const hostUrl = addressOf(
  new URLSearchParams(location.search).get('host') ?? new URL('.', location.href).href,
);

/** Removes parts of a URL that could make one host look like another. */
function addressOf(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  const isWeb = url !== undefined && /^https?:$/.test(url.protocol);
  return (isWeb ? url.origin + url.pathname : given).replace(/\/+$/, '');
}

/** True if the host is not the one in the address bar. */
export const isForeign = !URL.canParse(hostUrl) || new URL(hostUrl).origin !== location.origin;

export const phase = signal<Phase>('connecting');
export const connection = signal<ConnectionState>('connecting');
export const remoteHost = signal<RemoteHost | undefined>(undefined);
/** The reason why the host cannot be used. */
export const connectionError = signal('');

const tokenKey = `sim-host:token:${hostUrl}`;
const firstWaitMs = 500;
const maxWaitMs = 5000;

/** Anyone can create a link to another host, so users must confirm each once. */
const trustKey = `sim-host:trusted:${hostUrl}`;

/** Confirms a foreign host and connects to it. */
export function trust(): void {
  storage.set(trustKey, 'yes');
  phase.value = 'connecting';
  void connectWithRetry();
}

/** Connects to the host, with retries. */
export async function connectWithRetry(): Promise<void> {
  if (isForeign && storage.get(trustKey) !== 'yes') {
    phase.value = 'foreign';
    return;
  }
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(waitMs * 2, maxWaitMs)) {
    try {
      follow(await connect(hostUrl, { token: storage.get(tokenKey) ?? undefined, clientId: ownName() }));
      return;
    } catch (error) {
      const isLocked = error instanceof RemoteError && error.code === 'unauthorized';
      connectionError.value = error instanceof Error ? error.message : String(error);
      phase.value = isLocked ? 'locked' : 'unreachable';
      if (isLocked) return;
    }
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}

/** Connects with a token. @throws RemoteError for an invalid token */
export async function signIn(token: string): Promise<void> {
  const host = await connect(hostUrl, { token, clientId: ownName() });
  storage.set(tokenKey, token);
  // Everything shown belongs to the refused connection.
  if (remoteHost.value !== undefined) location.reload();
  else follow(host);
}

/** Exchanges the code that the host displays for a token. @throws RemoteError */
export async function pair(code: string): Promise<void> {
  await signIn((await exchangeCode(hostUrl, code)).token);
}

/** Forgets the token of this host. */
export function signOut(): void {
  storage.remove(tokenKey);
  location.reload();
}

export const hasToken = () => storage.get(tokenKey) !== null;

/** Sends a request to the host. @throws RemoteError */
export function ask<T = Json>(method: string, path: string, body?: unknown, timeoutMs?: number): Promise<T> {
  const host = remoteHost.value;
  if (host === undefined)
    return Promise.reject(new RemoteError('unreachable', 0, 'The host has not been reached'));
  return host.request(method, path, body, { timeoutMs }) as Promise<T>;
}

interface BatchedRead<T> {
  readonly status: number;
  readonly body?: T;
}

/** Reads objects or members by their paths in one request. @throws RemoteError from hosts without batches */
export async function readTogether<T>(paths: readonly string[]): Promise<readonly BatchedRead<T>[]> {
  const requests = paths.map((path) => ({ method: 'GET', path }));
  return (await ask<{ responses: readonly BatchedRead<T>[] }>('POST', '/exposed/batch', { requests }))
    .responses;
}

function follow(host: RemoteHost): void {
  remoteHost.value?.close();
  remoteHost.value = host;
  phase.value = 'live';
  // The panel shows missing objects and failed requests itself.
  host.onError(() => {});
  host.state.subscribe((state) => {
    if (remoteHost.value !== host) return;
    connection.value = state;
    connectionError.value = host.lastError?.message ?? '';
    // The token has expired or was revoked.
    if (state === 'refused' && host.lastError?.code === 'unauthorized') phase.value = 'locked';
  });
}

/** Returns the client id of this tab. */
export function ownName(): string {
  let name = tabStorage.get('sim-host:name');
  if (name === null) {
    name = `panel-${Math.random().toString(36).slice(2, 8)}`;
    tabStorage.set('sim-host:name', name);
  }
  return name;
}
