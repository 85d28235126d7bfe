import { type ComponentType, createContext } from 'preact';
import { useContext } from 'preact/hooks';
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
}

export const DrawingContext = createContext<Drawing | undefined>(undefined);

export const useDrawing = (): Drawing => useContext(DrawingContext)!;
