import type { Json } from './json.js';
import type { ModelClass } from './schema.js';

/** A copy of a value; an instance is copied with its class and members, so that a graph stays a graph. */
export type Captured =
  | { readonly kind: 'value'; readonly value: unknown; readonly json: Json }
  /** A registered object, or null. */
  | { readonly kind: 'reference'; readonly target: object | null }
  | { readonly kind: 'array'; readonly elements: readonly Captured[] }
  | {
      readonly kind: 'instance';
      readonly class: ModelClass;
      readonly members: Record<string, Captured>;
      /** The original, which may be registered later. */
      readonly origin: object;
    };

/** Members by their names. */
export type CapturedMembers = Readonly<Record<string, Captured>>;
