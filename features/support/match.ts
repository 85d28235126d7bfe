import assert from 'node:assert/strict';
import { type Json, toJson } from '../../conformance/client/index.js';

/** The value at a path such as `objects[0].lens.@type`; undefined if it does not exist. */
export function at(json: Json, path: string): Json {
  if (path === '') return json;
  const steps = path.match(/[^.[\]]+/g) ?? [];
  return steps.reduce(
    (value: Json, step) => (value === null || value === undefined ? undefined : value[step]),
    json,
  );
}

/** Fails unless `actual` contains `expected`; lists must have equal length. */
export function assertContains(actual: Json, expected: Json, path = 'it'): void {
  if (Array.isArray(expected)) {
    assert.ok(Array.isArray(actual), `${path} is no list but ${show(actual)}`);
    assert.equal(actual.length, expected.length, `${path} has the wrong length: ${show(actual)}`);
    for (const [i, item] of expected.entries()) assertContains(actual[i], item, `${path}[${i}]`);
  } else if (typeof expected === 'object' && expected !== null) {
    assert.ok(typeof actual === 'object' && actual !== null, `${path} is no object but ${show(actual)}`);
    for (const [name, value] of Object.entries(expected)) {
      assert.ok(Object.hasOwn(actual, name), `${path} has no member "${name}": ${show(actual)}`);
      assertContains(actual[name], value, `${path}.${name}`);
    }
  } else {
    assert.ok(same(actual, expected), `${path} is ${show(actual)}, expected ${show(expected)}`);
  }
}

export function same(a: Json, b: Json): boolean {
  return show(a) === show(b);
}

export function show(json: Json): string {
  return json === undefined ? 'nothing' : toJson(json);
}
