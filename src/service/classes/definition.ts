/** Definitions of exposed classes and enums. Decorators, `exposeClass` and scene files all produce them. */
import type { Controller } from '../../wire/controls.js';
import type { DeclarationSite } from './declaration-site.js';

/** A class whose instances may be exposed. */
export type AnyClass = abstract new (...args: never[]) => object;

/** A condition for showing a member or function; clients require all of several (DSC-1 to 4). */
export interface Condition {
  /** Name of a member of the same object. */
  readonly property: string;
  /** The value that it is compared with; enum values by name. */
  readonly value: string | number | boolean | null;
  /** True for ShowIf, false for HideIf. */
  readonly showWhenMatch: boolean;
}

/** A titled group in a remote app; it contains its member and those that follow. */
export interface Section {
  readonly icon: string;
  readonly title: string;
  /** Apps may hide sections above a level that their user chooses. */
  readonly accessLevel: number;
  readonly subtitle?: string;
}

/** The position of a member in a remote app. */
export interface Layout {
  /** Sent unchanged; remote apps interpret it. */
  readonly path: string;
  readonly direction: 'horizontal' | 'vertical';
  readonly columns?: number;
  readonly grow?: number;
}

/** How remote apps show a member, function or parameter. */
export interface Presentation {
  readonly controller?: Controller;
  /** Localization key or plain text. */
  readonly label?: string;
  readonly help?: string;
  readonly conditions?: readonly Condition[];
  readonly section?: Section;
  readonly layout?: Layout;
}

/** Optional settings of a member, the same in options and definitions. */
export interface MemberTraits {
  readonly formerNames?: readonly string[];
  /** True if files contain the member; defaults to true for fields and false for properties (OBJ-14). */
  readonly persist?: boolean;
  readonly persistScope?: 'scene' | 'project';
  readonly readOnly?: boolean;
  readonly nullable?: boolean;
  /** True if the member is the key of its object in keyed collections (`[ExposedKey]`). */
  readonly key?: boolean;
  readonly collapsed?: boolean;
}

/**
 * An exposed field or property.
 *
 * `type` is the name of a value type (`Single`, `Color`, …), an exposed enum or class, or `Asset<AssetType>`. `[]` at
 * its end makes it an array.
 */
export interface MemberDefinition extends Presentation, MemberTraits {
  readonly name: string;
  readonly type: string;
  readonly kind: 'field' | 'property';
  /** True if only the service's write path changes the value. Its JSON may then be cached until the next write. */
  readonly observed: boolean;
  /**
   * The storage of the value: a data property, a decorated `accessor` that reports its changes, or application code (the
   * default). Application code may compute the value and change other members. An observed member may have `field` if
   * its `set` only stores the value and never throws.
   */
  readonly backing?: 'field' | 'accessor' | 'code';
  /** The class property that the member reads, which a derived class may override; undefined if there is none. */
  readonly site?: DeclarationSite;
  readonly get: (target: object) => unknown;
  /** Undefined if the service can never write the member, whatever the origin. */
  readonly set: ((target: object, value: unknown) => void) | undefined;
}

/** Optional settings of a parameter. */
export interface ParameterTraits {
  /** JSON of the argument for calls that omit it; the default of the type if omitted here as well (END-14). */
  readonly default?: unknown;
}

export interface ParameterDefinition extends Presentation, ParameterTraits {
  readonly name: string;
  readonly type: string;
}

/** The object that a function was called on: an exposed object, or an inline object inside it. */
export interface Invocation {
  /** Id of the exposed object. */
  readonly objectId: string;
  /** Path of the inline object; empty for the exposed object itself. */
  readonly path: string;
}

/** Optional settings of a function. */
export interface FunctionTraits {
  readonly formerNames?: readonly string[];
  readonly icon?: string;
}

/** An exposed function. `invoke` receives converted arguments in the order of `parameters`, and may return a promise. */
export interface FunctionDefinition extends Presentation, FunctionTraits {
  readonly name: string;
  /** The name of the result's type; `Void` discards the result. */
  readonly returnType: string;
  readonly parameters: readonly ParameterDefinition[];
  readonly invoke: (target: object, args: unknown[], at: Invocation) => unknown;
}

/**
 * `component` and `gameObject` are engine objects. Instances of `class` are inline unless registered, those of `struct`
 * always. `static` exposes the class itself as one object under its name.
 */
export type ClassKind = 'component' | 'gameObject' | 'class' | 'struct' | 'static';

/** Optional settings of a class. */
export interface ClassTraits {
  /** Further names that the service accepts for this class. */
  readonly formerNames?: readonly string[];
  /** True if writes may only create instances of derived classes. */
  readonly abstract?: boolean;
  readonly category?: string;
  readonly help?: string;
  readonly icon?: string;
  readonly hideInScene?: boolean;
}

export interface ClassDefinition extends ClassTraits {
  /** The exposed name, which clients see as `@type`. */
  readonly name: string;
  readonly kind: ClassKind;
  /** Exposed name of the base class. */
  readonly base?: string | undefined;
  /** Members in declaration order; the class table adds those of the base class before them (OBJ-9). */
  readonly members: readonly MemberDefinition[];
  readonly functions: readonly FunctionDefinition[];
  /** The JavaScript class of the instances, by which the service finds the class of an object. */
  readonly constructorFunction: Function;
  /** Returns a new instance; undefined for static and abstract classes and engine objects. */
  readonly create?: () => object;
}

/** An enum of the application, or an external one (DSC-12). */
export interface EnumDefinition {
  readonly name: string;
  /** Values in declaration order, as integers. */
  readonly values: readonly {
    readonly name: string;
    readonly value: number;
    readonly displayName?: string;
  }[];
  /** The form of values in memory: numbers (default) or names. */
  readonly storedAs?: 'number' | 'name';
  /** True if values can be combined; combinations are written as `A, B`. */
  readonly flags?: boolean;
  readonly help?: string;
}
