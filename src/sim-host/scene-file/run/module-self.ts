import type { ExposedObjectHandle, Json, LogLevel, RemoteControlService } from '../../../service/index.js';
import { maxBodyDepth } from '../../../service/limits.js';
import type { Engine } from '../../engine/index.js';
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
      if (isGraph(value, service.objects)) property.copy(value);
      else property.set(toServiceJson(value as Json));
    },
    log: (level, message) => engine.log.write(level, message),
  };
}

/** True where JSON would not do: there is an object of an exposed class in it, or one that leads back to itself. */
function isGraph(
  value: unknown,
  objects: RemoteControlService['objects'],
  ancestors: readonly object[] = [],
): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (ancestors.length > maxBodyDepth || ancestors.includes(value)) return true;
  if (objects.classOf(value) !== undefined) return true;
  return Object.values(value).some((each) => isGraph(each, objects, [...ancestors, value]));
}
