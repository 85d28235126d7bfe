import type { ExposedModel } from '../../model.js';
import type { ExposedObjectHandle } from '../../objects/handle.js';
import type { PropertyRef } from '../../objects/property-ref.js';
import type { Captured } from '../../state/defaults.js';

/** What `@source` of an entry means: a root, one of its components, a composite inside it. */
export interface Address {
  /** The source key of the root. */
  readonly key: string;
  /** Type name or index of a component. */
  readonly component?: string;
  /** The rest of the path, to a composite inside. */
  readonly rest?: string;
}

/** `key`, `key.components[Type]`, `key.components[Type].member`, `key.member`. */
export function parseAddress(source: string): Address {
  const [, key, component, rest] =
    /^([^.[\]]*)(?:\.components\[([^\]]*)\])?(?:[./](.+))?$/s.exec(source) ?? [];
  if (key === undefined) return { key: source };
  return { key, ...(component !== undefined && { component }), ...(rest !== undefined && { rest }) };
}

/** The living object that an entry is about. */
export interface Place {
  readonly unit: Captured;
  /** The object under which its members are found, and the path to it there. */
  readonly handle: ExposedObjectHandle;
  readonly prefix: string;
}

/** Finds the object of an address; undefined while it is not there. */
export function findPlace(model: ExposedModel, { key, component }: Address): Place | undefined {
  const { objects } = model;
  const owner = objects.bySourceKey(key);
  if (owner === undefined) return undefined;
  if (component === undefined) return { unit: owner, handle: owner, prefix: '' };
  const target = objects.component(owner, component);
  return target && placeOf(model, target);
}

/** Where the members of an object are addressed: its own handle, else the wrapper that it is inline in. */
export function placeOf(model: ExposedModel, target: object): Place | undefined {
  const { objects } = model;
  const own = objects.byTarget(target);
  if (own !== undefined) return { unit: own, handle: own, prefix: '' };
  const handle = objects.resolve(String(objects.instanceId(target)));
  if (handle === undefined) return undefined;
  const gameObject = model.gameObjectOf(handle);
  const wrapper = gameObject && objects.byTarget(gameObject);
  if (wrapper === undefined) return { unit: handle, handle, prefix: '' };
  const index = objects.exposedComponents(target).indexOf(target);
  return { unit: { target, class: handle.class }, handle: wrapper, prefix: `components/${index}/` };
}

/** A member of the object at a place. @throws ExposedError */
export function memberAt(model: ExposedModel, { handle, prefix }: Place, path: string): PropertyRef {
  return model.resolver.property(handle, prefix + path);
}

/** The objects that files can name and that are `wanted`, with `@source`, in the order of their registration. */
export function* persistentUnits(
  model: ExposedModel,
  wanted: (unit: Captured) => boolean = () => true,
): Generator<{ unit: Captured; source: string }> {
  const { objects } = model;
  const seen = new Set<object>();
  const take = function* (unit: Captured) {
    if (!wanted(unit) || seen.has(unit.target) || objects.isDestroyed(unit.target)) return;
    const source = objects.fileKey(unit.target);
    if (source === undefined) return;
    seen.add(unit.target);
    yield { unit, source };
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
