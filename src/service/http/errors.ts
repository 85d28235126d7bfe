import { reasonOf } from '../common/exception-text.js';
import { ExposedError } from '../common/exposed-error.js';

/** Maps error codes to the status and the start of the message (wire.md section 1). */
const responses = {
  'invalid-request': [400, 'Invalid request format'],
  'invalid-json': [400, 'Invalid JSON body'],
  'set-failed': [400, 'Failed to set property'],
  'read-only': [400, 'Property is read-only'],
  'append-failed': [400, 'Failed to add array element'],
  'remove-failed': [400, 'Failed to remove array element'],
  'reorder-failed': [400, 'Failed to reorder array element'],
  unauthorized: [401, 'Unauthorized'],
  forbidden: [403, 'Forbidden'],
  'not-permitted': [403, 'Not permitted'],
  'object-not-found': [404, 'Object not found'],
  'property-not-found': [404, 'Property not found'],
  'function-not-found': [404, 'Function not found'],
  'asset-not-found': [404, 'Asset not found.'],
  'image-not-found': [404, 'Image not found'],
  'not-found': [404, 'Not found'],
  'method-not-allowed': [405, 'Method not allowed'],
  'too-large': [413, 'Request body too large'],
  'encoded-body': [415, 'Unsupported Content-Encoding'],
  'head-too-large': [431, 'Invalid request format'],
  'too-many-streams': [429, 'Too many event streams of this client'],
  'too-many-subscribers': [503, 'Too many subscribers'],
  'wrong-code': [403, 'Wrong code'],
  'too-many-tries': [429, 'Too many tries'],
  'too-many-bodies': [503, 'Too many requests at once'],
  'too-many-requests': [503, 'Too many requests at once'],
  'answer-too-large': [413, 'Answer too large'],
  'get-failed': [500, 'Get failed'],
  'function-failed': [500, 'Internal error'],
  'timed-out': [504, 'Timed out'],
  'host-broke-off': [502, 'Host not reachable'],
  'host-away': [503, 'Host not reachable'],
  'host-silent': [504, 'Timed out'],
  internal: [500, 'Internal error'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

/** Codes of the object model, and of errors that occur between the socket and the model. */
export type ErrorCode = keyof typeof responses;

/** Codes sent while the client may still be sending its body. */
const closingCodes: ReadonlySet<ErrorCode> = new Set(['too-large', 'too-many-bodies']);

/** An error with a code of the table; handlers throw it where the model has no code. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly headers: readonly (readonly [name: string, value: string])[];

  constructor(
    code: ErrorCode,
    detail = '',
    headers: readonly (readonly [name: string, value: string])[] = [],
  ) {
    super(detail);
    this.name = 'ApiError';
    this.code = code;
    this.headers = headers;
  }
}

export interface ErrorResponse {
  readonly status: number;
  readonly message: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** True if the connection closes without reading the rest of the request. */
  readonly closes: boolean;
}

/** True for an error with a code. Never throws, although an application may throw a proxy that does. */
export function isKnownError(error: unknown): error is ExposedError | ApiError {
  try {
    return error instanceof ExposedError || error instanceof ApiError;
  } catch {
    return false;
  }
}

/** Maximum characters of a detail; it may quote a value as long as a body. */
const maxDetailChars = 2000;

function truncate(detail: string): string {
  return detail.length > maxDetailChars ? `${detail.slice(0, maxDetailChars)}…` : detail;
}

/** Returns the response for anything that was thrown; an unknown exception becomes a 500. */
export function describeError(error: unknown): ErrorResponse {
  const known = isKnownError(error);
  const [status, start] = responses[known ? error.code : 'internal'];
  const detail = truncate(known ? error.message : reasonOf(error));
  const message = detail === '' ? start : `${start}${start.endsWith('.') ? '' : ':'} ${detail}`;
  const headers = known && error instanceof ApiError ? error.headers : [];
  return { status, message, headers, closes: known && closingCodes.has(error.code) };
}
