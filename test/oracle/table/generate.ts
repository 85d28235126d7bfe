import { Choices } from '../choices.js';
import type { Mix } from '../mix.js';
import { generateFunction, generateSetter } from './behaviour.js';
import { literal } from './literals.js';
import {
  type ClassSpec,
  type MemberSpec,
  type PartsName,
  partsOf,
  scalarNames,
  type Table,
  type TypeSpec,
} from './spec.js';

/** One class from some numbers; `members` and `functions` have one list of them each. */
export interface ClassNumbers {
  readonly shape: readonly number[];
  readonly members: readonly (readonly number[])[];
  readonly functions: readonly (readonly number[])[];
}

export function generateTable(numbers: readonly ClassNumbers[], mix: Mix): Table {
  const classes: ClassSpec[] = [];
  for (const each of numbers) classes.push(generateClass(each, classes, mix));
  return { classes };
}

function generateClass(
  { shape, members, functions }: ClassNumbers,
  before: ClassSpec[],
  mix: Mix,
): ClassSpec {
  const c = new Choices(shape);
  const name = `C${before.length}`;
  const via = c.weighted(mix.via);
  const kind = c.weighted(mix.kind);
  const bases = before.filter((each) => each.kind === 'class' && each.via === via);
  const base = kind === 'class' && c.chance(40) && bases.length > 0 ? c.pick(bases).name : undefined;
  const isAbstract = kind === 'class' && c.chance(8);
  const hasKey = kind !== 'static' && base === undefined && c.chance(mix.keyed);
  const inherited = base === undefined ? [] : allMembers(before, base);
  const own: MemberSpec[] = hasKey
    ? [{ name: 'name', type: { of: 'scalar', name: 'String' }, how: 'accessor', value: "'a'", isKey: true }]
    : [];
  members.forEach((each, index) => {
    const present = [...inherited, ...own];
    own.push(
      generateMember(`${name.toLowerCase()}m${index}`, new Choices(each), { before, present, via, mix }),
    );
  });
  const present = [...inherited, ...own];
  const calls =
    kind === 'struct' || via === 'scene'
      ? []
      : functions.map((each, index) =>
          generateFunction(`${name.toLowerCase()}f${index}`, new Choices(each), present, mix),
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
  readonly before: readonly ClassSpec[];
  readonly present: readonly MemberSpec[];
  readonly via: ClassSpec['via'];
  readonly mix: Mix;
}

function generateMember(name: string, c: Choices, { before, present, via, mix }: Around): MemberSpec {
  const type = generateType(c, before, mix);
  const isNullable = type.of === 'class' && c.chance(40);
  const value = isNullable && c.chance(60) ? 'null' : literal(type, c);
  const how = via === 'scene' ? 'field' : c.weighted(mix.how);
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
    how === 'property' && isScalar && c.chance(mix.setter)
      ? generateSetter(type, c, present, mix)
      : undefined;
  return {
    ...plain,
    how,
    ...(isReadOnly && { isReadOnly }),
    ...(persist !== undefined && { persist }),
    ...(setter !== undefined && { setter }),
  };
}

function generateType(c: Choices, before: readonly ClassSpec[], mix: Mix, isElement = false): TypeSpec {
  const classes = before.filter(({ kind }) => kind !== 'static');
  const constructible = classes.filter(({ isAbstract }) => !isAbstract);
  switch (c.weighted(mix.types)) {
    case 'scalar':
      return { of: 'scalar', name: c.pick(scalarNames) };
    case 'enum':
      return { of: 'enum', name: c.pick(['Mode', 'Rights'] as const) };
    case 'parts':
      return { of: 'parts', name: c.pick(Object.keys(partsOf) as PartsName[]) };
    case 'class':
      if (constructible.length === 0) return { of: 'scalar', name: 'Int32' };
      return { of: 'class', name: c.pick(constructible).name };
    case 'array':
      if (isElement) return { of: 'scalar', name: 'Int32' };
      return { of: 'array', element: generateType(c, before, mix, true) };
  }
}

/** The members of a class, those of its bases first. */
export function allMembers(classes: readonly ClassSpec[], name: string): MemberSpec[] {
  const spec = classes.find((each) => each.name === name)!;
  return [...(spec.base === undefined ? [] : allMembers(classes, spec.base)), ...spec.members];
}
