import type { Host, HostFrames, LogEntry, LogLevel, Unsubscribe } from '../host.js';
import type { Notifications } from './notifications.js';

/** Identical messages are forwarded once in this time, in milliseconds of host time (EVT-7, LIM-3). */
export const duplicateWindowMs = 5000;
/** At most `burstCap` notifications go out in any window of this length, in milliseconds of host time (EVT-8, LIM-3). */
const burstWindowMs = 3000;
const burstCap = 5;
/** A longer text is cut to this many characters, the ellipsis included. */
export const longestMessage = 400;

const forwardedLevels: ReadonlySet<LogLevel> = new Set(['Error', 'Exception', 'Assert']);

/** The way from the log to the notifier; nothing behind it once the notifier was stopped. */
interface Forwarding {
  forward: ((level: LogLevel, message: string) => void) | undefined;
}

/**
 * Forwards the application's errors to the remote apps (EVT-3 to 9). Entries may come from any thread; what they cause
 * happens on the main thread, at the start of the next frame. An error of every frame costs a look-up each: at most
 * `burstCap` are marshalled per window, and at most that many messages are remembered per window.
 */
export class RemoteErrorNotifier {
  enabled = true;
  readonly #host: Host;
  readonly #notifications: Notifications;
  #end: Unsubscribe | undefined;
  readonly #lastForwarded = new Map<string, number>();
  /** Times of the latest notifications, the oldest first. */
  #burst: number[] = [];
  #isForwarding = false;

  /** @internal */
  constructor(host: Host, notifications: Notifications) {
    this.#host = host;
    this.#notifications = notifications;
    this.start();
  }

  /** Listens to the log, as from the beginning; for after a `stop`. */
  start(): void {
    if (this.#end !== undefined) return;
    // The host keeps what is posted until its next frame: that must not hold a notifier that was stopped meanwhile.
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

  /** What is logged from now on is news, also what was forwarded already. */
  forget(): void {
    this.#lastForwarded.clear();
    this.#burst = [];
  }

  #onEntry({ level, message }: LogEntry, forwarding: Forwarding): void {
    // An error that forwarding itself raises is not forwarded in turn.
    if (!this.enabled || this.#isForwarding || !forwardedLevels.has(level)) return;
    // As remote apps see it: the same error may come from several places.
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
        message: cut(message),
        icon: 'error',
      });
    } finally {
      this.#isForwarding = false;
    }
  }
}

/** What the log has of a stack names files of the machine: remote apps are told the message alone (ERR-9). */
function withoutStack(message: string): string {
  return !message.includes('\n') ? message : message.replace(/(?:\n[ \t]+at [^\n]*)+/g, '');
}

function cut(message: string): string {
  // No more of it than can be shown.
  const characters = [...message.slice(0, 2 * longestMessage + 2)];
  return characters.length <= longestMessage
    ? message
    : `${characters.slice(0, longestMessage - 1).join('')}…`;
}

/** Outside of the notifier, so that the task holds nothing else. */
function post(frames: HostFrames, forwarding: Forwarding, level: LogLevel, message: string): void {
  frames.post(() => forwarding.forward?.(level, message));
}
