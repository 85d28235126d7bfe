import type { ExposedObjectHandle, Json, LogLevel, RemoteControlService } from '../../service/index.js';
import type { Engine } from '../engine/index.js';
import { toServiceJson } from './initial-values.js';

/** What a function from a module gets as its first argument: the object that it runs on. */
export interface ModuleSelf {
  /** Source key of the object, undefined when it has none. */
  readonly key: string | undefined;
  /** The value of a member, by path. */
  get(path: string): unknown;
  /**
   * Writes a member through the service: checked, announced, and an edit when a remote app called the function. Takes
   * JSON, and objects as `get` gives them, of which it sets a copy, with all that they lead to.
   */
  set(path: string, value: unknown): void;
  /** Writes to the host's log. */
  log(level: LogLevel, message: string): void;
}

export function createModuleSelf(
  engine: Engine,
  service: RemoteControlService,
  handle: ExposedObjectHandle,
  path: string,
): ModuleSelf {
  const prefix = path === '' ? '' : `${path}/`;
  return {
    key: handle.sourceKey,
    get: (member) => service.property(handle, prefix + member).get(),
    set(member, value) {
      const property = service.property(handle, prefix + member);
      if (isGraph(value, service)) property.copy(value);
      else property.set(toServiceJson(value as Json));
    },
    log: (level, message) => engine.log.write(level, message),
  };
}

/** True where JSON would not do: there is an object of an exposed class in it, or one that leads back to itself. */
function isGraph(value: unknown, { objects }: RemoteControlService): boolean {
  const ancestors = new Set<object>();
  const pending: unknown[] = [value];
  while (pending.length > 0) {
    const next = pending.pop();
    if (next instanceof Left) ancestors.delete(next.object);
    if (next instanceof Left || typeof next !== 'object' || next === null) continue;
    if (ancestors.has(next) || objects.classOf(next) !== undefined) return true;
    ancestors.add(next);
    pending.push(new Left(next), ...Object.values(next));
  }
  return false;
}

/** All that an object leads to has been looked at. */
class Left {
  readonly object: object;
  constructor(object: object) {
    this.object = object;
  }
}
