/**
 * What can go wrong in the object model. The codes are mapped to statuses and messages in one table, http/errors.ts;
 * this file knows no HTTP.
 */
export type ExposedErrorCode =
  | 'object-not-found'
  | 'property-not-found'
  | 'function-not-found'
  | 'invalid-request'
  | 'set-failed'
  | 'read-only'
  | 'append-failed'
  | 'remove-failed'
  | 'reorder-failed'
  | 'answer-too-large'
  | 'get-failed'
  | 'function-failed'
  | 'timed-out';

export class ExposedError extends Error {
  readonly code: ExposedErrorCode;

  /** The place in the application that failed, `Lamp.blink`, for the log; undefined where none did. */
  readonly where: string | undefined;

  /**
   * `detail` says what exactly was wrong: the member, what was expected, what was given. `cause` is what code of the
   * application threw.
   */
  constructor(
    code: ExposedErrorCode,
    detail = '',
    options: { readonly cause?: unknown; readonly where?: string } = {},
  ) {
    super(detail, 'cause' in options ? { cause: options.cause } : undefined);
    this.where = options.where;
    this.name = 'ExposedError';
    this.code = code;
  }
}

/** An exposed function throws it when an argument is wrong: the caller receives 400 with the message, and nothing is logged. */
export class ArgumentError extends Error {
  readonly #isArgumentError = true;

  constructor(message: string) {
    super(message);
    this.name = 'ArgumentError';
  }

  /** True for one; what else an application throws may be a proxy, of which `instanceof` would run code. */
  static is(error: unknown): error is ArgumentError {
    return typeof error === 'object' && error !== null && #isArgumentError in error;
  }
}

/**
 * A mistake in what a client has sent, without a stack: nobody looks for it in code, and to note where it was found takes longer than
 * to find it, which a batch of many has others wait for (LIM-5).
 */
export function mistake(code: ExposedErrorCode, detail: string): ExposedError {
  const { stackTraceLimit } = Error;
  // An application may have frozen it.
  Reflect.set(Error, 'stackTraceLimit', 0);
  const error = new ExposedError(code, detail);
  Reflect.set(Error, 'stackTraceLimit', stackTraceLimit);
  return error;
}

/** What a conversion refuses, as what was asked for says it. */
export function recode<T>(code: ExposedErrorCode, convert: () => T): T {
  try {
    return convert();
  } catch (error) {
    throw recoded(code, error);
  }
}

function recoded(code: ExposedErrorCode, error: unknown): unknown {
  return error instanceof ExposedError && error.code === 'set-failed'
    ? new ExposedError(code, error.message)
    : error;
}
