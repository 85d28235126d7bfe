import type { HttpEngine } from 'sim-host';

/** An answer as it was received. */
export interface Arrived {
  readonly status: number;
  readonly body: string;
}

/** The transport of requests to the service and of its events. */
export interface Transport {
  /** The engine with which the service listens. */
  readonly listener: HttpEngine | 'auto';
  request(method: string, url: string, body?: string): Promise<Arrived>;
  /** Opens a stream of the service at `base`; `onText` receives its text. */
  connect(base: string, url: string, onText: (text: string) => void): Promise<void>;
  close(): void;
}
