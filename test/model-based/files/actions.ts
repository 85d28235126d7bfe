import type { Choices } from '../choices.js';
import { drawValue } from './documents.js';
import { type Edit, editOf, type HeldMember, settingsPath } from './entries.js';
import { classes, classOf, type Shape } from './shapes.js';
import { kinds } from './world.js';

/** A request of a user or a write by engine code. */
export interface Action {
  readonly method: 'PUT' | 'POST' | 'DELETE' | 'PATCH';
  /** The path inside the object. */
  readonly path: string;
  readonly body: unknown;
  readonly key: string;
  /** Undefined for a member that no file has. */
  readonly edit: Edit | undefined;
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
  const edit = member.isOfProject ? { keys: [key], files: [settingsPath(className)] } : editOf([key]);
  const action = (method: Action['method'], body: unknown, more = ''): Action => ({
    method,
    path: `${isComponent ? 'components/0/' : ''}${path.join('/')}${more}`,
    body,
    key,
    edit: member.isMomentary === true ? undefined : edit,
  });
  if (draw.chance(held === undefined ? 15 : 30)) return action('POST', undefined, '/reset');
  if (shape.of === 'array' && !draw.chance(20)) {
    const value = draw.chance(25) ? undefined : { value: drawValue(shape.element, draw, 'user') };
    if (draw.chance(40)) return action('POST', value);
    const index = draw.below(4);
    if (draw.chance(55)) return action('DELETE', { index });
    return action('PATCH', { fromIndex: index, toIndex: draw.below(4) });
  }
  return action('PUT', { value: drawValue(shape, draw, 'user') });
}

/** Draws an action that moves or removes elements of a list in the file. */
export function drawListAction(draw: Choices, { key, isComponent, member }: HeldMember): Action {
  const path = `${isComponent ? 'components/0/' : ''}${member.name}`;
  const [fromIndex, toIndex] = [draw.below(3), draw.below(3)];
  const action = { path, key, edit: editOf([key]) };
  return draw.chance(25)
    ? { ...action, method: 'DELETE', body: { index: fromIndex } }
    : { ...action, method: 'PATCH', body: { fromIndex, toIndex } };
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
    const member = draw.pick(classes[draw.pick(shape.names)]!);
    path.push(member.name);
    return descend(member.shape, path, draw);
  }
  return shape;
}
