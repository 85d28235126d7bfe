/**
 * What must come of a case:
 * - `answers`: one for each request, in bounded time
 * - `answer-or-close`: an answer, or the end of the connection, in bounded time: what is no HTTP
 * - `head`: the head of an answer that does not end, an event stream
 * - `nothing`: the client goes before there can be one; the host must only stand
 */
export type Expectation = 'answers' | 'answer-or-close' | 'head' | 'nothing';

/** How the client behaves once it has sent everything. */
export type Manner = 'reads' | 'reads slowly' | 'half-closes' | 'resets' | 'never reads';

/** One connection's worth of abuse. The same case is the same bytes, whatever host it is sent to. */
export interface AbuseCase {
  readonly name: string;
  /** Piece after piece; a number is a pause in milliseconds. */
  readonly pieces: readonly (string | Uint8Array | number)[];
  readonly manner: Manner;
  readonly expects: Expectation;
  /** Requests in it, each with its method (an answer to HEAD has no body). */
  readonly methods: readonly string[];
  /** 5xx that are right: the application's own code fails, or a limit of the whole host is reached. */
  readonly allows?: readonly number[];
  /**
   * Milliseconds of the host's processor time that it may cost, with what else goes on; any when left out. How long it takes says
   * more of the machine.
   */
  readonly mayCostMs?: number;
  /** Statuses of which the first answer must have one; any below 500 when left out. */
  readonly statuses?: readonly number[];
}

/** What came of a case. */
export interface Outcome {
  readonly answers: readonly RawAnswer[];
  readonly isClosed: boolean;
  /** The bytes after the last whole answer. */
  readonly rest: Uint8Array;
  /** An event stream has begun in them. */
  readonly isEndless: boolean;
  readonly ms: number;
  /** Milliseconds of processor time that the host has used meanwhile, where it is asked for. */
  readonly costMs?: number | undefined;
  /** Why there was no connection at all. */
  readonly error?: string | undefined;
}

/** An answer as it came over the connection. */
export interface RawAnswer {
  readonly status: number;
  /** Lower-case names; of several the last. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Uint8Array;
}
