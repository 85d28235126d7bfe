import type { MemberOptions } from './declaration-options.js';
import { type DeclarationSite, isOverridden } from './declaration-site.js';
import { definitions } from './declarations.js';
import type { AnyClass, MemberDefinition } from './definition.js';
import { inferType, type TypeOption, typeName } from './infer-type.js';
import { presented } from './presentation.js';

/** Access to the value of a member. */
interface MemberAccess {
  readonly get: (target: object) => unknown;
  /** Undefined if the member cannot be set. */
  readonly set: ((target: object, value: unknown) => void) | undefined;
  readonly isStatic: boolean;
  readonly backing: 'field' | 'accessor' | 'code';
  /** Undefined for a private member, which no derived class can override. */
  readonly key: string | symbol | undefined;
}

/** Returns the definition of a member of `owner`; `label` is its name in the source. */
export function memberDefinition(
  owner: AnyClass,
  label: string,
  kind: 'field' | 'property',
  options: MemberOptions & { readonly name: string },
  access: MemberAccess,
): MemberDefinition {
  const { type, ...rest } = options;
  const { backing, isStatic, key } = access;
  const resolveType = lazyType(`${owner.name}.${label}`, type, owner, access);
  const site = key === undefined ? undefined : { holder: isStatic ? owner : owner.prototype, key };
  const isShared = isStatic && backing !== 'code';
  return {
    ...presented(rest),
    kind,
    backing,
    ...(site !== undefined && { site }),
    ...(isShared ? sharedAccess(owner, access, site) : { get: access.get, set: access.set }),
    get type() {
      return resolveType();
    },
    observed: false,
  };
}

/** Returns access to a static member, whose only value is shared by derived classes that do not override it. */
function sharedAccess(owner: AnyClass, { get, set }: MemberAccess, site: DeclarationSite | undefined) {
  const ownerOf = (target: object) =>
    site !== undefined && isOverridden(site, target) ? target : (owner as object);
  return {
    get: (target: object) => get(ownerOf(target)),
    set: set && ((target: object, value: unknown) => set(ownerOf(target), value)),
  };
}

/** Returns a function that resolves the type name at its first call, since that may have to create an instance. */
function lazyType(
  where: string,
  option: TypeOption | undefined,
  owner: AnyClass,
  { get, isStatic }: MemberAccess,
): () => string {
  let name: string | undefined;
  return () => {
    name ??=
      option === undefined
        ? inferType(where, () => get(isStatic ? owner : sample(owner)), definitions)
        : typeName(where, option, definitions);
    return name;
  };
}

const samples = new WeakMap<AnyClass, object>();

/** Returns an example instance, created once per class. @throws what its constructor throws */
export function sample(owner: AnyClass): object {
  let instance = samples.get(owner);
  if (instance === undefined) {
    instance = new (owner as unknown as new () => object)();
    samples.set(owner, instance);
  }
  return instance;
}
