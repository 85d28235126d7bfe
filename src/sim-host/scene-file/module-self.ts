import type { ExposedObjectHandle, Json, LogLevel, RemoteControlService } from '../../service/index.js';
import type { Engine } from '../engine/index.js';
import { toServiceJson } from './initial-values.js';

/** What a function from a module gets as its first argument: the object that it runs on. */
export interface ModuleSelf {
  /** Source key of the object, undefined when it has none. */
  readonly key: string | undefined;
  /** The value of a member, by path. */
  get(path: string): unknown;
  /** Writes a member through the service: checked, announced, and an edit when a remote app called the function. */
  set(path: string, value: Json): void;
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
    set: (member, value) => service.property(handle, prefix + member).set(toServiceJson(value)),
    log: (level, message) => engine.log.write(level, message),
  };
}
