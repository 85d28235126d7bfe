import type { Json } from '../model/json.js';
import type { Answer } from '../model/model.js';
import type { Place } from '../model/place.js';
import type { Subject } from '../subject/subject.js';

/** A request, which the model answers too. */
export interface Request {
  /** For people. */
  readonly text: string;
  readonly method: string;
  readonly url: string;
  readonly body?: Json;
  /** Of an answer that is a property. */
  readonly place?: Place;
  /** Functions may change things and fail. */
  readonly mayChangeAndFail?: boolean;
  expected(): Answer | Promise<Answer>;
}

/** What the application does by itself, on both sides; both tell whether it could. */
export interface EngineStep {
  readonly text: string;
  expected(): boolean;
  perform(subject: Subject): boolean;
  /** Tells the service what it could not see. */
  tell?(subject: Subject): void;
}

export type Step = Request | EngineStep;
