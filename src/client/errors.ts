/** The kind of failure; the status is more precise. */
export type RemoteErrorCode =
  | 'bad-request'
  | 'unauthorized'
  | 'forbidden'
  | 'not-found'
  | 'too-large'
  | 'busy'
  | 'host-failed'
  | 'timed-out'
  | 'unreachable'
  | 'aborted'
  | 'closed';

/** The only error of this module: the host refused a request, or could not be reached. */
export class RemoteError extends Error {
  readonly code: RemoteErrorCode;
  /** The HTTP status; 0 if there was no response. */
  readonly status: number;

  constructor(code: RemoteErrorCode, status: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'RemoteError';
    this.code = code;
    this.status = status;
  }
}

/** Returns the error for a wrong call, which was not sent to the host. */
export function usageError(message: string): RemoteError {
  return new RemoteError('bad-request', 0, message);
}

const codes: Readonly<Record<number, RemoteErrorCode>> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not-found',
  408: 'timed-out',
  413: 'too-large',
  429: 'busy',
  502: 'unreachable',
  503: 'busy',
  504: 'timed-out',
};

/** Returns the error for a failed response, with the message of its body (`{"error": "…"}`). */
export function responseError(status: number, body: unknown): RemoteError {
  const code = codes[status] ?? (status >= 500 ? 'host-failed' : 'bad-request');
  const message = (body as { error?: unknown } | null)?.error;
  return new RemoteError(code, status, typeof message === 'string' ? message : `The host answered ${status}`);
}
