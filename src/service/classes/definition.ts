/**
 * What an exposed class is, as data. Decorators and scene files both produce these definitions and feed them to one
 * class table; nothing after it can tell the two apart.
 */
import type { Controller } from '../../wire/controls.js';
import type { DeclarationSite } from './declaration-site.js';

/** A class whose instances may be exposed. */
export type AnyClass = abstract new (...args: never[]) => object;

/** A condition under which a member or function is shown; several are AND-ed by the client (DSC-1 to 4). */
export interface Condition {
  /** Name of a member of the same object. */
  readonly property: string;
  /** What it is compared with; enum values by name. */
  readonly value: string | number | boolean | null;
  /** True for ShowIf, false for HideIf. */
  readonly showWhenMatch: boolean;
}

/** A titled group in the remote app's panel; it holds from its member on. */
export interface Section {
  readonly icon: string;
  readonly title: string;
  readonly accessLevel: number;
  readonly subtitle?: string;
}

/** Where a member stands in the panel. */
export interface Layout {
  readonly path: string;
  readonly direction: 'horizontal' | 'vertical';
  readonly columns?: number;
  readonly grow?: number;
}

/** What members, functions and parameters share for their rendering. */
export interface Presentation {
  readonly controller?: Controller;
  /** Localization key or plain text. */
  readonly label?: string;
  readonly help?: string;
  readonly conditions?: readonly Condition[];
  readonly section?: Section;
  readonly layout?: Layout;
}

/** What is said of a member beside its name and type, in options and definitions alike. */
export interface MemberTraits {
  readonly formerNames?: readonly string[];
  /** Whether it is saved: fields are when left out, properties are not (OBJ-14). */
  readonly persist?: boolean;
  readonly persistScope?: 'scene' | 'project';
  readonly readOnly?: boolean;
  readonly nullable?: boolean;
  /** Marks the key of the elements of keyed collections ([ExposedKey]). */
  readonly key?: boolean;
  readonly collapsed?: boolean;
}

/**
 * An exposed field or property.
 *
 * `type` is a type name: a value type (`Single`, `Color`, …), an exposed enum or class, with `[]` behind it for an
 * array, or `Asset<AssetType>` for an asset reference.
 */
export interface MemberDefinition extends Presentation, MemberTraits {
  readonly name: string;
  readonly type: string;
  readonly kind: 'field' | 'property';
  /** Whether every change goes through the service's write path, so that serialised bytes may be kept until then. */
  readonly observed: boolean;
  /**
   * What stands behind a member that is not observed: a data property, an `accessor` that reports what it is set to, or
   * code of the application (left out), whose getter may compute and whose setter may change anything else. Of one that is
   * always observed: `field` for a data property, of which `set` does nothing but store, and never throws.
   */
  readonly backing?: 'field' | 'accessor' | 'code';
  /** The property of a class behind it, which a derived class may override; left out where there is none. */
  readonly site?: DeclarationSite;
  readonly get: (target: object) => unknown;
  /** Undefined when the member cannot be written by anybody. */
  readonly set: ((target: object, value: unknown) => void) | undefined;
}

/** What is said of a parameter beside its name and type. */
export interface ParameterTraits {
  /** As JSON, for calls that leave it out; the default of the type when left out here too (END-14). */
  readonly default?: unknown;
}

export interface ParameterDefinition extends Presentation, ParameterTraits {
  readonly name: string;
  readonly type: string;
}

/** Where a function was called: on the object of a handle, or on a composite inside it. */
export interface Invocation {
  /** Id of the handle that owns the place. */
  readonly objectId: string;
  /** Path of the composite in it, empty for the object itself. */
  readonly path: string;
}

/** What is said of a function beside its name and signature. */
export interface FunctionTraits {
  readonly formerNames?: readonly string[];
  readonly icon?: string;
}

/** An exposed function; `invoke` gets converted, positional arguments and may return a promise. */
export interface FunctionDefinition extends Presentation, FunctionTraits {
  readonly name: string;
  /** A type name, `Void` for none. */
  readonly returnType: string;
  readonly parameters: readonly ParameterDefinition[];
  readonly invoke: (target: object, args: unknown[], at: Invocation) => unknown;
}

/**
 * `component` and `gameObject` live in the engine, `class` and `struct` are inline composites unless registered,
 * `static` has one handle under the class's name.
 */
export type ClassKind = 'component' | 'gameObject' | 'class' | 'struct' | 'static';

/** What is said of a class beside its name and members. */
export interface ClassTraits {
  /** Other names accepted wherever a type name is read. */
  readonly formerNames?: readonly string[];
  /** No instance of the class itself is ever created by a write. */
  readonly abstract?: boolean;
  readonly category?: string;
  readonly help?: string;
  readonly icon?: string;
  readonly hideInScene?: boolean;
}

export interface ClassDefinition extends ClassTraits {
  /** The exposed name: `@type` on the wire. */
  readonly name: string;
  readonly kind: ClassKind;
  /** Exposed name of the base class. */
  readonly base?: string | undefined;
  /** In declaration order; inherited ones are added by the table, base class first (OBJ-9). */
  readonly members: readonly MemberDefinition[];
  readonly functions: readonly FunctionDefinition[];
  /** The JavaScript class whose instances these are: how an instance finds its class. */
  readonly constructorFunction: Function;
  /** A fresh instance with its initial values; undefined for static and abstract classes and engine objects. */
  readonly create?: () => object;
}

/** An enum of the application, or an external one registered for the remote apps (DSC-12). */
export interface EnumDefinition {
  readonly name: string;
  /** Values in declaration order, as integers. */
  readonly values: readonly {
    readonly name: string;
    readonly value: number;
    readonly displayName?: string;
  }[];
  /** What members of the enum hold in memory: the number (default), or the name. */
  readonly storedAs?: 'number' | 'name';
  /** Combinations are written as `A, B`. */
  readonly flags?: boolean;
  readonly help?: string;
}
