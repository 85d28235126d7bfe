import type { StreamEvent } from './stream-event.js';

/** Where all that goes out is published too, for those who deliver it to apps of their own. Neither call may throw or wait. */
export interface EventPublisher {
  /** The events of one flush, numbered, in order. */
  flushed(events: readonly StreamEvent[]): void;
  /** The numbers leap: `seq` is as good as the newest event, and what was before it cannot be resumed from. */
  leapt(seq: number): void;
}
