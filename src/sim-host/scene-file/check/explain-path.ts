import { nearestName } from '../../../service/common/nearest-name.js';
import type { ExposedClass, ExposedObjectHandle, RemoteControlService } from '../../../service/index.js';
import { ExposedError } from '../../../service/index.js';
import type { PropertyRef } from '../../../service/objects/property-ref.js';
import { ArrayType } from '../../../service/types/array.js';
import { CompositeType } from '../../../service/types/composite.js';
import { plainType } from '../../../service/types/nullable.js';
import type { ValueType } from '../../../service/types/values/value-type.js';
import type { DiagnosticList } from '../diagnostics.js';
import type { DocumentPath } from '../source.js';

/** The reason why a path leads nowhere. */
export interface PathProblem {
  readonly problem: string;
  readonly expected?: string;
  readonly hint?: string | undefined;
}

/** Reports a problem; `at: 'key'` if the path is a key in the file. */
export function addProblem(
  found: DiagnosticList,
  path: DocumentPath,
  { problem, ...more }: PathProblem,
  at: 'key' | 'value' = 'key',
): void {
  found.add(path, problem, { ...more, at });
}

/** The object that a path starts at. */
export interface PathStart {
  readonly handle: ExposedObjectHandle;
  /** The class that the path is written for, from which that of the object may derive. */
  readonly class: ExposedClass;
  /** True if the path is followed at the start of the run, so that null values and missing elements are errors. */
  readonly isAtStart: boolean;
}

/**
 * Follows a property path as the service does.
 * @returns the property, the reason why there is none, or undefined if only the run can tell
 */
export function followPath(
  service: RemoteControlService,
  start: PathStart,
  path: string,
): PropertyRef | PathProblem | undefined {
  const { resolver } = service.model;
  try {
    return resolver.property(start.handle, path);
  } catch (error) {
    if (!(error instanceof ExposedError)) throw error;
    if (error.code !== 'property-not-found') return { problem: error.message };
  }
  for (let end = path.length - 1; end > 0; end--) {
    if (!'./['.includes(path[end]!)) continue;
    try {
      return explainStep(
        service,
        start,
        resolver.property(start.handle, path.slice(0, end)),
        path.slice(end),
      );
    } catch (error) {
      if (!(error instanceof ExposedError)) throw error;
    }
  }
  return noMemberNow(service, start.class, firstStep(path), start.isAtStart);
}

/** Explains why `rest` leads nowhere from a property. */
function explainStep(
  service: RemoteControlService,
  { isAtStart }: PathStart,
  ref: PropertyRef,
  rest: string,
): PathProblem | undefined {
  const type = plainType(ref.type);
  const step = firstStep(rest);
  const value = ref.get();
  if (type instanceof CompositeType) {
    if (value == null) return isAtStart ? { problem: `"${ref.path}" holds nothing at the start` } : undefined;
    const declared = isAtStart ? undefined : type.class;
    const cls = declared ?? service.objects.classOf(value);
    return cls && noMemberNow(service, cls, step, isAtStart);
  }
  if (type instanceof ArrayType) {
    if (!isAtStart) return undefined;
    const items = (value ?? []) as readonly unknown[];
    const keys = items.flatMap((item) => {
      if (typeof item !== 'object' || item === null) return [];
      const member = service.objects.classOf(item)?.keyMember;
      return member === undefined ? [] : String(member.get(item));
    });
    const known = keys.length > 0 ? keys.join(', ') : `an index below ${items.length}`;
    const expected = items.length === 0 ? 'a path to an array with elements' : known;
    return { problem: `"${ref.path}" has no element "${step}"`, expected, hint: nearestName(step, keys) };
  }
  const parts = [...((type as { valueType?: ValueType }).valueType?.parts?.keys() ?? [])];
  if (parts.length === 0)
    return { problem: `a ${type.name} has no "${step}" inside`, expected: 'a path that ends here' };
  return noPart(type.name, parts, step);
}

/** Returns undefined if an object of a derived class may be there later, which has the member. */
function noMemberNow(
  { classes }: RemoteControlService,
  cls: ExposedClass,
  name: string,
  isAtStart: boolean,
): PathProblem | undefined {
  const hasMember = (each: ExposedClass) => each.isA(cls) && each.member(name) !== undefined;
  return !isAtStart && classes.all().some(hasMember) ? undefined : noMember(cls, name);
}

/** Describes that a class has no member of a name. */
export function noMember(cls: ExposedClass, name: string): PathProblem {
  const known = cls.members.map((each) => each.name);
  return {
    problem: `${cls.name} has no member "${name}"`,
    ...(known.length > 0 && { expected: known.join(', ') }),
    hint: nearestName(name, known),
  };
}

/** Describes that a value has no part of a name. */
export function noPart(typeName: string, parts: readonly string[], name: string): PathProblem {
  const hint = nearestName(name, parts);
  return { problem: `${typeName} has no part "${name}"`, expected: parts.join(', '), hint };
}

/** Returns the first name or key of a path, without separators, brackets and quotes. */
function firstStep(path: string): string {
  const [, key, name] = /^[./]*(?:\["?([^\]"]*)"?\]|([^./[]+))/.exec(path) ?? [];
  return key ?? name ?? path;
}
