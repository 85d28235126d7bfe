import { computed, signal } from '@preact/signals';
import { truncate } from '../ui/truncate.js';

export interface Notice {
  readonly id: number;
  readonly kind: 'info' | 'success' | 'warning' | 'error';
  readonly title: string;
  readonly message?: string | undefined;
  readonly icon?: string | undefined;
  readonly time: number;
  /** A gesture has one notice of each title, the last. */
  readonly gesture?: number | undefined;
  /** The text of an exception at the host, whose own notification of it is not shown as well. */
  readonly exception?: string | undefined;
  /** Shown briefly and not kept in the activity. */
  readonly isBrief?: boolean | undefined;
}

const maxKept = 200;
const maxShown = 3;
const shownMs = { info: 5000, success: 4000, warning: 8000, error: 10_000 } as const;
let count = 0;

/** The kept notices, the newest last. */
export const notices = signal<readonly Notice[]>([]);
/** The notices on the screen. */
export const toasts = signal<readonly Notice[]>([]);
const readUntil = signal(0);
export const unread = computed(() => notices.value.filter(({ id }) => id > readUntil.value).length);

/** Shows a notice for a while, and keeps it in the activity. */
export function toast(given: Omit<Notice, 'id' | 'time'>): void {
  const notice: Notice = {
    ...given,
    title: truncate(given.title),
    message: given.message && truncate(given.message, 2000),
    id: ++count,
    time: Date.now(),
  };
  if (toasts.value.some((each) => isTwin(each, notice))) return;
  const twins = toasts.value.filter((each) => isTwin(notice, each));
  const isReplaced = (each: Notice) =>
    twins.includes(each) ||
    (each.title === notice.title && each.gesture !== undefined && each.gesture === notice.gesture);
  const isSame = ({ title, message }: Notice) => title === notice.title && message === notice.message;
  if (!notice.isBrief)
    notices.value = [...notices.value.filter((each) => !isReplaced(each)).slice(1 - maxKept), notice];
  const others = toasts.value.filter((each) => !isSame(each) && !isReplaced(each));
  toasts.value = [...others.slice(1 - maxShown), notice];
  setTimeout(() => dismiss(notice.id), notice.isBrief ? 2500 : (shownMs[notice.kind] ?? shownMs.info));
}

/** True if a notice is the host's notification of an exception that the panel reports. */
function isTwin({ exception }: Notice, { kind, message, exception: own }: Notice): boolean {
  return (
    Boolean(exception) && own === undefined && kind === 'error' && message?.endsWith(exception!) === true
  );
}

export function dismiss(id: number): void {
  toasts.value = toasts.value.filter((each) => each.id !== id);
}

export function markRead(): void {
  readUntil.value = count;
}
