import type { Json } from '../../client/index.js';
import { types } from './types.js';
import { at, isArray, isObject } from './values.js';

/*
 * Paths into lists whose elements have keys. Another element moves to an index as soon as one before it is removed: what is written,
 * called or kept names its element by the key, `cues["Main"]/seconds`.
 */

/** The key of an element; undefined where it has none. */
function keyOf(element: Json | undefined): string | undefined {
  if (!isObject(element)) return undefined;
  const type = types.value.get(String(element['@type']));
  const key = element[type?.properties.find(({ isKey }) => isKey)?.name ?? ''];
  return key === undefined || key === null || key === '' ? undefined : String(key);
}

/** Such keys cannot be written in a path: their elements are named by the index. */
const unwritable = /["\\]|%5D/i;

/** A path with indices as one with keys, where elements have keys of their own. */
export function keyedPath(root: Json | undefined, path: string): string {
  let keyed = '';
  let value = root;
  for (const step of path === '' ? [] : path.split('/')) {
    const holder = value;
    value = at(holder, step);
    const key = isArray(holder) ? keyOf(value) : undefined;
    const isOwn =
      key !== undefined &&
      !unwritable.test(key) &&
      (holder as readonly Json[]).findIndex((each) => keyOf(each) === key) === Number(step);
    if (isOwn) keyed += `["${key.replaceAll(']', '%5D')}"]`;
    else keyed += keyed === '' ? step : `/${step}`;
  }
  return keyed;
}

const step = /\["([^"]*)"\]|([^/[]+)/g;

const stepsOf = (keyed: string) =>
  Array.from(keyed.matchAll(step), ([, key, plain]) => ({
    text: key?.replaceAll(/%5D/gi, ']') ?? plain!,
    isKey: key !== undefined,
  }));

/** The keys in such a path. */
export const keysIn = (keyed: string): readonly string[] =>
  stepsOf(keyed)
    .filter(({ isKey }) => isKey)
    .map(({ text }) => text);

/** The same path with the indices of now; undefined while there is no such element. */
export function presentPath(root: Json | undefined, keyed: string): string | undefined {
  const present: string[] = [];
  let value = root;
  for (const { text, isKey } of stepsOf(keyed)) {
    const index = isKey && isArray(value) ? value.findIndex((each) => keyOf(each) === text) : undefined;
    if (isKey && (index ?? -1) < 0) return undefined;
    const name = String(index ?? text);
    present.push(name);
    value = at(value, name);
  }
  return present.join('/');
}
