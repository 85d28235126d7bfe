import type { AnyClass, FunctionDefinition, MemberDefinition } from './definition.js';

/** A decorated member or function, until its class is known. */
export interface Declared<Definition> {
  /** The position in the source, since decorators are not applied in that order. */
  readonly order: number;
  /** The name in the source. */
  readonly label: string;
  readonly isStatic: boolean;
  make(owner: AnyClass): Definition;
}

/** The declarations that member decorators collect for the class decorator, which runs last. */
export interface CollectedDeclarations {
  readonly members: Declared<MemberDefinition>[];
  readonly functions: Declared<FunctionDefinition>[];
  /** Misapplied decorators; the class decorator reports them, since only it knows the name of the class. */
  readonly problems: { readonly label: string; readonly problem: string }[];
}

const collectedKey = Symbol('exposed members');

// Node.js 20 has no Symbol.metadata yet; compiled decorators look for it when a class is evaluated.
(Symbol as { metadata?: symbol }).metadata ??= Symbol.for('Symbol.metadata');
const metadataKey = (Symbol as unknown as { metadata: symbol }).metadata;

/** Returns the declarations collected for the class with this metadata. */
export function collectedDeclarations(metadata: DecoratorMetadata): CollectedDeclarations {
  // The metadata of a derived class inherits from that of its base, so only an own property counts.
  if (!Object.hasOwn(metadata, collectedKey)) {
    Object.defineProperty(metadata, collectedKey, {
      value: { members: [], functions: [], problems: [] } satisfies CollectedDeclarations,
    });
  }
  return metadata[collectedKey] as CollectedDeclarations;
}

/** True for a class that has decorated members, whether it is exposed or not. */
export function hasDecoratedMembers(type: Function | undefined): boolean {
  const metadata = (type as unknown as Record<symbol, unknown> | undefined)?.[metadataKey];
  return typeof metadata === 'object' && metadata !== null && Object.hasOwn(metadata, collectedKey);
}
