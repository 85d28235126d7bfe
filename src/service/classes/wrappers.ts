import type { HostObjects } from '../host.js';
import { anyComponent } from './any-component.js';
import type { ClassDefinition, MemberDefinition } from './definition.js';

/** Wire names of the generic wrappers; their class names are accepted wherever a type name is read. */
const plainWrapperClassName = 'GameObject';
export const wrapperClassName = 'GameObjectWithTransform';

/** Stand-ins for constructors in the class table; they have no instances, since a wrapper's target is a game object. */
class ExposedGameObject {}
class ExposedGameObjectWithTransform {}

/** Returns the wrapper classes: a game object's name, active state, components and, in one of them, transform. */
export function wrapperDefinitions(
  host: HostObjects,
  exposedComponents: (target: object) => object[],
): ClassDefinition[] {
  const field = (member: Omit<MemberDefinition, 'kind' | 'observed'>): MemberDefinition => ({
    ...member,
    kind: 'field',
    observed: true,
  });
  const members = [
    field({
      name: 'name',
      type: 'String',
      get: (target) => host.name(target),
      set: (target, value) => host.setName(target, String(value ?? '')),
    }),
    field({
      name: 'active',
      type: 'Boolean',
      get: (target) => host.active(target),
      set: (target, value) => host.setActive(target, value as boolean),
    }),
    field({
      name: 'components',
      type: `${anyComponent}[]`,
      readOnly: true,
      get: exposedComponents,
      set: undefined,
    }),
  ];
  const transform = field({
    name: 'transform',
    type: 'TransformValue',
    get: (target) => host.transform(target),
    set: (target, value) => host.setTransform(target, value as ReturnType<HostObjects['transform']>),
  });
  const wrapper = (name: string, marker: Function, own: readonly MemberDefinition[]): ClassDefinition => ({
    name,
    kind: 'gameObject',
    formerNames: [marker.name],
    members: own,
    functions: [],
    constructorFunction: marker,
  });
  return [
    wrapper(plainWrapperClassName, ExposedGameObject, members),
    wrapper(wrapperClassName, ExposedGameObjectWithTransform, [...members, transform]),
  ];
}
