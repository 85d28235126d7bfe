import type { Json } from '../model/json.js';
import type { Answer } from '../model/model.js';
import type { Place } from '../model/place.js';
import type { Subject } from '../subject/subject.js';

/** A request that the model answers too. */
export interface Request {
  /** The step as text for reports. */
  readonly text: string;
  readonly method: string;
  readonly url: string;
  readonly body?: Json;
  /** Expectation for an answer that is a property. */
  readonly place?: Place;
  /** True for a function, which may change values and fail. */
  readonly mayChangeAndFail?: boolean;
  expected(): Answer | Promise<Answer>;
}

/** An action of the application on both sides; each returns whether it was possible. */
export interface EngineStep {
  readonly text: string;
  expected(): boolean;
  perform(subject: Subject): boolean;
  /** Notifies the service of unobserved changes. */
  tell?(subject: Subject): void;
}

export type Step = Request | EngineStep;
