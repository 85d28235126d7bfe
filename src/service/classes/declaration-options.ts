import { checkChoice, checkNames } from '../common/check-options.js';
import { checkController } from './check-controller.js';
import type {
  ClassKind,
  ClassTraits,
  FunctionTraits,
  Layout,
  MemberTraits,
  ParameterTraits,
  Section,
} from './definition.js';
import type { TypeOption } from './infer-type.js';
import type { PresentationOptions } from './presentation.js';

export interface MemberOptions extends PresentationOptions, MemberTraits {
  /** The exposed name; the member's own by default. */
  readonly name?: string;
  /** A type name, an exposed class, or one of them in an array; inferred from the initial value if omitted. */
  readonly type?: TypeOption;
}

export interface ParameterOptions extends PresentationOptions, ParameterTraits {
  readonly type: TypeOption;
}

export interface FunctionOptions extends PresentationOptions, FunctionTraits {
  readonly name?: string;
  /** The type of the result; `Void` if omitted. */
  readonly returns?: TypeOption;
  /** Parameters by name; arguments are in the order of the keys. */
  readonly parameters?: Readonly<Record<string, ParameterOptions>>;
}

export interface ClassOptions extends ClassTraits {
  /** The exposed name; the class's own by default. */
  readonly name?: string;
  readonly kind?: Exclude<ClassKind, 'gameObject'>;
}

/** The names of all options; a missing name is a compile error. */
type Names<Options> = Record<keyof Options, true>;

const presentation = {
  controller: true,
  label: true,
  help: true,
  showIf: true,
  hideIf: true,
  visibility: true,
  section: true,
  layout: true,
} satisfies Names<PresentationOptions>;

const classOptions = {
  name: true,
  kind: true,
  formerNames: true,
  abstract: true,
  category: true,
  help: true,
  icon: true,
  hideInScene: true,
} satisfies Names<ClassOptions>;

const known = {
  member: {
    ...presentation,
    name: true,
    type: true,
    formerNames: true,
    persist: true,
    persistScope: true,
    readOnly: true,
    nullable: true,
    key: true,
    collapsed: true,
  } satisfies Names<MemberOptions>,
  parameter: {
    ...presentation,
    type: true,
    default: true,
  } satisfies Names<ParameterOptions>,
  function: {
    ...presentation,
    name: true,
    formerNames: true,
    returns: true,
    parameters: true,
    icon: true,
  } satisfies Names<FunctionOptions>,
  class: classOptions,
  classWithMembers: { ...classOptions, fields: true, properties: true, functions: true } satisfies Record<
    string,
    true
  >,
};

const examples: Readonly<Record<keyof typeof known, string>> = {
  member: "{ type: 'Single' }",
  parameter: "{ type: 'Single' }",
  function: "{ returns: 'Single' }",
  class: "{ category: 'Lights' }",
  classWithMembers: "{ fields: { level: { type: 'Single' } } }",
};

const layoutOptions = { path: true, direction: true, columns: true, grow: true } satisfies Names<Layout>;
const sectionOptions = {
  icon: true,
  title: true,
  accessLevel: true,
  subtitle: true,
} satisfies Names<Section>;

/** Rejects unknown options and controllers, for plain JavaScript. @throws Error that suggests the nearest name */
export function checkOptions(where: string, options: object, of: keyof typeof known): void {
  checkNames(where, options, known[of], examples[of]);
  const { controller, layout, section, persistScope } = options as MemberOptions;
  checkChoice(`${where}: persistScope`, persistScope, ['scene', 'project']);
  if (layout !== undefined) {
    checkNames(`${where}: layout`, layout, layoutOptions, "{ path: 'row', direction: 'horizontal' }");
    checkChoice(`${where}: layout.direction`, layout.direction, ['horizontal', 'vertical']);
  }
  if (section !== undefined) checkNames(`${where}: section`, section, sectionOptions, "{ title: 'Levels' }");
  for (const name of ['showIf', 'hideIf'] as const) {
    const conditions = (options as PresentationOptions)[name];
    if (conditions !== undefined) checkNames(`${where}: ${name}`, conditions, undefined, '{ muted: true }');
  }
  if (controller !== undefined) checkController(where, controller);
}
