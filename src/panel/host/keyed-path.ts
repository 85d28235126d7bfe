import type { Json } from '../../client/index.js';
import { parsePath } from '../../client/path.js';
import { types } from './types.js';
import { at, isArray, isObject } from './values.js';

/*
 * Paths that name elements of lists by their keys, such as `cues["Main"]/seconds`, because indexes change when an
 * element is removed. They are used for what is written, called or saved.
 */

/** Returns the key of an element; undefined if it has none. */
export function keyOf(element: Json | undefined): string | undefined {
  if (!isObject(element)) return undefined;
  const type = types.value.get(String(element['@type']));
  const key = element[type?.properties.find(({ isKey }) => isKey)?.name ?? ''];
  return key === undefined || key === null || key === '' ? undefined : String(key);
}

/** A path cannot contain these keys, so their elements are named by index. */
const unwritable = /["\\]|%5D/i;

/** Converts a path with indexes to one with keys, for elements with unique keys. */
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

/** Returns the keys in a keyed path. */
export const keysIn = (keyed: string): readonly string[] =>
  parsePath(keyed)
    .filter(({ isKey }) => isKey)
    .map(({ text }) => text);

/** Converts a keyed path to one with the current indexes; undefined if an element does not exist. */
export function presentPath(root: Json | undefined, keyed: string): string | undefined {
  const present: string[] = [];
  let value = root;
  for (const { text, isKey } of parsePath(keyed)) {
    const index = isKey && isArray(value) ? value.findIndex((each) => keyOf(each) === text) : undefined;
    if (isKey && (index ?? -1) < 0) return undefined;
    const name = String(index ?? text);
    present.push(name);
    value = at(value, name);
  }
  return present.join('/');
}
