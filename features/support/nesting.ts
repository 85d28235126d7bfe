import assert from 'node:assert/strict';
import type { Json } from '../../conformance/client/index.js';
import { same, show } from './match.js';

/** The members of a stub, which represents a composite beyond the read depth, in any order. */
export function isStub(value: Json): boolean {
  return value !== null && typeof value === 'object' && value['@truncated'] === true;
}

/** True for an inline object, whole or as a stub: not a reference or an asset. */
export function isComposite(value: Json): boolean {
  return (
    value !== null &&
    typeof value === 'object' &&
    value['@ref'] === undefined &&
    value['@guid'] === undefined &&
    value['@type'] !== undefined
  );
}

/** Every stub in a value. */
export function stubsIn(value: Json): Json[] {
  if (value === null || typeof value !== 'object') return [];
  const own = value['@truncated'] !== undefined ? [value] : [];
  return [...own, ...Object.values(value).flatMap((each) => stubsIn(each))];
}

/**
 * Fails unless nested differs from plain only by whole objects in place of stubs; `moves` selects members of
 * which only the form is compared.
 */
export function assertNestedForm(
  plain: Json,
  nested: Json,
  path: string,
  moves: (member: string) => boolean,
): void {
  for (const name of new Set([...Object.keys(plain), ...Object.keys(nested)]))
    compare(plain[name], nested[name], `${path}/${name}`, moves(name));
}

function compare(plain: Json, nested: Json, path: string, isMoving: boolean): void {
  if (isStub(plain)) {
    assert.ok(nested !== null && typeof nested === 'object', `${path} is ${show(nested)} when nested`);
    assert.equal(nested['@type'], plain['@type'], path);
    assert.equal(stubsIn(nested).length, 0, `${path} is not whole when nested: ${show(nested)}`);
    return;
  }
  if (plain === null || typeof plain !== 'object' || nested === null || typeof nested !== 'object') {
    if (isMoving) assert.equal(typeof nested, typeof plain, path);
    else assert.ok(same(plain, nested), `${path}: ${show(plain)} and ${show(nested)}`);
    return;
  }
  if (Array.isArray(plain) && isMoving) return;
  assert.deepEqual(Object.keys(nested).sort(), Object.keys(plain).sort(), path);
  for (const name of Object.keys(plain)) compare(plain[name], nested[name], `${path}/${name}`, isMoving);
}
