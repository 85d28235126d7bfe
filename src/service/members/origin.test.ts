import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asEngine, Callers } from './origin.js';

test('an asynchronous action counts as its caller until it ends', async () => {
  const callers = new Callers();
  const observed: unknown[] = [];
  const done = callers.run('remote', async () => {
    observed.push(callers.current);
    await Promise.resolve();
    observed.push(callers.current);
    await new Promise((resolve) => setImmediate(resolve));
    observed.push(callers.current);
  });
  assert.equal(callers.current, undefined, 'the code after the call has no caller');
  await done;
  assert.deepEqual(observed, ['remote', 'remote', 'remote']);
  assert.equal(callers.current, undefined);
});

test('two concurrent calls keep their own callers', async () => {
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

test('work that outlives its call has no caller, even if the call threw', async () => {
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
  // The other call is open, so the result depends on the ended call.
  const [, observed] = await callers.run('user', () => Promise.all([later(), timer]));
  assert.equal(observed, undefined);
});

test('a nested call counts as the inner caller until it ends', () => {
  const callers = new Callers();
  const others = new Callers();
  callers.run('remote', () => {
    callers.run('user', () => assert.equal(callers.current, 'user'));
    others.run('host', () => {
      assert.equal(callers.current, 'remote', 'a service ignores the calls of another');
      assert.equal(others.current, 'host');
    });
    assert.equal(callers.current, 'remote');
    assert.equal(others.current, undefined);
  });
});

test('timer frames started by a running function count as the engine', async () => {
  const callers = new Callers();
  const frame = await callers.run(
    'remote',
    () => new Promise((resolve) => setImmediate(() => asEngine(() => resolve(callers.current ?? 'engine')))),
  );
  assert.equal(frame, 'engine');
});
