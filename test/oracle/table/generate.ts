import { Choices } from '../choices.js';
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
    own.push(generateMember(`${name.toLowerCase()}m${index}`, new Choices(each), { before, present }));
  });
  const present = [...inherited, ...own];
  const calls =
    kind === 'struct'
      ? []
      : functions.map((each, index) =>
          generateFunction(`${name.toLowerCase()}f${index}`, new Choices(each), present),
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
}

function generateMember(name: string, c: Choices, { before, present }: Around): MemberSpec {
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
    how === 'property' && isScalar && c.chance(60) ? generateSetter(type, c, present) : undefined;
  return {
    ...plain,
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

/** The members of a class, those of its bases first. */
export function allMembers(classes: readonly ClassSpec[], name: string): MemberSpec[] {
  const spec = classes.find((each) => each.name === name)!;
  return [...(spec.base === undefined ? [] : allMembers(classes, spec.base)), ...spec.members];
}
