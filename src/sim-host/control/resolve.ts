import { ExposedError, type ExposedObjectHandle } from '../../service/index.js';
import type { ControlContext } from './command.js';

/**
 * The object that a command's `key` means: a session id, a source key, a static class name or an engine id.
 * @throws ExposedError `object-not-found`
 */
export function requireObject({ service }: ControlContext, key: string): ExposedObjectHandle {
  const handle = service.objects.resolve(key);
  if (handle === undefined) throw new ExposedError('object-not-found', `"${key}"`);
  return handle;
}
