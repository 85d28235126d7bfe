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

  /** `detail` says what exactly was wrong: the member, what was expected, what was given. */
  constructor(code: ExposedErrorCode, detail = '', options?: ErrorOptions) {
    super(detail, options);
    this.name = 'ExposedError';
    this.code = code;
  }
}
