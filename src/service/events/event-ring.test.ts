import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { checkAlways } from '../../../test/support/random.js';
import type { EventKind } from '../../wire/event-kinds.js';
import { EventFilter } from './event-filter.js';
import { EventRing } from './event-ring.js';
import type { StreamEvent } from './stream-event.js';

const bytes = 400;
const capacity = 8;

/** Events of all sizes: with more bytes than characters, and too large to be kept. */
const event = fc.record({
  kind: fc.constantFrom<EventKind>('exposed_object_updated', 'system_notification'),
  text: fc.oneof(
    {
      weight: 20,
      arbitrary: fc.string({ unit: fc.constantFrom('a', 'é', '€', '😀'), minLength: 1, maxLength: 30 }),
    },
    { weight: 1, arbitrary: fc.constant('x'.repeat(bytes + 1)) },
  ),
  object: fc.constantFrom(undefined, '1', '2'),
  path: fc.constantFrom('a', 'name'),
  exceptClient: fc.constantFrom(undefined, undefined, 'me'),
});

const filters = [
  new EventFilter(),
  new EventFilter(undefined, '1'),
  new EventFilter(undefined, '1', false, undefined, true),
  new EventFilter('system_notification'),
];

function matches(filter: EventFilter, { kind, addresses, path }: StreamEvent): boolean {
  return filter.matches(kind, addresses, path);
}

/** The expected replay, computed from the list of all events. */
function expected(missed: readonly StreamEvent[], filter: EventFilter, limit: number): string | undefined {
  let wanted = missed.filter((each) => matches(filter, each) && each.exceptClient !== 'me');
  const size = () => Buffer.byteLength(wanted.map(({ text }) => text).join(''));
  if (size() > limit) {
    wanted = wanted.filter(
      ({ id, path, seq }) =>
        id === undefined ||
        !wanted.some((later) => later.seq > seq && later.id === id && later.path === path),
    );
  }
  return size() > limit ? undefined : wanted.map(({ text }) => text).join('');
}

/** Number of earlier events: after years, an event number exceeds 32 bits. */
const before = fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, fc.constantFrom(2 ** 32 - 30, 2 ** 52));

test('a replay has all missed events in order or none, also past 2^32 events', () => {
  checkAlways(
    fc.property(
      before,
      fc.array(event, { maxLength: 60 }),
      fc.constantFrom(...filters),
      fc.constantFrom(20, 100, 10_000),
      (first, drawn, filter, limit) => {
        const ring = new EventRing(bytes, capacity);
        const all: StreamEvent[] = drawn.map(({ object, ...rest }, i) => ({
          ...rest,
          seq: first + i + 1,
          id: object,
          addresses: object === undefined ? undefined : [object],
        }));
        for (const each of all) ring.push(each);
        let isDropped = false;
        for (let seq = all.length; seq >= 0; seq--) {
          const missed = all.slice(seq);
          const got = ring.replay(first + seq, first + all.length, filter, 'me', limit)?.toString();
          const isSmall =
            missed.length <= capacity &&
            Buffer.byteLength(missed.map(({ text }) => text).join('')) <= bytes / 2;
          // Events that fit into half of the ring are always kept: the rest is cut off at the ends of the block.
          if (isSmall) assert.equal(got, expected(missed, filter, limit));
          else if (got !== undefined) assert.equal(got, expected(missed, filter, limit));
          // Dropped events are also dropped for subscribers that missed more.
          if (isDropped && seq < all.length) assert.equal(got, undefined);
          isDropped ||= got === undefined && expected(missed, filter, limit) !== undefined;
        }
      },
    ),
    { numRuns: 2000 },
  );
});

test('a cleared ring replays only later events', () => {
  const ring = new EventRing(bytes, capacity);
  const next = (seq: number): StreamEvent => ({
    seq,
    kind: 'system_notification',
    text: `${seq};`,
    addresses: undefined,
    exceptClient: undefined,
    id: undefined,
    path: '',
  });
  ring.push(next(1));
  ring.clear();
  ring.push(next(3));
  assert.equal(ring.replay(1, 3, filters[0]!, 'me', 100), undefined);
  assert.equal(ring.replay(2, 3, filters[0]!, 'me', 100)?.toString(), '3;');
  assert.equal(ring.replay(3, 3, filters[0]!, 'me', 100)?.toString(), '');
  assert.equal(ring.replay(4, 3, filters[0]!, 'me', 100), undefined);
});
