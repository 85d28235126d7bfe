import assert from 'node:assert/strict';
import { test } from 'node:test';
import { typeName } from './infer-type.js';

test('a JavaScript class as a type is refused with the intended types', () => {
  const none = new WeakMap();
  for (const [given, meant] of [
    [Number, /'Double', 'Single' or 'Int32'/],
    [String, /'String'/],
    [Boolean, /'Boolean'/],
    [BigInt, /'Int64'/],
    [Array, /\[Element\] or 'Single\[\]'/],
  ] as const)
    assert.throws(() => typeName('Lamp.power', given as never, none), meant);
});
