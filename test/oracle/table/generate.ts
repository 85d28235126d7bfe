import { Choices } from '../choices.js';
import { isKnown } from '../known.js';
import { literal } from './literals.js';
import {
  type ClassSpec,
  type Effect,
  type FunctionSpec,
  isWritable,
  type MemberSpec,
  type PartsName,
  partsOf,
  type Setter,
  scalarNames,
  type Table,
  type TypeSpec,
} from './spec.js';

/** Keys under which objects are registered. */
export const keys = ['lamp', 'desk', 'rig', 'amp'] as const;

/** One class from some numbers; `members` and `functions` have one list of them each. */
export interface ClassNumbers {
  readonly shape: readonly number[];
  readonly members: readonly (readonly number[])[];
  readonly functions: readonly (readonly number[])[];
}

export function generateTable(numbers: readonly ClassNumbers[]): Table {
  const classes: ClassSpec[] = [];
  for (const each of numbers) classes.push(generateClass(each, classes));
  return { classes };
}

function generateClass({ shape, members, functions }: ClassNumbers, before: ClassSpec[]): ClassSpec {
  const c = new Choices(shape);
  const name = `C${before.length}`;
  const via = c.weighted([
    [6, 'decorators'],
    [2, 'exposeClass'],
    [2, 'define'],
  ] as const);
  const isDecorated = via === 'decorators';
  const kind = c.weighted([
    [7, 'class'],
    [2, 'struct'],
    [1, 'static'],
  ] as const);
  const bases = before.filter((each) => each.kind === 'class' && each.via === via);
  const base = kind === 'class' && c.chance(40) && bases.length > 0 ? c.pick(bases).name : undefined;
  const isAbstract = kind === 'class' && c.chance(8);
  const hasKey = kind !== 'static' && base === undefined && c.chance(40);
  const inherited = base === undefined ? [] : allMembers(before, base);
  const own: MemberSpec[] = hasKey
    ? [{ name: 'name', type: { of: 'scalar', name: 'String' }, how: 'accessor', value: "'a'", isKey: true }]
    : [];
  members.forEach((each, index) => {
    const present = [...inherited, ...own];
    own.push(
      generateMember(`${name.toLowerCase()}m${index}`, new Choices(each), { before, present, isDecorated }),
    );
  });
  const present = [...inherited, ...own];
  const calls =
    kind === 'struct'
      ? []
      : functions.map((each, index) =>
          generateFunction(`${name.toLowerCase()}f${index}`, new Choices(each), present, isDecorated),
        );
  return {
    name,
    via,
    kind,
    ...(base !== undefined && { base }),
    ...(isAbstract && { isAbstract }),
    members: own,
    functions: calls,
  };
}

interface Around {
  readonly isDecorated: boolean;
  readonly before: readonly ClassSpec[];
  readonly present: readonly MemberSpec[];
}

function generateMember(name: string, c: Choices, { before, present, isDecorated }: Around): MemberSpec {
  const type = generateType(c, before);
  const isNullable = type.of === 'class' && c.chance(40);
  const value = isNullable && c.chance(60) ? 'null' : literal(type, c);
  const how = c.weighted([
    [4, 'accessor'],
    [2, 'field'],
    [3, 'property'],
    [1, 'computed'],
  ] as const);
  const plain = { name, type, value, ...(isNullable && { isNullable }) };
  if (how === 'computed') {
    const sources = present.filter((each) => each.type.of === 'scalar' && each.how !== 'computed');
    if (sources.length === 0) return { ...plain, how: 'accessor' };
    const source = c.pick(sources);
    return { name, type: source.type, how, value: `this.${source.name}` };
  }
  const isReadOnly = c.chance(8);
  const persist = c.chance(15) ? c.chance(50) : undefined;
  const isScalar = type.of === 'scalar' || type.of === 'enum';
  const setter =
    how === 'property' && isScalar && c.chance(60)
      ? generateSetter(type, c, present, isDecorated)
      : undefined;
  return {
    ...plain,
    // A default that its own setter would not take is a matter of its own.
    ...(setter?.clamp && isKnown('unseen-by-setter') && { value: '1' }),
    how,
    ...(isReadOnly && { isReadOnly }),
    ...(persist !== undefined && { persist }),
    ...(setter !== undefined && { setter }),
  };
}

export function generateType(c: Choices, before: readonly ClassSpec[], depth = 0): TypeSpec {
  const classes = before.filter(({ kind }) => kind !== 'static');
  const constructible = classes.filter(({ isAbstract }) => !isAbstract);
  return c.weighted<() => TypeSpec>([
    [5, () => ({ of: 'scalar', name: c.pick(scalarNames) })],
    [1, () => ({ of: 'enum', name: c.pick(['Mode', 'Rights'] as const) })],
    [2, () => ({ of: 'parts', name: c.pick(Object.keys(partsOf) as PartsName[]) })],
    [
      3,
      () =>
        constructible.length === 0
          ? { of: 'scalar', name: 'Int32' }
          : { of: 'class', name: c.pick(constructible).name },
    ],
    [depth === 0 ? 3 : 0, () => ({ of: 'array', element: generateType(c, before, depth + 1) })],
  ])();
}

/** Side effects reach scalars that are plain, so that what happens does not hang on the order of a body's members. */
function generateSetter(
  type: TypeSpec,
  c: Choices,
  present: readonly MemberSpec[],
  isDecorated: boolean,
): Setter {
  const isNumber = type.of === 'scalar' && ['Int32', 'Single', 'Double', 'Int16'].includes(type.name);
  const throws = c.weighted([
    [4, undefined],
    [1, 'before'],
    [isKnown('setter-keeps-value') ? 0 : 1, 'after'],
  ] as const);
  // What throws has no other effects: those of one that is undone would be the application's own affair.
  if (throws !== undefined) return { throws, effects: [] };
  if (isKnown('unseen-by-setter')) return { clamp: isNumber, effects: [] };
  const clamp = isNumber && c.chance(40);
  return { clamp, effects: c.chance(50) ? generateEffects(c, present, 1, false, isDecorated) : [] };
}

function generateFunction(
  name: string,
  c: Choices,
  present: readonly MemberSpec[],
  isDecorated: boolean,
): FunctionSpec {
  const isAsync = c.chance(30);
  const effects = generateEffects(c, present, 1 + c.below(3), true, isDecorated);
  if (isAsync && c.chance(70)) effects.splice(c.below(effects.length + 1), 0, { does: 'await' });
  if (c.chance(15)) effects.push({ does: 'throw' });
  const scalars = present.filter((each) => each.type.of === 'scalar');
  const result = c.chance(50) && scalars.length > 0 ? c.pick(scalars) : undefined;
  const isSeen = (each: MemberSpec) => (isDecorated && each.how === 'accessor') || !isKnown('unseen-by-code');
  const writable = scalars.filter((each) => isWritable(each) && each.setter === undefined && isSeen(each));
  const given = c.chance(40) && writable.length > 0 ? c.pick(writable) : undefined;
  if (given !== undefined) effects.unshift({ does: 'set', member: given.name, value: 'p0' });
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
  isDecorated: boolean,
): Effect[] {
  const isScalarOnly = !isFunction || isKnown('unseen-by-code');
  const mayNotBeSeen = !isKnown('unseen-by-code');
  const plain = present.filter(
    (each) =>
      each.how !== 'computed' &&
      each.setter === undefined &&
      !each.isKey &&
      (each.type.of === 'scalar' || !isScalarOnly) &&
      (mayNotBeSeen || (isDecorated && each.how === 'accessor' && !each.isReadOnly)),
  );
  if (plain.length === 0) return [];
  return Array.from({ length: count }, (): Effect => {
    const member = c.pick(plain);
    const value = literal(member.type, c);
    if (c.chance(25)) return { does: 'setOther', key: c.pick(keys), member: member.name, value };
    if (isFunction && member.type.of === 'array' && c.chance(60))
      return { does: 'push', member: member.name, value: literal(member.type.element, c) };
    return { does: 'set', member: member.name, value };
  });
}

/** The members of a class, those of its bases first. */
export function allMembers(classes: readonly ClassSpec[], name: string): MemberSpec[] {
  const spec = classes.find((each) => each.name === name)!;
  return [...(spec.base === undefined ? [] : allMembers(classes, spec.base)), ...spec.members];
}
