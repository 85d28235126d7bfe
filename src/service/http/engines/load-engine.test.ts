import assert from 'node:assert/strict';
import { after, test } from 'node:test';

const { arch } = process;
after(() => Object.defineProperty(process, 'arch', { value: arch }));

test('node:http serves if no build loads, and selecting the other engine fails with the reason', async () => {
  // The architecture is read once per process, while the module loads; no build exists for this one.
  Object.defineProperty(process, 'arch', { value: 'abacus' });
  const { EngineError, loadEngine } = await import('./load-engine.js');
  assert.throws(
    () => loadEngine('uws'),
    (error) =>
      error instanceof EngineError && /^The HTTP engine uWebSockets.js .*auto or node/.test(error.message),
  );
  const { engine, whyNotFaster, warnings } = loadEngine('auto');
  assert.equal(engine.kind, 'node');
  assert.match(whyNotFaster!, /^uWebSockets.js, which is faster, (is not installed|does not load here)/);
  assert.deepEqual(warnings, []);
});
