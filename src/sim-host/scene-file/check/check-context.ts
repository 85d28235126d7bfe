import type { Json } from '../../../service/index.js';
import type { Type } from '../../../service/types/type.js';
import type { DiagnosticList } from '../diagnostics.js';
import type { DocumentPath } from '../source.js';
import type { SceneModel } from './scene-model.js';

/** What values are checked in. */
export interface ValueContext {
  readonly model: SceneModel;
  readonly found: DiagnosticList;
  /** Set in actions, where texts may hold variables and mappings may compute. */
  readonly variables?: Variables;
  /** Told of each `{ref: key}` that means an object; left out, references mean nothing here. */
  readonly onReference?: (key: string, path: DocumentPath) => void;
}

/** A context in which variables mean something. */
export type DynamicContext = ValueContext & { readonly variables: Variables };

/** What `$name` and `$self.member` may mean: the parameters and the class of a function, nothing on the timeline. */
export interface Variables {
  readonly className?: string;
  readonly parameters: ReadonlyMap<string, VariableParameter>;
}

export interface VariableParameter {
  /** Undefined where the type has an error of its own. */
  readonly type: Type | undefined;
  readonly default: Json | undefined;
}
