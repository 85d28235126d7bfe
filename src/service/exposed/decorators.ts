import { declarations } from './declarations.js';
import type {
  ClassDefinition,
  ClassKind,
  Condition,
  FunctionDefinition,
  MemberDefinition,
  ParameterDefinition,
  Presentation,
  Section,
} from './definition.js';
import { elementaryTypes, inferType, type TypeOption, typeName } from './infer-type.js';
import { accessorWasSet } from './watch.js';

// Node.js 20 has no Symbol.metadata yet; compiled decorators look for it when a class is evaluated.
(Symbol as { metadata?: symbol }).metadata ??= Symbol.for('Symbol.metadata');

/** Values that members must have for a member or function to be shown (`showIf`) or hidden (`hideIf`). */
export type Conditions = Readonly<Record<string, string | number | boolean | null>>;

export interface PresentationOptions extends Omit<Presentation, 'conditions' | 'section'> {
  readonly showIf?: Conditions;
  readonly hideIf?: Conditions;
  readonly section?: Omit<Section, 'accessLevel'> & { readonly accessLevel?: number };
}

export interface MemberOptions extends PresentationOptions {
  /** The exposed name; the member's own by default. */
  readonly name?: string;
  /** A type name, an exposed class, or one of them in an array; inferred from the initial value when left out. */
  readonly type?: TypeOption;
  readonly formerNames?: readonly string[];
  readonly persist?: boolean;
  readonly persistScope?: 'scene' | 'project';
  readonly readOnly?: boolean;
  readonly nullable?: boolean;
  readonly isKey?: boolean;
  readonly collapsed?: boolean;
}

export interface ParameterOptions extends PresentationOptions {
  readonly type: TypeOption;
  readonly defaultValue?: unknown;
}

export interface FunctionOptions extends PresentationOptions {
  readonly name?: string;
  readonly formerNames?: readonly string[];
  /** The type of the result; Void when left out. */
  readonly returns?: TypeOption;
  /** Positional, in the order of the keys. */
  readonly parameters?: Readonly<Record<string, ParameterOptions>>;
  readonly icon?: string;
}

export interface ClassOptions {
  /** The exposed name; the class's own by default. */
  readonly name?: string;
  readonly kind?: Exclude<ClassKind, 'gameObject'>;
  readonly formerNames?: readonly string[];
  readonly isAbstract?: boolean;
  readonly category?: string;
  readonly help?: string;
  readonly icon?: string;
  readonly hideInScene?: boolean;
}

type AnyClass = abstract new (...args: never[]) => object;
type MemberContext = ClassFieldDecoratorContext | ClassAccessorDecoratorContext | ClassGetterDecoratorContext;
type AccessorTarget = ClassAccessorDecoratorTarget<object, unknown>;

/** What the decorators of one class have gathered before the class decorator runs. */
interface Gathered {
  members: { order: number; make(owner: AnyClass): MemberDefinition }[];
  functions: { order: number; make(): FunctionDefinition }[];
}

const gatheredKey = Symbol('exposed members');
const definitions = new WeakMap<Function, ClassDefinition>();

/** Decorator factories are called in source order, whatever order the decorators are applied in. */
let declarationOrder = 0;

/**
 * Exposes a class with its decorated members and functions. Members of a decorated base class come first (OBJ-9).
 * `kind: 'static'` exposes the class itself with its static members, under its name.
 */
export function exposedClass(options: ClassOptions = {}) {
  return (exposed: AnyClass, context: ClassDecoratorContext): void => {
    const { name = String(context.name), kind = 'class', ...rest } = options;
    const { members, functions } = gathered(context.metadata);
    const byOrder = (a: { order: number }, b: { order: number }) => a.order - b.order;
    context.addInitializer(() => {
      const base = definitions.get(Object.getPrototypeOf(exposed))?.name;
      const definition: ClassDefinition = {
        ...rest,
        name,
        kind,
        ...(base !== undefined && { base }),
        members: members.sort(byOrder).map((member) => member.make(exposed)),
        functions: functions.sort(byOrder).map((func) => func.make()),
        constructorFunction: exposed,
        ...(canCreate(options) && { create: () => new (exposed as new () => object)() }),
      };
      definitions.set(exposed, definition);
      declarations.classes.push(definition);
    });
  };
}

/**
 * Exposes a field, persisted by default. On an `accessor` the service notices what application code writes by itself;
 * on a plain field tell it with `service.notifyChanged`.
 */
export function exposedField(options: MemberOptions = {}) {
  return exposedMember('field', options);
}

/** Exposes a getter, with its setter if there is one, or an accessor; not persisted unless `persist` (OBJ-14). */
export function exposedProperty(options: MemberOptions = {}) {
  return exposedMember('property', options);
}

/** Exposes a method as a function that remote apps may call. */
export function exposedFunction(options: FunctionOptions = {}) {
  const order = declarationOrder++;
  return (_method: (...args: never[]) => unknown, context: ClassMethodDecoratorContext): void => {
    const { name = String(context.name), returns, parameters = {}, ...rest } = options;
    gathered(context.metadata).functions.push({
      order,
      make: () => ({
        ...presented(rest),
        name,
        returnType: returns === undefined ? 'Void' : typeName(returns, definitions),
        parameters: Object.entries(parameters).map(([key, parameter]) => parameterDefinition(key, parameter)),
        invoke: (target, args) =>
          (context.access.get(target) as (...a: unknown[]) => unknown).apply(target, args),
      }),
    });
  };
}

function exposedMember(kind: 'field' | 'property', options: MemberOptions) {
  const order = declarationOrder++;
  // biome-ignore lint/suspicious/noExplicitAny: one decorator for fields, getters and accessors, which differ in their values
  return (value: any, context: MemberContext): any => {
    const { name = String(context.name).replace(/^#/, ''), type, ...rest } = options;
    const canSet = context.kind !== 'getter' || (!context.private && !context.static);
    const access = context.access as {
      get(target: object): unknown;
      set?(target: object, value: unknown): void;
    };
    const make = (owner: AnyClass): MemberDefinition => {
      const setter = context.kind === 'getter' && canSet ? setterOf(owner, context.name) : access.set;
      const lazily = lazyType(name, type, owner, access, context.static);
      return {
        ...presented(rest),
        name,
        kind,
        get: access.get,
        set: setter,
        get type() {
          return lazily();
        },
        get observed() {
          return context.kind === 'accessor' && elementaryTypes.has(lazily())
            ? ('registered' as const)
            : false;
        },
      };
    };
    gathered(context.metadata).members.push({ order, make });
    if (context.kind !== 'accessor') return undefined;
    const { get, set } = value as AccessorTarget;
    return {
      get,
      set(this: object, next: unknown) {
        const same = typeof next !== 'object' && Object.is(get.call(this), next);
        set.call(this, next);
        // Setting an object again is how application code reports that it changed inside.
        if (!same) accessorWasSet(this, name);
      },
    };
  };
}

/** The setter that stands beside a decorated getter, by assignment so that derived classes may override it. */
function setterOf(owner: AnyClass, key: string | symbol) {
  for (let type = owner.prototype; type !== null && type !== undefined; type = Object.getPrototypeOf(type)) {
    const descriptor = Object.getOwnPropertyDescriptor(type, key);
    if (descriptor?.set === undefined) continue;
    return (target: object, value: unknown) => void Reflect.set(target, key, value);
  }
  return undefined;
}

/** The member's type name, worked out when the class is first used: the initial value of an instance may tell it. */
function lazyType(
  member: string,
  option: TypeOption | undefined,
  owner: AnyClass,
  access: { get(target: object): unknown },
  isStatic: boolean,
): () => string {
  let name: string | undefined;
  return () => {
    name ??=
      option === undefined
        ? inferType(
            `${owner.name}.${member}`,
            () => access.get(isStatic ? owner : sample(owner)),
            definitions,
          )
        : typeName(option, definitions);
    return name;
  };
}

const samples = new WeakMap<AnyClass, object>();

function sample(owner: AnyClass): object {
  let instance = samples.get(owner);
  if (instance === undefined) {
    instance = new (owner as unknown as new () => object)();
    samples.set(owner, instance);
  }
  return instance;
}

function canCreate({ kind, isAbstract }: ClassOptions): boolean {
  return kind !== 'static' && kind !== 'component' && isAbstract !== true;
}

function gathered(metadata: DecoratorMetadata): Gathered {
  // A derived class's metadata inherits from its base's: only what is its own counts.
  if (!Object.hasOwn(metadata, gatheredKey)) {
    Object.defineProperty(metadata, gatheredKey, {
      value: { members: [], functions: [] } satisfies Gathered,
    });
  }
  return metadata[gatheredKey] as Gathered;
}

function parameterDefinition(name: string, { type, ...rest }: ParameterOptions): ParameterDefinition {
  return { ...presented(rest), name, type: typeName(type, definitions) };
}

/** Options with `showIf` and `hideIf` turned into conditions. */
function presented<T extends PresentationOptions>(
  options: T,
): Omit<T, 'showIf' | 'hideIf' | 'section'> & Presentation {
  const { showIf, hideIf, section, ...rest } = options;
  const conditions: Condition[] = [
    ...Object.entries(showIf ?? {}).map(([property, value]) => ({ property, value, showWhenMatch: true })),
    ...Object.entries(hideIf ?? {}).map(([property, value]) => ({ property, value, showWhenMatch: false })),
  ];
  return {
    ...rest,
    ...(conditions.length > 0 && { conditions }),
    ...(section !== undefined && { section: { accessLevel: 0, ...section } }),
  } as Omit<T, 'showIf' | 'hideIf' | 'section'> & Presentation;
}
