import { plainType } from '../../../service/types/nullable.js';
import type { Type } from '../../../service/types/type.js';
import { isNumberType } from '../../../wire/value-types.js';
import type { DriverSpec } from '../document.js';
import type { DrivenMember } from '../run/drivers.js';
import { type DocumentPath, pathText } from '../source.js';
import { checkValue, type ValueContext } from './check-values.js';
import { addProblem, followPath } from './explain-path.js';
import type { TrialScene } from './trial-scene.js';

/** Warning for a driven member that is saved although nobody edits it. */
const isSaved =
  'is saved with the value that it happens to have: give the member persist: false in its class';

const kinds = ['constant', 'sine', 'ramp', 'noise', 'randomWalk', 'steps'] as const;

/** Finds errors in the drivers of built objects, those of several copies up to the first copy with errors. */
export function checkDrivers(
  drivers: readonly DrivenMember[],
  { service, isComplete }: TrialScene,
  context: ValueContext,
): void {
  const { found } = context;
  const places = new Map<string, DocumentPath>();
  const failed = new Set<string>();
  for (const { handle, path, spec, place } of drivers) {
    const at = place();
    if (failed.has(pathText(at))) continue;
    const before = found.size;
    const end = followPath(service, { handle, class: handle.class, isAtStart: isComplete }, path);
    if (end === undefined) continue;
    if ('problem' in end) addProblem(found, at, end);
    else {
      const member = `${handle.id}/${end.handle.id}/${end.path}`;
      const other = places.get(member);
      places.set(member, at);
      if (other !== undefined) {
        found.add(at, `"${path}" is already driven, in ${found.otherPlace(other, 'key')}`, {
          expected: 'one driver for a member',
          at: 'key',
        });
      }
      checkDriver(spec, end.type, at, context);
      if (end.isPersistable) found.warn(at, `"${path}" ${isSaved}`);
    }
    if (found.size > before) failed.add(pathText(at));
  }
}

/** Finds errors in a driver: its kind, and values that the member cannot have. */
function checkDriver(spec: DriverSpec, type: Type, path: DocumentPath, context: ValueContext): void {
  const { found } = context;
  const given = kinds.filter((kind) => spec[kind] !== undefined);
  if (given.length !== 1) {
    const problem = given.length === 0 ? 'it moves nothing' : `${given.join(' and ')} move the same member`;
    return found.add(path, problem, { expected: `one of ${kinds.join(', ')}`, at: 'key' });
  }
  const kind = given[0]!;
  if (spec.constant !== undefined) return checkValue(type, spec.constant, [...path, kind], context);
  if (spec.steps !== undefined) {
    for (const [i, value] of spec.steps.values.entries()) {
      checkValue(type, value, [...path, kind, 'values', i], context);
    }
    return;
  }
  if (!isNumberType(plainType(type).name)) {
    return found.add([...path, kind], `a ${kind} gives numbers, and this is a ${type.name}`, {
      expected: 'a member that holds a number; constant or steps for others',
      at: 'key',
    });
  }
  const at = [...path, kind];
  if (spec.randomWalk !== undefined) checkWalk(spec.randomWalk, at, context);
  const before = found.size;
  for (const [name, value] of extremes(spec)) {
    // A range that is too large on both sides is one error.
    if (found.size === before) checkValue(type, value, name ? [...at, name] : at, context);
  }
}

function checkWalk(
  { min, max, start }: NonNullable<DriverSpec['randomWalk']>,
  path: DocumentPath,
  { found }: ValueContext,
): void {
  if (min > max)
    found.add([...path, 'min'], `${min} is more than max, ${max}`, { expected: 'min below max' });
  else if (start !== undefined && (start < min || start > max)) {
    found.add([...path, 'start'], `${start} is out of range`, { expected: `a number from ${min} to ${max}` });
  }
}

/** Returns the lowest and highest values of a driver, with the key that sets them if there is one. */
function extremes({ sine, ramp, noise, randomWalk }: DriverSpec): [name: string | undefined, number][] {
  if (ramp !== undefined)
    return [
      ['from', ramp.from],
      ['to', ramp.to],
    ];
  if (randomWalk !== undefined)
    return [
      ['min', randomWalk.min],
      ['max', randomWalk.max],
    ];
  const { amplitude, offset = 0 } = (sine ?? noise)!;
  return [
    [undefined, offset - amplitude],
    [undefined, offset + amplitude],
  ];
}
