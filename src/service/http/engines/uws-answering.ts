import type { ByteBudget } from '../../byte-budget.js';
import type { ByTurns } from './by-turns.js';
import type { CorkWriter } from './cork-writer.js';
import type { LongAnswers } from './long-answers.js';
import type { OwnCork } from './own-cork.js';
import type { UwsResponse } from './uws-types.js';

/** What the exchanges of an engine have in common: of each of them one is made for every request. */
export interface Shared {
  readonly unread: ByteBudget<Answering>;
  readonly long: LongAnswers;
  readonly turns: ByTurns;
  readonly cork: OwnCork;
  readonly packets: CorkWriter;
}

/** An exchange as those see it who send its answer. */
export interface Answering {
  readonly response: UwsResponse;
  readonly shared: Shared;
  readonly isAborted: boolean;
  /** Its answer has begun, and has no end. */
  readonly isEndless: boolean;
  /** Its pieces are whole events. */
  readonly isEventStream: boolean;
  close(): void;
}
