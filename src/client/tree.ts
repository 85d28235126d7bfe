import type { Json } from './json.js';

/** A copy of `tree` with `value` at a path of the wire (`a/0/b`); undefined when nothing is there to hold it. */
export function withValue(tree: Json, path: string, value: Json): Json | undefined {
  return path === '' ? value : put(tree, path.split('/'), 0, value);
}

function put(tree: Json, steps: readonly string[], at: number, value: Json): Json | undefined {
  if (at === steps.length) return value;
  const step = steps[at]!;
  const inner = (child: Json | undefined) =>
    at === steps.length - 1 ? value : child === undefined ? undefined : put(child, steps, at + 1, value);
  if (isArray(tree)) {
    const index = Number(step);
    if (!/^\d+$/.test(step) || index > tree.length) return undefined;
    const next = inner(tree[index]);
    return next === undefined ? undefined : [...tree.slice(0, index), next, ...tree.slice(index + 1)];
  }
  if (typeof tree !== 'object' || tree === null) return undefined;
  const members = tree as { readonly [member: string]: Json };
  const next = inner(Object.hasOwn(members, step) ? members[step] : undefined);
  return next === undefined ? undefined : { ...members, [step]: next };
}

/** The value at a path; undefined when nothing is there. */
export function valueAt(tree: Json | undefined, path: string): Json | undefined {
  if (path === '' || tree === undefined) return tree;
  let value: Json | undefined = tree;
  for (const step of path.split('/')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as { readonly [member: string]: Json })[step];
  }
  return value;
}

function isArray(json: Json): json is readonly Json[] {
  return Array.isArray(json);
}

/** True when a change at one path shows at the other. */
export function touches(a: string, b: string): boolean {
  return a === b || a === '' || b === '' || a.startsWith(`${b}/`) || b.startsWith(`${a}/`);
}

/** `a[0].b` and `a/0/b` are the same; keys in brackets that hold separators are percent-encoded. */
export function normalPath(path: string): string {
  const steps: string[] = [];
  for (const [, quoted, key, plain] of path.matchAll(/\["([^"]*)"\]|\[([^\]]*)\]|([^./[\]]+)/g))
    steps.push(encodeURIComponent(quoted ?? key ?? plain!));
  return steps.join('/');
}

/** As it stands in a URL. */
export function urlPath(path: string): string {
  return path
    .split('/')
    .map((step) => encodeURIComponent(step))
    .join('/');
}
