import { effect, signal } from '@preact/signals';
import type { Connected, StreamEvent } from '../../client/index.js';
import { eventKinds } from '../../wire/event-kinds.js';
import { truncate } from '../ui/truncate.js';
import { gather } from './gather.js';
import { remoteHost } from './session.js';
import { brief } from './values.js';

type LoggedEvent = Exclude<StreamEvent, Connected>;

/** An event as the log shows it. */
export interface Line {
  readonly id: number;
  readonly time: number;
  readonly kind: LoggedEvent['type'];
  readonly text: string;
  readonly objectId: string | undefined;
}

interface KindInfo<E> {
  readonly word: string;
  readonly icon: string;
  text(event: E): string;
}

/** The word, icon and text that the log shows for each kind of event. */
export const kinds: { readonly [K in LoggedEvent['type']]: KindInfo<Extract<LoggedEvent, { type: K }>> } = {
  exposed_object_updated: {
    word: 'Changed',
    icon: 'tune',
    text: ({ path, value }) => `${path || '(object)'} = ${brief(value)}`,
  },
  exposed_objects_changed: {
    word: 'Objects',
    icon: 'deployed_code',
    text: ({ added, removed }) => `${added.length} added, ${removed.length} removed`,
  },
  types_update: { word: 'Types', icon: 'code', text: () => '' },
  system_notification: {
    word: 'Notice',
    icon: 'notifications',
    text: ({ title, message }) => [title, message].filter(Boolean).join(': '),
  },
  confirm_request: { word: 'Prompt', icon: 'help', text: ({ title, message }) => `${title}: ${message}` },
  confirm_dismiss: {
    word: 'Answered',
    icon: 'check_circle',
    text: ({ id, choice, by }) => [id, choice, by].filter(Boolean).join(' '),
  },
  client_connected: { word: 'Joined', icon: 'group', text: ({ clientId }) => clientId },
  client_disconnected: { word: 'Left', icon: 'logout', text: ({ clientId }) => clientId },
};

/** Delay in milliseconds before new events are drawn, because drawing each would be too slow. */
const drawMs = 200;
const maxLines = 2000;

export const log = signal<readonly Line[]>([]);
let count = 0;
const show = gather<Line>(drawMs, (lines) => {
  log.value = [...log.value, ...lines].slice(-maxLines);
});

/** Logs the events of the stream while the panel is open. */
export function followEvents(): void {
  effect(() => remoteHost.value?.onEvent((event) => add(event as LoggedEvent), eventKinds));
}

/** Makes the stream report all objects, not only the shown ones. Returns a function that ends it. */
export function followAll(): () => void {
  return remoteHost.value?.onEvent(() => {}) ?? (() => {});
}

function add(event: LoggedEvent): void {
  const { text } = kinds[event.type] as KindInfo<LoggedEvent>;
  show({
    id: ++count,
    time: Date.now(),
    kind: event.type,
    text: truncate(text(event), 1000),
    objectId: 'path' in event ? event.id : undefined,
  });
}
