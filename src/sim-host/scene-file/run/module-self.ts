import type { ExposedObjectHandle, Json, LogLevel, RemoteControlService } from '../../../service/index.js';
import { maxBodyDepth } from '../../../service/limits.js';
import type { Engine } from '../../engine/index.js';
import { toServiceJson } from './initial-values.js';

/** The first argument of a module function: the object that it runs on. */
export interface ModuleSelf {
  /** Source key of the object; undefined if it has none. */
  readonly key: string | undefined;
  /** Returns the value of a member by path. */
  get(path: string): unknown;
  /**
   * Writes a member through the service, which checks and reports it; it is an edit if a remote app called the
   * function. Takes JSON, or objects that `get` returned, which are copied with everything they refer to.
   */
  set(path: string, value: unknown): void;
  /** Writes to the log of the host. */
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

/** True if JSON cannot represent the value: it contains an exposed object or itself. */
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
