import type { Choices } from '../choices.js';
import type { Mix } from '../mix.js';
import { literal } from './literals.js';
import {
  type Effect,
  type FunctionSpec,
  isWritable,
  keys,
  type MemberSpec,
  type Setter,
  type TypeSpec,
} from './spec.js';

/** Side effects set plain scalars, so that the result does not depend on the member order of a body. */
export function generateSetter(type: TypeSpec, c: Choices, present: readonly MemberSpec[], mix: Mix): Setter {
  const isNumber = type.of === 'scalar' && ['Int32', 'Single', 'Double', 'Int16'].includes(type.name);
  const throws = c.among(mix.throws);
  // A throwing setter has no side effects, because rolling them back is up to the application.
  if (throws !== 'never') return { throws, effects: [] };
  const clamp = isNumber && c.chance(40);
  return { clamp, effects: c.chance(mix.effects) ? generateEffects(c, present, 1, false) : [] };
}

export function generateFunction(
  name: string,
  c: Choices,
  present: readonly MemberSpec[],
  mix: Mix,
): FunctionSpec {
  const isAsync = c.chance(mix.later);
  const effects = generateEffects(c, present, 1 + c.below(3), true);
  if (isAsync && c.chance(70)) effects.splice(c.below(effects.length + 1), 0, { does: 'await' });
  if (c.chance(15)) effects.push({ does: 'throw' });
  const scalars = present.filter((each) => each.type.of === 'scalar');
  const result = c.chance(50) && scalars.length > 0 ? c.pick(scalars) : undefined;
  const writable = scalars.filter((each) => isWritable(each) && each.setter === undefined);
  const given = c.chance(40) && writable.length > 0 ? c.pick(writable) : undefined;
  if (given !== undefined && !effects.some((each) => 'member' in each && each.member === given.name))
    effects.unshift({ does: 'set', member: given.name, value: 'p0' });
  return {
    name,
    isAsync,
    parameters: given === undefined ? [] : [{ name: 'p0', type: given.type }],
    ...(result !== undefined && { returns: { member: result.name, type: result.type } }),
    effects,
  };
}

function generateEffects(
  c: Choices,
  present: readonly MemberSpec[],
  count: number,
  isFunction: boolean,
): Effect[] {
  const plain = present.filter(
    (each) =>
      each.how !== 'computed' &&
      each.setter === undefined &&
      !each.isKey &&
      (isFunction || each.type.of === 'scalar'),
  );
  if (plain.length === 0) return [];
  // Each member once, because a value that is set and set back may count as an edit or not.
  const picked = new Set(Array.from({ length: count }, () => c.pick(plain)));
  return [...picked].map((member): Effect => {
    const value = literal(member.type, c);
    if (c.chance(25)) return { does: 'setOther', key: c.pick(keys), member: member.name, value };
    if (isFunction && member.type.of === 'array' && c.chance(60))
      return { does: 'push', member: member.name, value: literal(member.type.element, c) };
    return { does: 'set', member: member.name, value };
  });
}
