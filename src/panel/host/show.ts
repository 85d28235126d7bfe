import { effect, signal } from '@preact/signals';
import { type ConfirmRequest, RemoteError, type StreamEvent } from '../../client/index.js';
import { truncate } from '../ui/truncate.js';
import { toast } from './notices.js';
import { isSilent } from './rights.js';
import { ask, connection, ownName, remoteHost } from './session.js';
import { textOf as jsonOf } from './values.js';

/** The open live scene and its unsaved edits; undefined on hosts that do not report it. */
export interface Live {
  readonly path: string | null;
  readonly unsaved: boolean;
  readonly objects: readonly {
    readonly id: string;
    readonly name: string;
    readonly properties: readonly string[];
  }[];
  readonly files: readonly string[];
}

export interface Sample {
  readonly time: number;
  readonly fps: number;
  readonly memory: number;
}

export interface Orphan {
  readonly sourceKey: string;
  readonly type: string;
}

export interface Line {
  readonly id: number;
  readonly time: number;
  readonly kind: string;
  readonly text: string;
  readonly objectId?: string | undefined;
}

/** False for a host that does not report its live scene. */
export const reportsLive = signal(true);
export const live = signal<Live | undefined>(undefined);
export const orphans = signal<readonly Orphan[]>([]);
export const prompts = signal<readonly ConfirmRequest[]>([]);
/** One sample per second of the last five minutes. */
export const samples = signal<readonly Sample[]>([]);
/** Clients that connected after this panel; `clientCount` is the number of all. */
export const others = signal<ReadonlySet<string>>(new Set());
export const clientCount = signal(0);
export const log = signal<readonly Line[]>([]);

const maxSamples = 300;
const maxLines = 2000;
let lineCount = 0;

/** Keeps the state of the show up to date while the panel is open. */
export function followShow(): void {
  effect(() => remoteHost.value?.onEvent(take, toldKinds));
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

let editTimer: ReturnType<typeof setTimeout> | undefined;

/** Prompts shown here by id; the notice of an answer quotes them. */
const shownPrompts = new Map<string, ConfirmRequest>();

function takePrompts(all: readonly ConfirmRequest[]): void {
  for (const prompt of all) shownPrompts.set(prompt.id, prompt);
  prompts.value = all;
}

/** Shows an answer from another surface, if the host reports who gave it. */
function showAnswer({ id, choice, by }: Extract<StreamEvent, { type: 'confirm_dismiss' }>): void {
  const prompt = shownPrompts.get(id);
  shownPrompts.delete(id);
  if (prompt === undefined || choice === undefined || by === undefined || by === ownName()) return;
  toast({
    kind: 'info',
    icon: 'help',
    title: `${prompt.title || 'Question'}: ${prompt[choice] || choice}`,
    message: by === 'host' ? 'Answered at the host' : `Answered by ${by}`,
  });
}

/** Asks for the unsaved edits soon, after an edit. */
export function noteEdit(): void {
  if (editTimer !== undefined) return;
  editTimer = setTimeout(() => {
    editTimer = undefined;
    refreshShow();
  }, 600);
}

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
  ask<{ orphans: Orphan[] }>('GET', '/exposed/orphans').then(
    (next) => (orphans.value = next.orphans),
    () => {},
  );
  ask<{ serverStatus?: { connectedClients?: number } }>('POST', '/api/heartbeat').then(
    (next) => (clientCount.value = next.serverStatus?.connectedClients ?? 0),
    () => {},
  );
}

/** An open connection whose host does not respond for this long is silent, in milliseconds. */
const silenceMs = 3000;

/** Adds a sample, unless there is no response: plots show pauses as gaps. */
async function sample(): Promise<void> {
  try {
    const { fps, memory } = await ask<{ fps: number; memory: number }>(
      'GET',
      '/api/performance',
      undefined,
      silenceMs,
    );
    isSilent.value = false;
    const next = { time: Date.now(), fps: Number(fps), memory: Number(memory) };
    if (Number.isFinite(next.fps) && Number.isFinite(next.memory))
      samples.value = [...samples.value.slice(1 - maxSamples), next];
  } catch (error) {
    // An error response is also a response.
    isSilent.value = error instanceof RemoteError && error.status === 0 && connection.value === 'live';
  }
}

/** Makes the stream report all objects, not only the shown ones. Returns a function that ends it. */
export function followAll(): () => void {
  return remoteHost.value?.onEvent(() => {}) ?? (() => {});
}

const toldKinds = [
  'exposed_object_updated',
  'exposed_objects_changed',
  'types_update',
  'system_notification',
  'confirm_request',
  'confirm_dismiss',
  'client_connected',
  'client_disconnected',
] as const;

const lines: Line[] = [];

function take(event: StreamEvent): void {
  if (event.type === 'client_connected' && event.clientId !== ownName())
    others.value = new Set(others.value).add(event.clientId);
  if (event.type === 'client_disconnected') {
    const left = new Set(others.value);
    left.delete(event.clientId);
    others.value = left;
  }
  lines.push({
    id: ++lineCount,
    time: Date.now(),
    kind: event.type,
    text: truncate(textOf(event), 1000),
    ...('path' in event && { objectId: event.id }),
  });
  if (lines.length === 1) setTimeout(flush, 200);
}

/** Drawing the log for each event would be too slow. */
function flush(): void {
  log.value = [...log.value, ...lines.splice(0)].slice(-maxLines);
}

function textOf(event: StreamEvent): string {
  switch (event.type) {
    case 'exposed_object_updated':
      return `${event.path || '(object)'} = ${brief(event.value)}`;
    case 'exposed_objects_changed':
      return `${event.added.length} added, ${event.removed.length} removed`;
    case 'system_notification':
      return [event.title, event.message].filter(Boolean).join(': ');
    case 'confirm_request':
      return `${event.title}: ${event.message}`;
    case 'confirm_dismiss':
      return [event.id, event.choice, event.by].filter(Boolean).join(' ');
    case 'client_connected':
    case 'client_disconnected':
      return event.clientId;
    default:
      return '';
  }
}

export function brief(value: unknown): string {
  const text = typeof value === 'string' ? value : (jsonOf(value) ?? '');
  return truncate(text, 160);
}
