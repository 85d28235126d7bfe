import { type ComponentChildren, type ComponentType, createContext, createElement } from 'preact';
import { useContext, useMemo } from 'preact/hooks';
import type { Property, TypeDescriptor } from '../host/types.js';
import type { Binding } from './binding.js';

export interface ControlProps {
  readonly property: Property;
  readonly binding: Binding;
  /** What holds the member: visibility and the options of selectors depend on what is beside it. */
  readonly container: Binding;
  readonly label: string;
  readonly readOnly: boolean;
  readonly id?: string | undefined;
}

export interface MembersProps {
  readonly type: TypeDescriptor;
  readonly binding: Binding;
  readonly readOnly?: boolean | undefined;
}

/** Controls that hold others draw these by what is given here, since modules may not refer to each other in a circle. */
export interface Drawing {
  readonly Control: ComponentType<ControlProps>;
  readonly Members: ComponentType<MembersProps>;
  /** How many structs and references are around. */
  readonly depth: number;
}

export const DrawingContext = createContext<Drawing | undefined>(undefined);

export const useDrawing = (): Drawing => useContext(DrawingContext)!;

/** What is drawn inside of a struct, or of an object that a member refers to. */
export function Nested({ children }: { readonly children: ComponentChildren }) {
  const drawing = useDrawing();
  const value = useMemo(() => ({ ...drawing, depth: drawing.depth + 1 }), [drawing]);
  return createElement(DrawingContext.Provider, { value, children });
}
