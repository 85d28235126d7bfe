import { promiseOf } from '../../application-code.js';
import type { Route } from '../api.js';
import type { EngineRequest } from '../engines/engine.js';
import { ApiError, isKnownError } from '../errors.js';
import { type RequestHead, RoutedRequest } from '../request.js';
import type { Access, Authorize, Caller, Place, Rule } from './access.js';

/** The application's own code failed while it was asked for a right: nothing of it is told to the caller. */
export class AccessFailure extends ApiError {
  constructor(cause: unknown) {
    super('internal');
    this.name = 'AccessFailure';
    this.cause = cause;
  }
}

/** Whether a rule says yes. @throws AccessFailure with what it throws. */
export function isAllowed(rule: Rule | undefined, path: string, place: Place): boolean {
  if (typeof rule !== 'function') return rule === true;
  try {
    const answer: unknown = rule(path, place);
    // An asynchronous rule says no, since nobody waits for it; what it rejects with must not end the process.
    promiseOf(answer)?.catch(() => {});
    return answer === true;
  } catch (error) {
    throw new AccessFailure(error);
  }
}

/**
 * Refuses what a caller may not do with a route: every known caller may GET, a POST is a call and the rest are writes of the
 * route's own path. A caller that may write nothing is refused whatever the body is. @throws ApiError `not-permitted`
 */
export function checkRoute(access: Access, { method, path, rights }: Route): void {
  if (method === 'GET' || rights === 'none') return;
  const rule = access[rights ?? (method === 'POST' ? 'call' : 'write')];
  if (rights !== undefined && typeof rule === 'function') return;
  if (!isAllowed(rule, path, { object: undefined, type: undefined })) {
    throw new ApiError('not-permitted', `${method} ${path}`);
  }
}

/** Asks the application for the rights of a request; undefined: it may do everything. */
export function accessOf(
  authorize: Authorize,
  head: RequestHead,
  request: EngineRequest,
  from: { token: string | undefined; address: string; route: string | undefined },
): Access | undefined | Promise<Access | undefined> {
  let isReadable = true;
  const caller: Caller = {
    ...from,
    method: head.method,
    path: head.path,
    get clientId() {
      return new RoutedRequest(head, { id: '', rest: '' }, undefined, undefined).clientId;
    },
    header(name) {
      if (!isReadable) throw new Error(`caller.header('${name}') is for the time before the first await`);
      return request.getHeader(name.toLowerCase()) || undefined;
    },
  };
  try {
    const answer = authorize(caller);
    const later = promiseOf(answer);
    if (later === undefined) return granted(answer as Access | undefined);
    return later.then(granted).catch((error: unknown) => {
      throw asRefusal(error);
    });
  } catch (error) {
    throw asRefusal(error);
  } finally {
    isReadable = false;
  }
}

/** What this file refuses with itself, and else the failure of the application. */
function asRefusal(error: unknown): ApiError {
  return isKnownError(error) && error instanceof ApiError ? error : new AccessFailure(error);
}

function granted(access: Access | undefined): Access | undefined {
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
