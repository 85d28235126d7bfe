import type { ExposedModel } from '../../model/model.js';
import type { ExposedObjectHandle } from '../../objects/handle.js';
import type { MemberOwner, PropertyRef } from '../../objects/property-ref.js';

/** The parsed `@source` of an entry: an object, one of its components, or a composite inside it. */
export interface Address {
  /** The source key of the root object. */
  readonly key: string;
  /** Type name or index of a component. */
  readonly component?: string;
  /** The path to a composite inside. */
  readonly rest?: string;
}

/** Parses `key`, `key.components[Type]`, `key.components[Type].member` or `key.member`. */
export function parseAddress(source: string): Address {
  const [, key, component, rest] =
    /^([^.[\]]*)(?:\.components\[([^\]]*)\])?(?:[./](.+))?$/s.exec(source) ?? [];
  if (key === undefined) return { key: source };
  return { key, ...(component !== undefined && { component }), ...(rest !== undefined && { rest }) };
}

/** The live object that an entry is about. */
export interface BoundObject {
  readonly owner: MemberOwner;
  /** The handle through which its members are addressed, and the path prefix there. */
  readonly handle: ExposedObjectHandle;
  readonly prefix: string;
}

/** Finds the object of an address; undefined if it does not exist. */
export function findObject(model: ExposedModel, { key, component }: Address): BoundObject | undefined {
  const { objects } = model;
  const owner = objects.bySourceKey(key);
  if (owner === undefined) return undefined;
  if (component === undefined) return { owner, handle: owner, prefix: '' };
  const target = objects.component(owner, component);
  return target && boundObjectOf(model, target);
}

/** Returns the handle and path prefix of an object's members: its own handle, or the wrapper that contains it. */
export function boundObjectOf(model: ExposedModel, target: object): BoundObject | undefined {
  const { objects } = model;
  const own = objects.byTarget(target);
  if (own !== undefined) return { owner: own, handle: own, prefix: '' };
  const handle = objects.resolve(String(objects.instanceId(target)));
  if (handle === undefined) return undefined;
  const gameObject = model.gameObjectOf(handle);
  const wrapper = gameObject && objects.byTarget(gameObject);
  if (wrapper === undefined) return { owner: handle, handle, prefix: '' };
  const index = objects.exposedComponents(target).indexOf(target);
  return { owner: { target, class: handle.class }, handle: wrapper, prefix: `components/${index}/` };
}

/** Resolves a member of an object. @throws ExposedError */
export function memberAt(model: ExposedModel, { handle, prefix }: BoundObject, path: string): PropertyRef {
  return model.resolver.property(handle, prefix + path);
}

/** Yields the wanted objects that files can name, with `@source`, in the order of their registration. */
export function* persistentObjects(
  model: ExposedModel,
  isWanted: (owner: MemberOwner) => boolean = () => true,
): Generator<{ owner: MemberOwner; source: string }> {
  const { objects } = model;
  const seen = new Set<object>();
  const take = function* (owner: MemberOwner) {
    if (!isWanted(owner) || seen.has(owner.target) || objects.isDestroyed(owner.target)) return;
    const source = objects.fileKey(owner.target);
    if (source === undefined) return;
    seen.add(owner.target);
    yield { owner, source };
  };
  for (const handle of objects) {
    yield* take(handle);
    if (handle.class.definition.kind !== 'gameObject') continue;
    for (const component of objects.exposedComponents(handle.target)) {
      const cls = objects.classOf(component);
      if (cls !== undefined) yield* take({ target: component, class: cls });
    }
  }
}
