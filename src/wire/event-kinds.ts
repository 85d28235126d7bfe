/** The names of the kinds of events (wire.md section 4). It imports nothing, because it runs in browsers too. */
export const eventKinds = [
  'connected',
  'exposed_object_updated',
  'exposed_objects_changed',
  'types_update',
  'system_notification',
  'confirm_request',
  'confirm_dismiss',
  'client_connected',
  'client_disconnected',
] as const;

export type EventKind = (typeof eventKinds)[number];
