import { Refusal } from './kinds.js';

export interface Step {
  readonly text: string;
  /** True for a name in brackets and quotes, which is never an index. */
  readonly isKey: boolean;
}

/** Parses the names, indices and keys of a path. */
export function stepsOf(path: string, isEncoded = true): Step[] {
  return [...path.matchAll(/\[([^\]]*)\]|([^/.[\]]+)/g)].map(([, inner, outer]) => {
    const text = isEncoded ? decoded(inner ?? outer!) : (inner ?? outer!);
    const isKey = inner !== undefined && /^".*"$/.test(text);
    return { text: isKey ? text.slice(1, -1) : text, isKey };
  });
}

export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Refusal(400, 'Invalid request format: percent-encoding');
  }
}

/** A request target is split into path and query, whatever it looks like. */
export function addressed(target: string): URL {
  const url = new URL('http://host');
  const [path, query = ''] = target.split(/\?(.*)/s);
  url.pathname = `/${path!.replace(/^\/+/, '')}`;
  url.search = query;
  return url;
}
