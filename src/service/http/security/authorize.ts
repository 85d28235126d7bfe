import { promiseOf } from '../../common/application-code.js';
import { describePath } from '../../common/describe-path.js';
import { ApiError, isKnownError } from '../errors.js';
import type { ReceivedRequest } from '../received-request.js';
import type { RouteMatch } from '../router.js';
import type { Access, Authorize, Caller, RightSubject, Rule } from './access.js';

/** Thrown if the application's authorization code fails; the caller learns no details. */
export class AccessFailure extends ApiError {
  constructor(cause: unknown) {
    super('internal');
    this.name = 'AccessFailure';
    this.cause = cause;
  }
}

/**
 * True if a rule grants a right.
 * @throws AccessFailure if the rule throws
 */
export function isAllowed(rule: Rule | undefined, path: string, subject: RightSubject): boolean {
  if (typeof rule !== 'function') return rule === true;
  try {
    const answer: unknown = rule(path, subject);
    // An asynchronous rule denies the right, because it is not awaited; its rejection must not end the process.
    promiseOf(answer)?.catch(() => {});
    return answer === true;
  } catch (error) {
    throw new AccessFailure(error);
  }
}

/**
 * Checks the right to use a route: every caller may GET, a POST is a call, everything else writes the route's own path.
 * With `rights`, a rule function is left to the handler, which asks it per member.
 * @throws ApiError `not-permitted`
 */
export function requireRouteAccess(access: Access, { route, id, rest }: RouteMatch): void {
  const { method, path, rights } = route;
  if (method === 'GET' || rights === 'none') return;
  const rule = access[rights ?? (method === 'POST' ? 'call' : 'write')];
  if (rights !== undefined && typeof rule === 'function') return;
  if (!isAllowed(rule, path, { object: undefined, type: undefined })) {
    const where =
      rights === undefined || id === ''
        ? `${method} ${path}`
        : `${rights} of ${rest === '' ? id : `${id}/${rest}`}`;
    throw new ApiError('not-permitted', describePath(where));
  }
}

/** Asks the application for the access of a request; undefined for full access. */
export function askAccess(
  authorize: Authorize,
  request: ReceivedRequest,
  token: string | undefined,
  route: string | undefined,
): Access | undefined | Promise<Access | undefined> {
  let isReadable = true;
  const caller: Caller = {
    token,
    route,
    address: request.address,
    method: request.method,
    path: request.path,
    get clientId() {
      return request.clientId;
    },
    header(name) {
      if (!isReadable) throw new Error(`caller.header('${name}') is for the time before the first await`);
      return request.header(name.toLowerCase()) || undefined;
    },
  };
  try {
    const answer = authorize(caller);
    const pending = promiseOf(answer);
    if (pending === undefined) return checkAccess(answer as Access | undefined);
    return pending.then(checkAccess).catch((error: unknown) => {
      throw toApiError(error);
    });
  } catch (error) {
    throw toApiError(error);
  } finally {
    isReadable = false;
  }
}

/** Returns the error of this file, or else an AccessFailure of the application. */
function toApiError(error: unknown): ApiError {
  return isKnownError(error) && error instanceof ApiError ? error : new AccessFailure(error);
}

function checkAccess(access: Access | undefined): Access | undefined {
  if (access === undefined || access === null) throw unauthorized('the application does not know the caller');
  if (typeof access !== 'object') {
    throw new AccessFailure(
      new Error(
        `authorize must answer with an access, such as fullAccess, or undefined, and not with ${String(access)}`,
      ),
    );
  }
  return access.read === true && access.write === true && access.call === true ? undefined : access;
}

export function unauthorized(reason: string): ApiError {
  return new ApiError('unauthorized', reason, [['WWW-Authenticate', 'Bearer']]);
}
