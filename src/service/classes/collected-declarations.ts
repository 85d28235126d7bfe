import type { AnyClass, FunctionDefinition, MemberDefinition } from './definition.js';

/** A decorated member or function, until its class is known. */
export interface Declared<Definition> {
  /** Of the call of its decorator: they are called in the order of the source, whatever order they are applied in. */
  readonly order: number;
  /** As it stands in the source. */
  readonly label: string;
  readonly isStatic: boolean;
  make(owner: AnyClass): Definition;
}

/** What the decorators of one class have collected before the class decorator runs. */
export interface CollectedDeclarations {
  readonly members: Declared<MemberDefinition>[];
  readonly functions: Declared<FunctionDefinition>[];
  /** What is wrong, by member: told with the name of the class, which only its decorator knows. */
  readonly problems: { readonly label: string; readonly problem: string }[];
}

const collectedKey = Symbol('exposed members');

// Node.js 20 has no Symbol.metadata yet; compiled decorators look for it when a class is evaluated.
(Symbol as { metadata?: symbol }).metadata ??= Symbol.for('Symbol.metadata');
const metadataKey = (Symbol as unknown as { metadata: symbol }).metadata;

/** Returns what was collected for the class with this metadata. */
export function collectedDeclarations(metadata: DecoratorMetadata): CollectedDeclarations {
  // A derived class's metadata inherits from its base's: only what is its own counts.
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
