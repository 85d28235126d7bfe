import { type ComponentChildren, type ComponentType, createContext, createElement } from 'preact';
import { useContext, useMemo } from 'preact/hooks';
import type { Json } from '../../client/index.js';
import type { Property, TypeDescriptor } from '../host/types.js';
import type { Binding } from './binding.js';

/** `narrow`: next to the label; `wide`: below it on a phone; `block`: below a heading of its own. */
export type Layout = 'narrow' | 'wide' | 'block';

interface Labelled {
  readonly label: string;
  readonly readOnly: boolean;
  readonly id?: string | undefined;
}

/** A value that a control shows, and how it is set. */
export interface ValueProps extends Labelled {
  readonly value: Json | undefined;
  readonly onChange: (value: Json) => void;
}

export interface ControlProps extends Labelled {
  readonly property: Property;
  readonly binding: Binding;
  /** The owner of the member: visibility and options depend on its other members. */
  readonly container: Binding;
}

export interface MembersProps {
  readonly type: TypeDescriptor;
  readonly binding: Binding;
  readonly readOnly?: boolean | undefined;
}

/**
 * Components that nested controls use. They are passed by context, since modules must not import each other in a cycle.
 */
export interface Drawing {
  readonly Control: ComponentType<ControlProps>;
  readonly controlOf: (property: Property, value: Json | undefined) => { readonly layout: Layout };
  readonly Members: ComponentType<MembersProps>;
  /** Number of enclosing structs and references. */
  readonly depth: number;
}

export const DrawingContext = createContext<Drawing | undefined>(undefined);

export const useDrawing = (): Drawing => useContext(DrawingContext)!;

/** Draws the content of a struct or of a referenced object. */
export function Nested({ children }: { readonly children: ComponentChildren }) {
  const drawing = useDrawing();
  const value = useMemo(() => ({ ...drawing, depth: drawing.depth + 1 }), [drawing]);
  return createElement(DrawingContext.Provider, { value, children });
}
