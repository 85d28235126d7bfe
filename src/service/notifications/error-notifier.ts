import type { Host, HostFrames, LogEntry, LogLevel, Unsubscribe } from '../host.js';
import type { Notifications } from './notifications.js';

/** Milliseconds of host time in which identical messages are forwarded once (EVT-7, LIM-3). */
export const duplicateWindowMs = 5000;
/** At most `burstCap` notifications are sent in any window of this many milliseconds of host time (EVT-8, LIM-3). */
const burstWindowMs = 3000;
const burstCap = 5;
/** Maximum characters of a message, including the ellipsis of a shortened one. */
export const maxMessageChars = 400;

const forwardedLevels: ReadonlySet<LogLevel> = new Set(['Error', 'Exception', 'Assert']);

/** Connects the log to the notifier; `forward` is undefined once the notifier was stopped. */
interface Forwarding {
  forward: ((level: LogLevel, message: string) => void) | undefined;
}

/**
 * Forwards the application's errors to remote apps (EVT-3 to 9). Entries may come from any thread; notifications are
 * sent on the main thread, at the start of the next frame. At most `burstCap` entries are queued and remembered per
 * window.
 */
export class RemoteErrorNotifier {
  enabled = true;
  readonly #host: Host;
  readonly #notifications: Notifications;
  #end: Unsubscribe | undefined;
  readonly #lastForwarded = new Map<string, number>();
  /** Times of the latest notifications, oldest first. */
  #burst: number[] = [];
  #isForwarding = false;

  /** @internal */
  constructor(host: Host, notifications: Notifications) {
    this.#host = host;
    this.#notifications = notifications;
    this.start();
  }

  /** Listens to the log, as initially; call it after `stop`. */
  start(): void {
    if (this.#end !== undefined) return;
    // The host keeps posted tasks until its next frame; they must not refer to a stopped notifier.
    const forwarding: Forwarding = { forward: (level, message) => this.#forward(level, message) };
    const end = this.#host.log.onEntry((entry) => this.#onEntry(entry, forwarding));
    this.#end = () => {
      forwarding.forward = undefined;
      end();
    };
  }

  stop(): void {
    this.#end?.();
    this.#end = undefined;
  }

  /** Forgets what was forwarded, so that it may be forwarded again. */
  forget(): void {
    this.#lastForwarded.clear();
    this.#burst = [];
  }

  #onEntry({ level, message }: LogEntry, forwarding: Forwarding): void {
    // An error raised while forwarding is not forwarded.
    if (!this.enabled || this.#isForwarding || !forwardedLevels.has(level)) return;
    // Compares the text that remote apps receive, because the same error may have several stacks.
    const text = withoutStack(message);
    const now = this.#host.clock.now();
    if (now < (this.#lastForwarded.get(text) ?? Number.NEGATIVE_INFINITY) + duplicateWindowMs) return;
    this.#burst = this.#burst.filter((time) => now < time + burstWindowMs);
    if (this.#burst.length >= burstCap) return;
    this.#burst.push(now);
    this.#remember(text, now);
    post(this.#host.frames, forwarding, level, text);
  }

  #remember(message: string, now: number): void {
    for (const [other, time] of this.#lastForwarded) {
      if (now < time + duplicateWindowMs) break;
      this.#lastForwarded.delete(other);
    }
    this.#lastForwarded.delete(message);
    this.#lastForwarded.set(message, now);
  }

  #forward(level: LogLevel, message: string): void {
    this.#isForwarding = true;
    try {
      this.#notifications.notify({
        type: 'error',
        title: level,
        message: truncate(message),
        icon: 'error',
      });
    } finally {
      this.#isForwarding = false;
    }
  }
}

/** Removes stack frames, which name files of the machine: remote apps receive only the message (ERR-9). */
function withoutStack(message: string): string {
  return !message.includes('\n') ? message : message.replace(/(?:\n[ \t]+at [^\n]*)+/g, '');
}

function truncate(message: string): string {
  // Splits only the part that can be shown.
  const characters = [...message.slice(0, 2 * maxMessageChars + 2)];
  return characters.length <= maxMessageChars
    ? message
    : `${characters.slice(0, maxMessageChars - 1).join('')}…`;
}

/** A function outside the class, so that the task refers to nothing else. */
function post(frames: HostFrames, forwarding: Forwarding, level: LogLevel, message: string): void {
  frames.post(() => forwarding.forward?.(level, message));
}
