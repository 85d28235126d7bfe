import type { HttpEngine } from 'sim-host';

/** An answer as it arrived. */
export interface Arrived {
  readonly status: number;
  readonly body: string;
}

/** How requests get to the service, and events from it. */
export interface Transport {
  /** What the service listens with. */
  readonly listener: HttpEngine | 'auto';
  request(method: string, url: string, body?: string): Promise<Arrived>;
  /** Opens a stream on the service that listens at `base`; `onText` is told of what it sends. */
  connect(base: string, url: string, onText: (text: string) => void): Promise<void>;
  close(): void;
}
