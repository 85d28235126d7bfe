import type { Json } from './json.js';

/** What hosts send on the event stream (wire.md section 4), told apart by `type`. */
export type HostEvent =
  | { readonly type: 'connected'; readonly clientId: string; readonly instanceId: string; readonly resume?: 'fresh' | 'resumed' | 'gap'; readonly cursor?: string }
  | ObjectUpdated
  | { readonly type: 'exposed_objects_changed'; readonly added: readonly string[]; readonly removed: readonly string[] }
  | { readonly type: 'types_update' }
  | Notification
  | Prompt
  | { readonly type: 'confirm_dismiss'; readonly id: string }
  | { readonly type: 'client_connected' | 'client_disconnected'; readonly clientId: string };

/** A member has another value; with the path `""`, the object as a whole. */
export interface ObjectUpdated {
  readonly type: 'exposed_object_updated';
  readonly value: Json;
  /** Of the object, in this session of the host. */
  readonly id: string;
  readonly path: string;
  /** Whether the value differs from its captured default. */
  readonly changed: boolean;
}

export interface Notification {
  readonly type: 'system_notification';
  readonly notificationType: 'info' | 'success' | 'warning' | 'error';
  readonly title: string;
  readonly message: string;
  readonly icon?: string;
  readonly data?: Json;
  readonly messageId?: string;
  readonly timestamp: string;
}

/** A question that the host asks on every surface at once; the first answer counts. */
export interface Prompt {
  readonly type: 'confirm_request';
  readonly id: string;
  readonly icon?: string;
  readonly title: string;
  readonly message: string;
  /** Labels of the buttons; null for one that is not shown. */
  readonly yes?: string | null;
  readonly no?: string | null;
  readonly cancel?: string | null;
}
