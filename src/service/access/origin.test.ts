import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asEngine, Callers } from './origin.js';

test('what an action does counts as its caller to its end, after an await too', async () => {
  const callers = new Callers();
  const seen: unknown[] = [];
  const done = callers.run('remote', async () => {
    seen.push(callers.current);
    await Promise.resolve();
    seen.push(callers.current);
    await new Promise((resolve) => setImmediate(resolve));
    seen.push(callers.current);
  });
  assert.equal(callers.current, undefined, 'whoever called goes on as nobody');
  await done;
  assert.deepEqual(seen, ['remote', 'remote', 'remote']);
  assert.equal(callers.current, undefined);
});

test('two calls that wait at the same time keep their own callers', async () => {
  const callers = new Callers();
  const after = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    return callers.current;
  };
  assert.deepEqual(await Promise.all([callers.run('remote', after), callers.run('user', after)]), [
    'remote',
    'user',
  ]);
});

test('what a call has started and not waited for is nobody’s once it has ended, by a throw too', async () => {
  const callers = new Callers();
  const later = () =>
    new Promise((resolve) => {
      setImmediate(() => resolve(callers.current));
    });
  let timer: Promise<unknown> | undefined;
  callers.run('remote', () => {
    timer = later();
  });
  assert.equal(await timer, undefined);
  const fail = () => {
    timer = later();
    throw new Error('no');
  };
  assert.throws(() => callers.run('remote', fail), /no/);
  // Another call is open: what has ended is told by the call, and not by there being none.
  const [, seen] = await callers.run('user', () => Promise.all([later(), timer]));
  assert.equal(seen, undefined);
});

test('a call in a call counts as the inner caller until that has ended', () => {
  const callers = new Callers();
  const others = new Callers();
  callers.run('remote', () => {
    callers.run('user', () => assert.equal(callers.current, 'user'));
    others.run('host', () => {
      assert.equal(callers.current, 'remote', 'a service does not see the calls of another');
      assert.equal(others.current, 'host');
    });
    assert.equal(callers.current, 'remote');
    assert.equal(others.current, undefined);
  });
});

test('frames of a timer that a function has started are the engine’s while the function still runs', async () => {
  const callers = new Callers();
  const frame = await callers.run(
    'remote',
    () => new Promise((resolve) => setImmediate(() => asEngine(() => resolve(callers.current ?? 'engine')))),
  );
  assert.equal(frame, 'engine');
});
