import type { ExposedClass, ExposedObjectHandle, RemoteControlService } from '../../../service/index.js';
import { ExposedError } from '../../../service/index.js';
import type { PropertyRef } from '../../../service/objects/property-ref.js';
import { ArrayType } from '../../../service/types/array.js';
import { CompositeType } from '../../../service/types/composite.js';
import { plainType } from '../../../service/types/nullable.js';

/**
 * Follows a property path as the service does. `cls` is the class that the path is written for, from which that of
 * the object may derive. `isAtStart`: the path must exist now.
 * @returns the property, the error if there is none, or undefined if the run may lead elsewhere
 */
export function followPath(
  service: RemoteControlService,
  handle: ExposedObjectHandle,
  cls: ExposedClass,
  path: string,
  isAtStart: boolean,
): PropertyRef | ExposedError | undefined {
  const ref = resolve(service, handle, path);
  if (!(ref instanceof ExposedError) || ref.code !== 'property-not-found' || isAtStart) return ref;
  let start: ExposedClass | undefined = cls;
  let rest = path;
  for (let end = path.length - 1; end > 0; end--) {
    if (!'./['.includes(path[end]!)) continue;
    const before = resolve(service, handle, path.slice(0, end));
    if (before instanceof ExposedError) continue;
    const type = plainType(before.type);
    // Elements and objects may be added later.
    if (type instanceof ArrayType) return undefined;
    if (!(type instanceof CompositeType)) return ref;
    if (before.get() == null) return undefined;
    start = type.class;
    rest = path.slice(end);
    break;
  }
  const [name = ''] = /[^./[\]"]+/.exec(rest) ?? [];
  const mayBeThere = (each: ExposedClass) => (start === undefined || each.isA(start)) && each.member(name);
  return service.classes.all().some(mayBeThere) ? undefined : ref;
}

function resolve(
  { model }: RemoteControlService,
  handle: ExposedObjectHandle,
  path: string,
): PropertyRef | ExposedError {
  try {
    return model.resolver.property(handle, path);
  } catch (error) {
    if (error instanceof ExposedError) return error;
    throw error;
  }
}
