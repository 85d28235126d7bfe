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

/** How far the page is with its host; `live` once it has been reached, whatever becomes of the connection then. */
export type Phase = 'foreign' | 'connecting' | 'unreachable' | 'locked' | 'live';

/** The host that the page steers: the one that serves it, or the one that the address names (`?host=URL`). */
export const hostUrl = addressOf(
  new URLSearchParams(location.search).get('host') ?? new URL('.', location.href).href,
);

/** Without what could make one host look like another. */
function addressOf(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  const isWeb = url !== undefined && /^https?:$/.test(url.protocol);
  return (isWeb ? url.origin + url.pathname : given).replace(/\/+$/, '');
}

/** True for another host than the address bar names. */
export const isForeign = !URL.canParse(hostUrl) || new URL(hostUrl).origin !== location.origin;

export const phase = signal<Phase>('connecting');
export const connection = signal<ConnectionState>('connecting');
export const remoteHost = signal<RemoteHost | undefined>(undefined);
/** Why the host cannot be used. */
export const connectionError = signal('');

const tokenKey = `sim-host:token:${hostUrl}`;
const firstWaitMs = 500;
const maxWaitMs = 5000;

/** Anybody can write an address that leads this page to their host: somebody has to want it, once. */
const trustKey = `sim-host:trusted:${hostUrl}`;

/** Takes the host for the one that is meant. */
export function trust(): void {
  storage.set(trustKey, 'yes');
  phase.value = 'connecting';
  void connectWithRetry();
}

/** Meets the host, and tries again until it is there. */
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

/** Tries a token. @throws RemoteError when it is wrong */
export async function signIn(token: string): Promise<void> {
  const host = await connect(hostUrl, { token, clientId: ownName() });
  storage.set(tokenKey, token);
  // What the page shows belongs to the connection that was refused.
  if (remoteHost.value !== undefined) location.reload();
  else follow(host);
}

/** Buys a token with the code that the host shows. @throws RemoteError */
export async function pair(code: string): Promise<void> {
  await signIn((await exchangeCode(hostUrl, code)).token);
}

/** Forgets the token of this host. */
export function signOut(): void {
  storage.remove(tokenKey);
  location.reload();
}

export const hasToken = () => storage.get(tokenKey) !== null;

/** Asks the host that was met. @throws RemoteError */
export function ask<T = Json>(method: string, path: string, body?: unknown, timeoutMs?: number): Promise<T> {
  const host = remoteHost.value;
  if (host === undefined)
    return Promise.reject(new RemoteError('unreachable', 0, 'The host has not been reached'));
  return host.request(method, path, body, { timeoutMs }) as Promise<T>;
}

function follow(host: RemoteHost): void {
  remoteHost.value?.close();
  remoteHost.value = host;
  phase.value = 'live';
  // The page shows objects that are gone in their places, and what is refused where it was entered.
  host.onError(() => {});
  host.state.subscribe((state) => {
    if (remoteHost.value !== host) return;
    connection.value = state;
    connectionError.value = host.lastError?.message ?? '';
    // The token is not good any more.
    if (state === 'refused' && host.lastError?.code === 'unauthorized') phase.value = 'locked';
  });
}

/** Who this page is to others: the same for as long as the tab is open. */
export function ownName(): string {
  let name = tabStorage.get('sim-host:name');
  if (name === null) {
    name = `panel-${Math.random().toString(36).slice(2, 8)}`;
    tabStorage.set('sim-host:name', name);
  }
  return name;
}
