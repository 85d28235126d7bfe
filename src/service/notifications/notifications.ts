import type { EventEmitter } from '../events/event-emitter.js';

export type NotificationType = 'info' | 'success' | 'warning' | 'error';

export interface Notification {
  readonly type: NotificationType;
  readonly title: string;
  readonly message: string;
  /** Name of an icon that the remote app knows. */
  readonly icon?: string;
  /** JSON text for the app's own use. */
  readonly data?: string;
}

/** Shows notifications in every connected remote app. */
export class Notifications {
  readonly #events: EventEmitter;
  #count = 0;

  /** @internal */
  constructor(events: EventEmitter) {
    this.#events = events;
  }

  /** Sends a notification; does nothing while no events are recorded. */
  notify({ type, title, message, icon = '', data }: Notification): void {
    if (!this.#events.isRecording) return;
    const members = {
      notificationType: type,
      title,
      message,
      icon,
      data: data ?? null,
      messageId: `notification-${++this.#count}`,
    };
    this.#events.emit('system_notification', JSON.stringify(members).slice(1, -1));
  }
}
