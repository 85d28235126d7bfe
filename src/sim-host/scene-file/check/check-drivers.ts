import type { Json } from '../../../service/index.js';
import type { Type } from '../../../service/types/type.js';
import type { DriverSpec } from '../document.js';
import type { DocumentPath } from '../source.js';
import type { ValueContext } from './check-context.js';
import { isNumber } from './check-expressions.js';
import { checkValue } from './check-values.js';

const kinds = ['constant', 'sine', 'ramp', 'noise', 'randomWalk', 'steps'] as const;

/** Finds errors in a driver: its kind, and values that the member cannot have. */
export function checkDriver(spec: DriverSpec, type: Type, path: DocumentPath, context: ValueContext): void {
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
      checkValue(type, value as Json, [...path, kind, 'values', i], context);
    }
    return;
  }
  if (!isNumber(type)) {
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
  const wave = sine ?? noise;
  if (wave !== undefined) {
    const { amplitude, offset = 0 } = wave;
    return [
      [undefined, offset - amplitude],
      [undefined, offset + amplitude],
    ];
  }
  if (ramp !== undefined) {
    return [
      ['from', ramp.from],
      ['to', ramp.to],
    ];
  }
  return randomWalk === undefined
    ? []
    : [
        ['min', randomWalk.min],
        ['max', randomWalk.max],
      ];
}
