import { readFileSync } from 'node:fs';
import { isJsonObject } from '../../../service/common/json.js';
import type { Json, RemoteControlService } from '../../../service/index.js';
import { parseJson } from '../../../wire/json.js';
import type { Engine } from '../../engine/index.js';
import { notificationTypes } from '../document.js';

/** An event of a session that `sim-host record` wrote. */
export interface SessionEvent {
  /** Milliseconds since the start of the recording. */
  readonly at: number;
  readonly type: string;
  /** Source key of its object. */
  readonly key?: string;
  readonly path?: string;
  readonly value?: Json;
  readonly [member: string]: Json | undefined;
}

export interface Session {
  readonly events: readonly SessionEvent[];
  /** Number of the last line if it is incomplete, as after the recorder was killed; it is not an event. */
  readonly cutLine?: number;
}

/** Reads a session. @throws Error that names the line, or from the file system */
export function readSession(file: string): Session {
  const events: SessionEvent[] = [];
  const lines = readFileSync(file)
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
      throw new Error(`line ${i + 1}: not valid JSON`);
    }
    if (!isJsonObject(event) || typeof event.at !== 'number' || typeof event.type !== 'string')
      throw new Error(
        `line ${i + 1}: expected {"at": milliseconds, "type": …}, as sim-host record writes it`,
      );
    if (event.at < (events.at(-1)?.at ?? 0))
      throw new Error(`line ${i + 1}: "at" is less than on the line above`);
    events.push(event as SessionEvent);
  }
  return { events };
}

/** Plays a session, in each frame the events that are due. */
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

  /** @param time seconds since the start of the scene; if it goes back, the session starts again */
  update(time: number): void {
    // Rounding may put a frame slightly before an event.
    const now = (time + 1e-9) * 1000 * this.#speed;
    const isOver = (event: SessionEvent | undefined) => event !== undefined && event.at <= now;
    if (this.#next > 0 && !isOver(this.#events[this.#next - 1])) this.#next = 0;
    while (isOver(this.#events[this.#next])) this.#play(this.#events[this.#next++]!);
  }
}

/**
 * Returns a function that repeats changes of properties and notifications as the engine. An event that is not
 * possible is logged once; other events are ignored.
 */
export function playerOf(engine: Engine, service: RemoteControlService): (event: SessionEvent) => void {
  const warned = new Set<string>();
  const warn = (place: string, message: string) => {
    if (warned.has(place)) return;
    warned.add(place);
    engine.log.write('Warning', `replay: ${place}: ${message}`);
  };
  return (event) => {
    if (event.type === 'exposed_object_updated') write(service, event, warn);
    else if (event.type === 'system_notification') notify(service, event);
    else if (event.type === 'lost') warn(`at ${event.at} ms`, `events were lost here: ${event.reason}`);
  };
}

function write(
  service: RemoteControlService,
  { key, path, value }: SessionEvent,
  warn: (place: string, message: string) => void,
): void {
  // The event of a re-parented object contains the whole object.
  if (key === undefined || path === undefined || path === '' || value === undefined) return;
  const place = `${key}/${path}`;
  const handle = service.objects.resolve(key);
  if (handle === undefined) return warn(key, 'unknown object');
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
