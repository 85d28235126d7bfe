import { RemoteError } from './errors.js';
import { unexpectedResponse } from './responses.js';

/** A public function or method of this module. */
export type Entry = (...args: never[]) => unknown;

/** The stack of a caller; empty on platforms that cannot capture it. */
export interface CallSite {
  readonly stack?: string;
}

const capture = (
  Error as unknown as { readonly captureStackTrace?: (site: object, entry: Entry) => void }
).captureStackTrace?.bind(Error);

/** Captures the stack of the caller of `entry`, which is running. */
export function callSite(entry: Entry): CallSite {
  const site = {};
  capture?.(site, entry);
  return site;
}

/** The object and the path of a call. */
export interface CallTarget {
  readonly key: string;
  readonly path: string;
}

/** Returns an error whose stack begins at the call and whose message names the object and the path. */
export function errorAt(site: CallSite, reason: unknown, about?: CallTarget): RemoteError {
  const error = reason instanceof RemoteError ? reason : unexpectedResponse(String(reason), reason);
  const isNamed = about === undefined || names(error.message, about.key);
  const message = isNamed ? error.message : `${error.message} (${nameOf(about)})`;
  const { code, status, cause } = error;
  const own = new RemoteError(code, status, message, cause === undefined ? undefined : { cause });
  const frames = site.stack?.indexOf('\n    at ') ?? -1;
  if (frames >= 0) own.stack = `${own.name}: ${message}${site.stack!.slice(frames)}`;
  return own;
}

function nameOf({ key, path }: CallTarget): string {
  return path === '' ? key : `${key}/${path}`;
}

/** Runs `work`; its errors have the stack of the caller of `entry`. */
export async function runFor<T>(entry: Entry, work: () => Promise<T>): Promise<T> {
  const site = callSite(entry);
  try {
    return await work();
  } catch (error) {
    throw errorAt(site, error);
  }
}

/** True if a message contains a key as a separate word. */
function names(text: string, key: string): boolean {
  return text.split(/[^\w-]+/).includes(key) || (/[^\w-]/.test(key) && text.includes(key));
}
