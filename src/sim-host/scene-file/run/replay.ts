import { isJsonObject } from '../../../service/common/json.js';
import type { Json, RemoteControlService } from '../../../service/index.js';
import { parseJson } from '../../../wire/json.js';
import type { Engine } from '../../engine/index.js';
import { notificationTypes } from '../document.js';
import { readFileAtOnce } from '../read-file.js';

/** Something that happened in a session that `sim-host record` has kept. */
export interface SessionEvent {
  /** Milliseconds since the beginning. */
  readonly at: number;
  readonly type: string;
  /** Source key of the object that it is about. */
  readonly key?: string;
  readonly path?: string;
  readonly value?: Json;
  readonly [member: string]: Json | undefined;
}

export interface Session {
  readonly events: readonly SessionEvent[];
  /** The number of the last line, when it was cut as a recorder that is killed leaves it; it is not among the events. */
  readonly cutLine?: number;
}

/** Reads a session. @throws Error that names the line, or what the file system says */
export function readSession(file: string): Session {
  const events: SessionEvent[] = [];
  const lines = readFileAtOnce(file)
    .toString()
    .replace(/^\ufeff/, '')
    .split('\n');
  for (const [i, line] of lines.entries()) {
    if (line.trim() === '') continue;
    let event: Json;
    try {
      event = parseJson(line);
    } catch {
      if (i === lines.length - 1 && events.length > 0) return { events, cutLine: i + 1 };
      throw new Error(`line ${i + 1}: it is no JSON`);
    }
    if (!isJsonObject(event) || typeof event.at !== 'number' || typeof event.type !== 'string')
      throw new Error(
        `line ${i + 1}: expected {"at": milliseconds, "type": …}, as sim-host record writes it`,
      );
    if (event.at < (events.at(-1)?.at ?? 0))
      throw new Error(`line ${i + 1}: it happened before the line above`);
    events.push(event as SessionEvent);
  }
  return { events };
}

/** Plays a session: of what is due at once every event, in order. */
export class Replay {
  readonly #events: readonly SessionEvent[];
  readonly #speed: number;
  readonly #play: (event: SessionEvent) => void;
  #next = 0;

  constructor(events: readonly SessionEvent[], speed: number, play: (event: SessionEvent) => void) {
    this.#events = events;
    this.#speed = speed;
    this.#play = play;
  }

  /** @param time seconds since the scene began; a scene that begins again plays it again */
  update(time: number): void {
    // A frame's time is a sum of periods, which may fall short by its rounding.
    const now = (time + 1e-9) * 1000 * this.#speed;
    const isOver = (event: SessionEvent | undefined) => event !== undefined && event.at <= now;
    if (this.#next > 0 && !isOver(this.#events[this.#next - 1])) this.#next = 0;
    while (isOver(this.#events[this.#next])) this.#play(this.#events[this.#next++]!);
  }
}

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
