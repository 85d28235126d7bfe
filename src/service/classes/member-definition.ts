import type { MemberOptions } from './declaration-options.js';
import { type DeclarationSite, isOverridden } from './declaration-site.js';
import { definitions } from './declarations.js';
import type { AnyClass, MemberDefinition } from './definition.js';
import { inferType, type TypeOption, typeName } from './infer-type.js';
import { presented } from './presentation.js';

/** How a member is reached. */
interface MemberAccess {
  readonly get: (target: object) => unknown;
  /** Undefined when nobody can set it. */
  readonly set: ((target: object, value: unknown) => void) | undefined;
  readonly isStatic: boolean;
  readonly backing: 'field' | 'accessor' | 'code';
  /** Undefined for a private member, which no derived class can override. */
  readonly key: string | symbol | undefined;
}

/** The definition of a member of `owner`, which stands in its source as `label`. */
export function memberDefinition(
  owner: AnyClass,
  label: string,
  kind: 'field' | 'property',
  options: MemberOptions & { readonly name: string },
  access: MemberAccess,
): MemberDefinition {
  const { type, ...rest } = options;
  const { backing, isStatic, key } = access;
  const lazily = lazyType(`${owner.name}.${label}`, type, owner, access);
  const site = key === undefined ? undefined : { holder: isStatic ? owner : owner.prototype, key };
  const isShared = isStatic && backing !== 'code';
  return {
    ...presented(rest),
    kind,
    backing,
    ...(site !== undefined && { site }),
    ...(isShared ? sharedAccess(owner, access, site) : { get: access.get, set: access.set }),
    get type() {
      return lazily();
    },
    observed: false,
  };
}

/** What a static class stores is there once: a class that derives from it reads and writes the same. */
function sharedAccess(owner: AnyClass, { get, set }: MemberAccess, site: DeclarationSite | undefined) {
  const ownerOf = (target: object) =>
    site !== undefined && isOverridden(site, target) ? target : (owner as object);
  return {
    get: (target: object) => get(ownerOf(target)),
    set: set && ((target: object, value: unknown) => set(ownerOf(target), value)),
  };
}

/** The member's type name, worked out when the class is first used: the initial value of an instance may tell it. */
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

/** An instance that tells what instances have. @throws what its constructor throws */
export function sample(owner: AnyClass): object {
  let instance = samples.get(owner);
  if (instance === undefined) {
    instance = new (owner as unknown as new () => object)();
    samples.set(owner, instance);
  }
  return instance;
}
