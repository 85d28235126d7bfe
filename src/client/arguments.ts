import { usageError } from './errors.js';

/** @throws RemoteError for an argument that is not a function; `usage` shows a right call */
export function checkFunction(value: unknown, usage: string): void {
  if (typeof value === 'function') return;
  const method = usage.slice(0, usage.indexOf('('));
  throw usageError(`${method}: expected a function, got ${kindOf(value)}; write ${usage}`);
}

/** @throws RemoteError for options that are not an object, and for an unknown option */
export function checkOptions(what: string, options: unknown, names: readonly string[]): void {
  const available = `available: ${names.join(', ')}`;
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    throw usageError(`${what}: expected an object of options, got ${kindOf(options)}; ${available}`);
  const unknown = Object.keys(options).find((name) => !names.includes(name));
  if (unknown !== undefined) throw usageError(`${what}: unknown option "${unknown}"; ${available}`);
  const { signal } = options as { readonly signal?: { readonly addEventListener?: unknown } | null };
  if (signal !== undefined && typeof signal?.addEventListener !== 'function')
    throw usageError(`${what}: signal must be an AbortSignal; pass the "signal" of an AbortController`);
}

/** @throws RemoteError for invalid options of a request */
export function checkRequest(options: unknown, more: readonly string[] = []): void {
  if (options === undefined) return;
  checkOptions('options of a request', options, ['signal', 'timeoutMs', ...more]);
  const { timeoutMs } = options as { readonly timeoutMs?: unknown };
  if (timeoutMs === undefined || (typeof timeoutMs === 'number' && timeoutMs >= 0)) return;
  throw usageError(`timeoutMs must be a number of milliseconds, got ${kindOf(timeoutMs)}`);
}

/** @throws RemoteError for an argument that is not a non-empty string */
export function checkText(what: string, value: unknown): void {
  if (typeof value === 'string' && value !== '') return;
  throw usageError(`${what} must be a non-empty string, got ${value === '' ? '""' : kindOf(value)}`);
}

function kindOf(value: unknown): string {
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return 'an array';
  return value === undefined || value === null ? String(value) : `a value of type ${typeof value}`;
}
