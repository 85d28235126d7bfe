import { Choices } from '../choices.js';
import type { Mix } from '../mix.js';
import { generateFunction, generateSetter } from './behaviour.js';
import { literal } from './literals.js';
import {
  type ClassSpec,
  type MemberSpec,
  partsNames,
  type ScalarName,
  type Setter,
  scalarNames,
  type Table,
  type TypeSpec,
} from './spec.js';

/** One class from numbers; `members` and `functions` have a list of numbers for each. */
export interface ClassNumbers {
  readonly shape: readonly number[];
  readonly members: readonly (readonly number[])[];
  readonly functions: readonly (readonly number[])[];
}

export function generateTable(numbers: readonly ClassNumbers[], mix: Mix): Table {
  const classes: ClassSpec[] = [];
  for (const each of numbers) classes.push(generateClass(each, classes, mix));
  return {
    classes: classes.map((each, index) => withLater(each, index, classes, numbers[index]!.shape, mix)),
  };
}

/** Number of values of a shape that are drawn for the class itself. */
const ownShape = 12;

/** A class may refer to later classes, so that both refer to each other. */
function withLater(
  cls: ClassSpec,
  index: number,
  classes: readonly ClassSpec[],
  shape: readonly number[],
  mix: Mix,
): ClassSpec {
  const c = new Choices(shape.slice(ownShape));
  const later = classes.slice(index + 1).filter((each) => each.kind !== 'static' && !each.isAbstract);
  if (cls.kind === 'static' || later.length === 0 || !c.chance(mix.graph)) return cls;
  const member: MemberSpec = {
    name: `${cls.name.toLowerCase()}later`,
    type: { of: 'class', name: c.pick(later).name },
    how: cls.via === 'scene' ? 'field' : c.pick(['accessor', 'field'] as const),
    value: 'null',
    isNullable: true,
  };
  return { ...cls, members: [...cls.members, member] };
}

function generateClass(
  { shape, members, functions }: ClassNumbers,
  before: ClassSpec[],
  mix: Mix,
): ClassSpec {
  const c = new Choices(shape);
  const name = `C${before.length}`;
  const via = c.among(mix.via);
  const kind = c.among(mix.kind);
  const bases = before.filter((each) => each.kind === 'class' && each.via === via);
  const base = kind === 'class' && c.chance(40) && bases.length > 0 ? c.pick(bases).name : undefined;
  const isAbstract = kind === 'class' && c.chance(8);
  const hasKey = kind !== 'static' && base === undefined && c.chance(mix.keyed);
  const inherited = base === undefined ? [] : allMembers(before, base);
  const own: MemberSpec[] = hasKey
    ? [{ name: 'name', ...generateKey(c), how: via === 'scene' ? 'field' : 'accessor', isKey: true }]
    : [];
  const self = kind === 'class' && !isAbstract ? name : undefined;
  members.forEach((each, index) => {
    const present = [...inherited, ...own];
    own.push(
      generateMember(`${name.toLowerCase()}m${index}`, new Choices(each), {
        before,
        present,
        via,
        self,
        mix,
      }),
    );
  });
  const present = [...inherited, ...own];
  const overrides = inherited.filter(({ how }) => how === 'accessor' && via === 'decorators' && c.chance(20));
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
    ...(overrides.length > 0 && { overrides: overrides.map((each) => each.name) }),
    functions: calls,
  };
}

interface Around {
  readonly before: readonly ClassSpec[];
  readonly present: readonly MemberSpec[];
  readonly via: ClassSpec['via'];
  /** The class itself, if it may contain others of its kind. */
  readonly self: string | undefined;
  readonly mix: Mix;
}

function generateMember(name: string, c: Choices, { before, present, via, self, mix }: Around): MemberSpec {
  const how = via === 'scene' ? 'field' : c.among(mix.how);
  if (self !== undefined && how !== 'computed' && c.chance(mix.graph))
    return { ...generateSelf(name, self, c), how };
  const type = generateType(c, before, mix);
  const isNullable = (type.of === 'class' || type.of === 'parts') && c.chance(40);
  const value =
    isNullable && c.chance(60) ? 'null' : (shared(type, via, before, present, mix, c) ?? literal(type, c));
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
    ...(setter !== undefined && { value: settable(value, setter) }),
    how,
    ...(isReadOnly && { isReadOnly }),
    ...(persist !== undefined && { persist }),
    ...(setter !== undefined && { setter }),
  };
}

/** A value that a setter rejects could not be restored. */
function settable(value: string, { clamp, throws }: Setter): string {
  if (clamp === true && Math.abs(Number(value)) > 10) return '1';
  const isRefused = throws !== undefined && ['7', '7n', "'seven'"].includes(value);
  return isRefused ? value.replace('7', '1').replace('seven', 'a') : value;
}

function generateType(c: Choices, before: readonly ClassSpec[], mix: Mix, isElement = false): TypeSpec {
  const classes = before.filter(({ kind }) => kind !== 'static');
  const constructible = classes.filter(({ isAbstract }) => !isAbstract);
  switch (c.among(mix.types)) {
    case 'scalar':
      return { of: 'scalar', name: c.pick(scalarNames) };
    case 'enum':
      return { of: 'enum', name: c.pick(['Mode', 'Rights'] as const) };
    case 'parts':
      return { of: 'parts', name: c.pick(partsNames) };
    case 'class':
      if (constructible.length === 0) return { of: 'scalar', name: 'Int32' };
      return { of: 'class', name: c.pick(constructible).name };
    case 'array':
      if (isElement) return { of: 'scalar', name: 'Int32' };
      return { of: 'array', element: generateType(c, before, mix, true) };
  }
}

function generateKey(c: Choices): Pick<MemberSpec, 'type' | 'value'> {
  const scalar = (name: ScalarName): TypeSpec => ({ of: 'scalar', name });
  return c.weighted<Pick<MemberSpec, 'type' | 'value'>>([
    [5, { type: scalar('String'), value: "'a'" }],
    [1, { type: scalar('Int32'), value: '1' }],
    [1, { type: scalar('Single'), value: '0.1' }],
    [1, { type: scalar('Boolean'), value: 'true' }],
    [1, { type: { of: 'enum', name: 'Mode' }, value: '1' }],
  ]);
}

/** A member that contains others of its own class, so that graphs may have cycles. */
function generateSelf(name: string, self: string, c: Choices): Omit<MemberSpec, 'how'> {
  const type: TypeSpec = { of: 'class', name: self };
  if (c.chance(30)) return { name, type: { of: 'array', element: type }, value: '[]' };
  return { name, type, value: 'null', isNullable: true };
}

/** The instance of another member; values stored by the service are not shared. */
function shared(
  type: TypeSpec,
  via: ClassSpec['via'],
  before: readonly ClassSpec[],
  present: readonly MemberSpec[],
  mix: Mix,
  c: Choices,
): string | undefined {
  if (type.of !== 'class' || via === 'scene' || !c.chance(mix.graph)) return undefined;
  if (before.find(({ name }) => name === type.name)?.via === 'scene') return undefined;
  const same = present.filter((each) => each.type.of === 'class' && each.type.name === type.name);
  const holding = same.filter(({ value }) => value !== 'null');
  return holding.length === 0 ? undefined : `this.${c.pick(holding).name}`;
}

/** The members of a class, those of its bases first. */
export function allMembers(classes: readonly ClassSpec[], name: string): MemberSpec[] {
  const spec = classes.find((each) => each.name === name)!;
  return [...(spec.base === undefined ? [] : allMembers(classes, spec.base)), ...spec.members];
}
