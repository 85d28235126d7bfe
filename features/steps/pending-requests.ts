import assert from 'node:assert/strict';
import { Then, When } from '@cucumber/cucumber';
import type { HostWorld } from '../support/world.js';

/** A request that was started without waiting for its answer. */
interface Begun {
  isSettled: boolean;
  readonly end: Promise<void>;
}

const begun = new WeakMap<HostWorld, Begun>();

When('I begin to {word} {word}', function (this: HostWorld, method: string, path: string) {
  const end = this.send(method, path).then(() => {
    request.isSettled = true;
  });
  // An unawaited request may end with its host.
  end.catch(() => {});
  const request: Begun = { isSettled: false, end };
  begun.set(this, request);
});

Then('there is no answer while the control channel answers', async function (this: HostWorld) {
  for (let i = 0; i < 20; i++) await this.host.control('state');
  assert.equal(begun.get(this)?.isSettled, false);
});

Then('the answer comes', function (this: HostWorld) {
  return begun.get(this)?.end;
});

Then(
  '{word} {word} is cut off without an answer',
  async function (this: HostWorld, method: string, path: string) {
    await assert.rejects(this.send(method, path), /socket hang up|ECONNRESET|other side closed|closed/);
  },
);

Then(
  '{word} {word} is answered with {int} again',
  async function (this: HostWorld, method: string, path: string, status: number) {
    for (let i = 0; i < 10_000; i++) {
      const answered = await this.send(method, path).catch(() => undefined);
      if (answered?.status === status) return;
    }
    assert.fail(`${path} is never answered with ${status}`);
  },
);

When(
  'the lamp is set to {int} levels, each in a frame of its own',
  async function (this: HostWorld, count: number) {
    for (let value = 1; value <= count; value++) {
      await this.host.control('set', { key: 'lamp', path: 'level', value: 100 + value });
      await this.step(1);
    }
  },
);

Then('the stream brings the {int} levels in their order', async function (this: HostWorld, count: number) {
  const stream = this.stream('the stream');
  await stream.event(({ data }) => data.value === 100 + count, 'the last level');
  const levels = stream.events.map(({ data }) => data.value).filter((value) => value > 100);
  assert.deepEqual(
    levels,
    Array.from({ length: count }, (_, i) => 101 + i),
  );
});
