import type { Choices } from '../choices.js';
import { refs } from './documents.js';
import type { Edit, HeldMember } from './edits.js';
import { classes, classOf, type MemberShape, type Shape } from './shapes.js';
import { kinds } from './world.js';

/** A request of a user or a write by engine code, and the paths at which a file must change. */
export interface Action {
  readonly method: 'PUT' | 'POST' | 'DELETE' | 'PATCH';
  /** The path inside the object. */
  readonly path: string;
  readonly body: unknown;
  readonly key: string;
  /** Several paths for a written object, because each of its members is an edit. */
  readonly edits: readonly Edit[];
}

const numbers = [0, 7, 1.5, -3, 100, 0.25];
const words = ['x', 'word', '', 'ü"'];

function scalar(name: string, draw: Choices): unknown {
  if (name === 'Ref') return draw.chance(25) ? null : { '@ref': draw.pick(refs) };
  if (name === 'Asset') return draw.chance(30) ? null : { '@guid': 'guid-clip' };
  if (name === 'Boolean') return draw.below(2) === 1;
  if (name === 'Mode') return draw.pick(['Off', 'Spot', 'Wash']);
  if (name === 'String?' && draw.chance(25)) return null;
  if (name.startsWith('String')) return draw.pick(words);
  if (name === 'Int32' || name === 'Int64') return draw.pick([0, 7, 1, -15, 99]);
  return draw.pick(numbers);
}

function drawValue(shape: Shape, draw: Choices): unknown {
  if (shape.of === 'scalar') return scalar(shape.name, draw);
  if (shape.of === 'parts') {
    const parts = shape.parts.filter((_, i) => i === 0 || draw.chance(40));
    return Object.fromEntries(parts.map((part) => [part, draw.pick(numbers)]));
  }
  if (shape.of === 'array')
    return Array.from({ length: draw.below(4) }, () => drawValue(shape.element, draw));
  if (shape.isNullable && draw.chance(20)) return null;
  const name = draw.pick(shape.names);
  const members = classes[name]!.filter((_, i) => i === 0 || draw.chance(20));
  const values = members.map((each) => [each.name, drawValue(each.shape, draw)] as const);
  const isTyped = shape.isNullable || shape.names.length > 1;
  return { ...(isTyped && { '@type': name }), ...Object.fromEntries(values) };
}

/** Draws an action on a member: on `held`, or on any. */
export function drawAction(draw: Choices, held?: HeldMember): Action {
  const key = held?.key ?? draw.pick([...Object.keys(kinds), 'desk', 'amp', 'lamp']);
  const kind = kinds[key]!;
  const isComponent = held?.isComponent ?? (kind === 'wrapper' && draw.chance(60));
  const className = classOf(kind, isComponent);
  const member = held?.member ?? draw.pick(classes[className]!);
  const path = [member.name];
  const shape = descend(member.shape, path, draw);
  const prefix = isComponent ? 'components/0/' : '';
  const url = prefix + path.join('/');
  const edit = (
    how: 'set' | 'reset' | 'append' | 'remove' | 'reorder',
    of: readonly string[] = path,
  ): Edit => ({
    how,
    key,
    isComponent,
    path: of,
    isOfProject: member.isOfProject ?? false,
    className,
  });
  const action = (method: Action['method'], more: string, body: unknown, edits: readonly Edit[]): Action => ({
    method,
    path: url + more,
    body,
    key,
    edits: member.isMomentary === true ? [] : edits,
  });
  if (draw.chance(held === undefined ? 15 : 30)) return action('POST', '/reset', undefined, [edit('reset')]);
  if (shape.of === 'array' && !draw.chance(20)) {
    const index = draw.below(4);
    if (draw.chance(40)) {
      const value = draw.chance(25) ? undefined : { value: drawValue(shape.element, draw) };
      return action('POST', '', value, [edit('append')]);
    }
    if (draw.chance(55)) return action('DELETE', '', { index }, [edit('remove')]);
    return action('PATCH', '', { fromIndex: index, toIndex: draw.below(4) }, [edit('reorder')]);
  }
  const value = drawValue(shape, draw);
  return action(
    'PUT',
    '',
    { value },
    leavesOf(shape, value, path).map((leaf) => edit('set', leaf)),
  );
}

/** Draws an action that moves elements of a list in the file. */
export function drawListAction(draw: Choices, { key, isComponent, member }: HeldMember): Action {
  const edit = (how: 'remove' | 'reorder'): Edit => ({
    how,
    key,
    isComponent,
    path: [member.name],
    isOfProject: member.isOfProject ?? false,
    className: classOf(kinds[key]!, isComponent),
  });
  const path = `${isComponent ? 'components/0/' : ''}${member.name}`;
  if (draw.chance(25))
    return { method: 'DELETE', path, body: { index: draw.below(3) }, key, edits: [edit('remove')] };
  const fromIndex = draw.below(3);
  const toIndex = draw.below(3);
  return { method: 'PATCH', path, body: { fromIndex, toIndex }, key, edits: [edit('reorder')] };
}

/** Extends a path into a value by random segments. */
function descend(shape: Shape, path: string[], draw: Choices): Shape {
  if (shape.of === 'array' && draw.chance(45)) {
    path.push(String(draw.below(4)));
    return descend(shape.element, path, draw);
  }
  if (shape.of === 'parts' && draw.chance(50)) {
    path.push(draw.pick(shape.parts));
    return { of: 'scalar', name: 'Single' };
  }
  if (shape.of === 'class' && draw.chance(75)) {
    const members: readonly MemberShape[] = classes[draw.pick(shape.names)]!;
    const member = draw.pick(members);
    path.push(member.name);
    return descend(member.shape, path, draw);
  }
  return shape;
}

/** The members that a body writes: of a merged object, those that it lists. */
function leavesOf(shape: Shape, value: unknown, path: readonly string[]): (readonly string[])[] {
  const isMerged =
    (shape.of === 'class' && !shape.isNullable && shape.names.length === 1) || shape.of === 'parts';
  if (!isMerged || typeof value !== 'object' || value === null) return [path];
  const members = shape.of === 'class' ? classes[shape.names[0]!]! : [];
  return Object.entries(value).flatMap(([name, each]) => {
    const member = members.find((of) => of.name === name);
    return member === undefined ? [[...path, name]] : leavesOf(member.shape, each, [...path, name]);
  });
}
