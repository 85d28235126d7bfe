/** Refusals, latencies and echoes in all orders: what is displayed is never older than the last accepted value. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { checkAlways } from '../../test/support/random.js';
import type { Json } from './json.js';
import { ObjectState, type WriteOutcome } from './object-state.js';

interface Asked {
  readonly value: number;
  readonly fate: WriteOutcome;
  /** The value that the host accepts; undefined when it refuses. */
  readonly outcome: number | undefined;
  /** Number of values that the host had before. */
  at: number;
}

/** A host with one number, its delayed messages, and the client's state of it. */
class Run {
  readonly state = new ObjectState(
    () => undefined,
    () => this.#readAgain(),
  );
  /** All values of the host, the oldest first. */
  readonly #past = [0];
  #sent = 0;
  readonly #requests: Asked[] = [];
  readonly #answers: Asked[] = [];
  readonly #stream: number[] = [];
  #read: { value?: number; isOld: boolean } | undefined;
  readonly #eventsDuringRead: number[] = [];
  #takenAt = 0;
  #tick: (ms: number) => void;
  readonly log: string[] = [];

  constructor(tick: (ms: number) => void, isStrict: boolean) {
    this.#tick = tick;
    this.state.takeRead({ level: 0 });
    this.state.watch('level', (shown) => {
      this.log.push(`shows ${shown}`);
      if (isStrict) this.#check(shown);
    });
  }

  get #now(): number {
    return this.#past.at(-1)!;
  }

  #check(shown: Json | undefined): void {
    const underWay = [...this.#requests, ...this.#answers].map(({ value }) => value);
    const right = [...underWay, ...this.#past.slice(this.#takenAt)];
    this.wrong ??= right.includes(shown as number) ? undefined : `${shown} is none of ${right}`;
  }

  wrong: string | undefined;

  ask(value: number, outcome: number | undefined): void {
    const asked = { value, outcome, at: 0, fate: undefined as never as WriteOutcome };
    this.#requests.push(asked);
    asked.fate = this.state.write('level', value);
  }

  /** Carries out an action; returns false if it is impossible. */
  happen(what: 'request' | 'answer' | 'frame' | 'event' | 'serve' | 'readDone' | 'wait' | 'other'): boolean {
    this.log.push(what);
    switch (what) {
      case 'request': {
        const asked = this.#requests.shift();
        if (asked === undefined) return false;
        if (asked.outcome !== undefined) this.#past.push(asked.outcome);
        asked.at = this.#past.length - 1;
        return this.#answers.push(asked) > 0;
      }
      case 'answer': {
        const asked = this.#answers.shift();
        if (asked === undefined) return false;
        if (asked.outcome === undefined) asked.fate.refused();
        else {
          this.#takenAt = asked.at;
          asked.fate.accepted(asked.outcome);
        }
        return true;
      }
      case 'frame':
        if (this.#sent === this.#now) return false;
        this.#sent = this.#now;
        return this.#stream.push(this.#sent) > 0;
      case 'event': {
        const value = this.#stream.shift();
        if (value === undefined) return false;
        if (this.#read !== undefined) this.#eventsDuringRead.push(value);
        return this.state.apply('level', value);
      }
      case 'serve':
        if (this.#read === undefined || this.#read.value !== undefined) return false;
        this.#read.value = this.#now;
        return true;
      case 'readDone': {
        const read = this.#read;
        if (read?.value === undefined) return false;
        this.#read = undefined;
        // Like a remote object, ignores a read that was superseded.
        if (read.isOld) this.#readAgain();
        else
          this.state.takeRead(
            { level: read.value },
            this.#eventsDuringRead.map((value) => ({ path: 'level', value })),
          );
        return true;
      }
      case 'wait':
        // Events arrive sooner than echoes are overdue.
        while (this.happen('frame') || this.happen('event'));
        this.#tick(2000);
        return false;
      case 'other':
        this.#past.push(1000 + this.#past.length);
        return true;
    }
  }

  #readAgain(): void {
    if (this.#read !== undefined) {
      this.#read.isOld = true;
      return;
    }
    this.#eventsDuringRead.length = 0;
    this.#read = { isOld: false };
  }

  /** Delivers everything in flight. */
  end(): void {
    const all = ['request', 'answer', 'frame', 'event', 'wait', 'serve', 'readDone'] as const;
    for (let rounds = 0; all.map((each) => this.happen(each)).some(Boolean); rounds++)
      assert.ok(rounds < 1000, 'it never ends');
    assert.equal(this.state.at('level'), this.#now);
  }
}

const own = fc.record({
  what: fc.constant('ask' as const),
  value: fc.integer({ min: 1, max: 4 }),
  fate: fc.constantFrom('taken', 'taken', 'refused', 'changed'),
});
const ways = ['request', 'answer', 'frame', 'event', 'serve', 'readDone'] as const;
const way = fc.record({ what: fc.constantFrom(...ways, 'wait' as const) });
const other = fc.record({ what: fc.constant('other' as const) });
type PathSegment =
  | { readonly what: Parameters<Run['happen']>[0] }
  | { what: 'ask'; value: number; fate: string };

for (const [name, segments, isStrict] of [
  ['no value older than the last accepted one is shown', fc.oneof(own, way, way, way), true],
  [
    'the state ends on the value of the host, whatever others write',
    fc.oneof(own, way, way, way, other),
    false,
  ],
] as const)
  test(`${name}, in all orders of refusals, responses and echoes`, (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    checkAlways(
      fc.property(
        fc.array(segments as fc.Arbitrary<PathSegment>, { minLength: 4, maxLength: 60 }),
        (happening) => {
          const run = new Run((ms) => t.mock.timers.tick(ms), isStrict);
          for (const step of happening)
            if (step.what === 'ask')
              run.ask(
                step.value,
                { taken: step.value, changed: 10 * step.value, refused: undefined }[step.fate],
              );
            else run.happen(step.what);
          run.end();
          assert.equal(run.wrong, undefined, run.log.join(', '));
        },
      ),
      { seed: 33, numRuns: 3000 },
    );
  });
