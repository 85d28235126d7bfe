import { effect, signal } from '@preact/signals';
import { type ConfirmRequest, RemoteError, type StreamEvent } from '../../client/index.js';
import { truncate } from '../ui/truncate.js';
import { toast } from './notices.js';
import { isSilent } from './rights.js';
import { ask, connection, ownName, remoteHost } from './session.js';
import { textOf as jsonOf } from './values.js';

/** What is open, and what of it is unsaved; undefined on hosts that do not say. */
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

/** False for a host that says nothing of what it saves. */
export const reportsLive = signal(true);
export const live = signal<Live | undefined>(undefined);
export const orphans = signal<readonly Orphan[]>([]);
export const prompts = signal<readonly ConfirmRequest[]>([]);
/** One sample a second, of the last five minutes. */
export const samples = signal<readonly Sample[]>([]);
/** Others that came since the page was opened, and how many are there in all. */
export const others = signal<ReadonlySet<string>>(new Set());
export const clientCount = signal(0);
export const log = signal<readonly Line[]>([]);

const maxSamples = 300;
const maxLines = 2000;
let lineCount = 0;

/** Keeps all of this up to date for as long as the page is open. */
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
    // What is to be seen first comes first.
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

/** Prompts that were shown here, by id: what became of one is told with its words. */
const shownPrompts = new Map<string, ConfirmRequest>();

function takePrompts(all: readonly ConfirmRequest[]): void {
  for (const prompt of all) shownPrompts.set(prompt.id, prompt);
  prompts.value = all;
}

/** Tells what another has answered; hosts that do not say who it was leave nothing to tell. */
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

/** Something was edited: what is unsaved is asked for again soon. */
export function noteEdit(): void {
  if (editTimer !== undefined) return;
  editTimer = setTimeout(() => {
    editTimer = undefined;
    refreshShow();
  }, 600);
}

/** Asks what is unsaved, what is orphaned, and who is there. Hosts that do not know of one of these do without. */
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

/** A host that has not answered for so many milliseconds is silent, though the connection is open. */
const silenceMs = 3000;

/** Plots shall not show a pause as a line: a sample without an answer is none. */
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
    // A host that refuses to say has answered.
    isSilent.value = error instanceof RemoteError && error.status === 0 && connection.value === 'live';
  }
}

/** As long as somebody looks at all that the host sends, it sends all, not only what is of the objects that are shown. */
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

/** A log that is drawn for each event would cost more than what it tells of. */
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
