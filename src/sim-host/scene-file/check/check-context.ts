import type { Json } from '../../../service/index.js';
import type { Type } from '../../../service/types/type.js';
import type { DiagnosticList } from '../diagnostics.js';
import type { DocumentPath } from '../source.js';
import type { SceneModel } from './scene-model.js';

/** The context in which a value is checked. */
export interface ValueContext {
  readonly model: SceneModel;
  readonly found: DiagnosticList;
  /** Set in actions, where strings may contain variables and mappings may be operators. */
  readonly variables?: Variables;
  /** Called for each `{ref: key}` to an object; without it, references have no meaning. */
  readonly onReference?: (key: string, path: DocumentPath) => void;
}

/** A context with variables. */
export type DynamicContext = ValueContext & { readonly variables: Variables };

/** The meaning of `$name` and `$self.member`: the parameters and the class of a function; nothing on the timeline. */
export interface Variables {
  readonly className?: string;
  readonly parameters: ReadonlyMap<string, VariableParameter>;
}

export interface VariableParameter {
  /** Undefined if the type has an error of its own. */
  readonly type: Type | undefined;
  readonly default: Json | undefined;
}
