import type { RemoteControlService } from '../../service/index.js';
import type { Engine } from '../engine/index.js';
import { notificationTypes } from './notification-types.js';
import type { SessionEvent } from './replay.js';

/**
 * Does again what a session tells of: changes of properties and notifications, as the engine. What has no place here is said
 * once; objects that came and went, prompts and apps are not played.
 */
export function playerOf(engine: Engine, service: RemoteControlService): (event: SessionEvent) => void {
  const told = new Set<string>();
  const warn = (place: string, message: string) => {
    if (told.has(place)) return;
    told.add(place);
    engine.log.write('Warning', `replay: ${place}: ${message}`);
  };
  return (event) => {
    if (event.type === 'exposed_object_updated') write(service, event, warn);
    else if (event.type === 'system_notification') notify(service, event);
    else if (event.type === 'lost') warn(`at ${event.at} ms`, `what happened here was lost: ${event.reason}`);
  };
}

function write(
  service: RemoteControlService,
  { key, path, value }: SessionEvent,
  warn: (place: string, message: string) => void,
): void {
  // An object that was put below another one is told of as a whole.
  if (key === undefined || path === undefined || path === '' || value === undefined) return;
  const place = `${key}/${path}`;
  const handle = service.objects.resolve(key);
  if (handle === undefined) return warn(key, 'there is no such object');
  try {
    const isImage = typeof value === 'string' && value.startsWith('/exposed/image/');
    if (!isImage) service.property(handle, path).set(value);
  } catch (error) {
    warn(place, (error as Error).message);
  }
}

function notify(service: RemoteControlService, event: SessionEvent): void {
  const { notificationType, title, message, icon } = event;
  service.notifications.notify({
    type: notificationTypes.find((known) => known === notificationType) ?? 'info',
    title: String(title ?? ''),
    message: String(message ?? ''),
    ...(typeof icon === 'string' && { icon }),
  });
}
