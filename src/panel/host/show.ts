import { effect, signal } from '@preact/signals';
import {
  type ClientPresence,
  type ConfirmDismiss,
  type ConfirmRequest,
  type Heartbeat,
  type Live,
  type OrphanList,
  type Performance,
  RemoteError,
} from '../../client/index.js';
import { gather } from './gather.js';
import { toast } from './notices.js';
import { isSilent } from './rights.js';
import { ask, connection, ownName, remoteHost } from './session.js';

export interface Sample {
  readonly time: number;
  readonly fps: number;
  readonly memory: number;
}

/** False for a host that does not report its live scene. */
export const reportsLive = signal(true);
/** The open live scene and its unsaved edits; undefined on hosts that do not report it. */
export const live = signal<Live | undefined>(undefined);
export const orphans = signal<OrphanList['orphans']>([]);
export const prompts = signal<readonly ConfirmRequest[]>([]);
/** One sample per second of the last five minutes. */
export const samples = signal<readonly Sample[]>([]);
/** Clients that connected after this panel; `clientCount` is the number of all. */
export const others = signal<ReadonlySet<string>>(new Set());
export const clientCount = signal(0);

const maxSamples = 300;

/** Keeps the state of the show up to date while the panel is open. */
export function followShow(): void {
  effect(() => remoteHost.value?.onEvent(takePresence, ['client_connected', 'client_disconnected']));
  effect(() => remoteHost.value?.prompts.subscribe(takePrompts));
  effect(() => remoteHost.value?.onEvent(showAnswer, ['confirm_dismiss']));
  effect(() =>
    remoteHost.value?.onNotification(({ notificationType: kind, title, message, icon }) =>
      toast({ kind, title, message, icon }),
    ),
  );
  effect(() => {
    // Delayed, so that the first view loads first.
    if (connection.value === 'live') noteEdit();
  });
  const look = () => {
    if (document.hidden || connection.value !== 'live') isSilent.value = false;
    else void sample();
  };
  setInterval(look, 1000);
  addEventListener('visibilitychange', look);
  setInterval(() => {
    if (!document.hidden && connection.value === 'live') refreshShow();
  }, 5000);
}

function takePresence({ type, clientId }: ClientPresence): void {
  const next = new Set(others.value);
  if (type === 'client_disconnected') next.delete(clientId);
  else if (clientId !== ownName()) next.add(clientId);
  others.value = next;
}

/** Prompts shown here by id; the notice of an answer quotes them. */
const shownPrompts = new Map<string, ConfirmRequest>();

function takePrompts(all: readonly ConfirmRequest[]): void {
  for (const prompt of all) shownPrompts.set(prompt.id, prompt);
  prompts.value = all;
}

/** Shows an answer from another surface, if the host reports who gave it. */
function showAnswer({ id, choice, by }: ConfirmDismiss): void {
  const prompt = shownPrompts.get(id);
  shownPrompts.delete(id);
  if (prompt === undefined || choice === undefined || by === undefined || by === ownName()) return;
  toast({
    kind: 'info',
    icon: 'help',
    title: `${prompt.title || 'Prompt'}: ${prompt[choice] || choice}`,
    message: by === 'host' ? 'Answered at the host' : `Answered by ${by}`,
  });
}

/** Asks for the unsaved edits soon, after an edit. */
export const noteEdit = gather<never>(600, refreshShow);

/** Asks for the unsaved edits, orphans and clients; not every host reports them. */
export function refreshShow(): void {
  ask<Live>('GET', '/api/live').then(
    (next) => {
      reportsLive.value = true;
      live.value = next;
    },
    (error) => {
      if (!(error instanceof RemoteError) || error.code !== 'not-found') return;
      reportsLive.value = false;
      live.value = undefined;
    },
  );
  ask<OrphanList>('GET', '/exposed/orphans').then(
    (next) => (orphans.value = next.orphans),
    () => {},
  );
  ask<Partial<Heartbeat>>('POST', '/api/heartbeat').then(
    (next) => (clientCount.value = next.serverStatus?.connectedClients ?? 0),
    () => {},
  );
}

/** Milliseconds without a response after which an open connection counts as silent. */
const silenceMs = 3000;

/** Adds a sample, unless there is no response: plots show pauses as gaps. */
async function sample(): Promise<void> {
  try {
    const { fps, memory } = await ask<Performance>('GET', '/api/performance', undefined, silenceMs);
    isSilent.value = false;
    const next = { time: Date.now(), fps: Number(fps), memory: Number(memory) };
    if (Number.isFinite(next.fps) && Number.isFinite(next.memory))
      samples.value = [...samples.value.slice(1 - maxSamples), next];
  } catch (error) {
    // An error response is also a response.
    isSilent.value = error instanceof RemoteError && error.status === 0 && connection.value === 'live';
  }
}
