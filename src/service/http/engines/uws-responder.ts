import type { ByteBudget } from '../../common/byte-budget.js';
import type { CorkBudget } from './cork-budget.js';
import type { CorkWriter } from './cork-writer.js';
import type { LargeResponseBudget } from './large-response-budget.js';
import type { TurnQueue } from './turn-queue.js';
import type { UwsResponse } from './uws-types.js';

/** State that all exchanges of an engine share; an exchange is created per request. */
export interface UwsShared {
  readonly unread: ByteBudget<UwsResponder>;
  readonly largeResponses: LargeResponseBudget;
  readonly turnQueue: TurnQueue;
  readonly corkBudget: CorkBudget;
  readonly corkWriter: CorkWriter;
}

/** An exchange, as the classes that send its response see it. */
export interface UwsResponder {
  readonly response: UwsResponse;
  readonly shared: UwsShared;
  readonly isAborted: boolean;
  /** True if the response has begun and has no end. */
  readonly isEndless: boolean;
  /** True if its pieces are whole events. */
  readonly isEventStream: boolean;
  close(): void;
}
