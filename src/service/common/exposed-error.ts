/**
 * Error codes of the object model. They are mapped to statuses and messages in http/errors.ts; this file knows no HTTP.
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

  /** The location in the application that failed, `Lamp.blink`, for the log; undefined if none did. */
  readonly where: string | undefined;

  /**
   * @param detail the member, the expected value and the given one
   * @param options `cause` is what application code threw
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

/** Thrown by an exposed function for a wrong argument: the caller gets 400 with the message, and nothing is logged. */
export class ArgumentError extends Error {
  override name = 'ArgumentError';
  readonly #isArgumentError = true;

  /** True for an ArgumentError. `instanceof` would run code of a proxy. */
  static is(error: unknown): error is ArgumentError {
    return typeof error === 'object' && error !== null && #isArgumentError in error;
  }
}

/**
 * Returns an error of a client without a stack trace, since its cause is not in the code. Capturing a stack is slow,
 * and a batch may have many errors (LIM-5).
 */
export function clientError(code: ExposedErrorCode, detail: string): ExposedError {
  const { stackTraceLimit } = Error;
  // Reflect.set does not throw if an application has frozen it.
  Reflect.set(Error, 'stackTraceLimit', 0);
  const error = new ExposedError(code, detail);
  Reflect.set(Error, 'stackTraceLimit', stackTraceLimit);
  return error;
}

/** Runs a conversion and replaces the code of a conversion error. */
export function recode<T>(code: ExposedErrorCode, convert: () => T): T {
  try {
    return convert();
  } catch (error) {
    if (error instanceof ExposedError && error.code === 'set-failed')
      throw new ExposedError(code, error.message);
    throw error;
  }
}
