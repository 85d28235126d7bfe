import type { StreamEvent } from './stream-event.js';

/**
 * Receives everything that is sent, for relays that deliver it to their own clients. Methods must not throw or
 * block.
 */
export interface EventPublisher {
  /** Called with the numbered events of one flush, in order. */
  publish(events: readonly StreamEvent[]): void;
  /** Called when numbers are skipped: `seq` counts as the newest event, and earlier ones cannot be resumed from. */
  skipTo(seq: number): void;
}
