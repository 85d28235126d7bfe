import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deferred } from '../../../../test/support/deferred.js';
import { randomBelow, runsOf } from '../../../../test/support/random.js';
import { stringifyJson } from '../../common/json.js';
import type { AbortListener, Exchange } from '../engines/engine.js';
import { ApiError } from '../errors.js';
import { parseBody } from './json-body.js';
import { ReceivedBodies } from './received-bodies.js';

const parse = (text: string) => parseBody(Buffer.from(text));

function refusal(bytes: string | Uint8Array): string {
  try {
    parseBody(typeof bytes === 'string' ? Buffer.from(bytes) : bytes);
  } catch (error) {
    assert.ok(error instanceof ApiError && error.code === 'invalid-json', String(error));
    return error.message;
  }
  return 'taken';
}

describe('bodies', () => {
  it('refuses a duplicate member with its location, however it is written', () => {
    for (const [text, name, column] of [
      ['{"value":1,"value":1}', 'value', 12],
      ['{"value":1,"value":2}', 'value', 12],
      ['{"a":1,"\\u0061":2}', 'a', 8],
      ['{"a":{"b":[{"c":1,"d":{},"c":[]}]}}', 'c', 26],
      ['{"value":12345678901234567890,"value":12345678901234567890}', 'value', 31],
      ['{"__proto__":1,"__proto__":2}', '__proto__', 16],
      ['{"":1,"":2}', '', 7],
      ['{"a\\"b":":","x":"{\\\\","a\\"b" : 1}', 'a"b', 23],
      ['[{"a":1},{"a":1,"a":1}]', 'a', 17],
    ] as const) {
      const where = `the member ${JSON.stringify(name)} is there twice at line 1, column ${column}`;
      assert.equal(refusal(text), where, text);
    }
    assert.match(refusal('{\n  "a": 1,\n  "a": 2\n}'), /line 3, column 3$/);
  });

  it('reports a truncated text without a location if the parser gives none', () => {
    assert.match(refusal('{"value":'), /end of JSON input$/i);
  });

  it('accepts equal names in different objects, and strings that look like members', () => {
    for (const text of [
      '{"a":{"a":{"a":1}},"b":[{"a":1},{"a":1}]}',
      '{"value":"a\\":1,\\"a\\":2","other":"\\\\","more":"::::{{[["}',
      '{"1":1,"01":2,"constructor":3,"toString":{"hasOwnProperty":1}}',
    ]) {
      assert.deepEqual(parse(text), JSON.parse(text), text);
    }
  });

  it('agrees with a naive count of names for random texts', () => {
    const random = randomBelow(7);
    const names = ['a', 'b', '"', '\\', ':', '{', '\u00e4', '__proto__', 'a"', ''];
    let duplicates = 0;
    const write = (depth: number, doubled: { is: boolean }): string => {
      const kind = random(depth > 4 ? 3 : 6);
      if (kind < 3) return ['1', JSON.stringify(names[random(names.length)]), 'null'][kind]!;
      const count = random(4);
      const used = new Set<string>();
      const parts = Array.from({ length: count }, () => {
        if (kind === 3) return write(depth + 1, doubled);
        const name = names[random(names.length)]!;
        if (used.has(name)) doubled.is = true;
        used.add(name);
        const written = random(3) === 0 && name === 'a' ? '"\\u0061"' : JSON.stringify(name);
        return `${written}${' '.repeat(random(2))}:${write(depth + 1, doubled)}`;
      });
      return kind === 3 ? `[${parts.join(',')}]` : `{${parts.join(' ,')}}`;
    };
    const runs = runsOf(20_000);
    for (let i = 0; i < runs; i++) {
      const doubled = { is: false };
      const text = write(0, doubled);
      if (doubled.is) duplicates++;
      assert.equal(refusal(text) !== 'taken', doubled.is, text);
    }
    assert.ok(duplicates > runs / 100, `${duplicates} of ${runs} have duplicates`);
  });

  it('accepts 50,000 values and no more, counting each scalar, array and object', () => {
    const list = (count: number) => Buffer.from(`[${'{},'.repeat(count - 2)}{}]`);
    const most = 50_000;
    assert.equal((parseBody(list(most)) as unknown[]).length, most - 1);
    for (const tooMuch of [list(most + 1), Buffer.from(`{"a":[${'1,'.repeat(most - 2)}1]}`)])
      assert.throws(() => parseBody(tooMuch), {
        code: 'too-large',
        message: 'a body may hold at most 50000 values; split it',
      });
  });

  it('accepts 64 levels of arrays and objects and no more', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    const refused = 'a body may nest at most 64 levels deep';
    assert.equal(refusal(nested(64)), 'taken');
    assert.equal(refusal(nested(65)), refused);
    assert.equal(refusal(`{"id":${nested(200_000)}}`), refused);
    assert.equal(refusal(`{"a":"${'['.repeat(600)}"}`), 'taken');
  });

  it('refuses numbers of more than 1,024 characters', () => {
    for (const number of ['1'.repeat(1024), `0.${'1'.repeat(1022)}`, `1e${'0'.repeat(1022)}`]) {
      assert.equal(refusal(`[${number}]`), 'taken');
      assert.equal(refusal(`[${number}0]`), 'a number may have at most 1024 characters');
    }
    assert.equal(refusal(`["${'1'.repeat(2000)}"]`), 'taken');
  });

  it('keeps members named like those of Object.prototype, and lone surrogates, unchanged', () => {
    const body = parse('{"__proto__":{"polluted":12345678901234567890},"s":"\\ud800"}') as Record<
      string,
      never
    >;
    assert.deepEqual(Object.keys(body), ['__proto__', 's']);
    assert.equal(Object.getPrototypeOf(body), Object.prototype);
    assert.equal(({} as { polluted?: unknown }).polluted, undefined);
    assert.equal(stringifyJson(body), '{"__proto__":{"polluted":12345678901234567890},"s":"\\ud800"}');
  });
});

it('a body whose first byte has not arrived is awaited', () => {
  const bodies = new ReceivedBodies(assert.fail);
  let give: (piece: Uint8Array, isLast: boolean) => void = assert.fail;
  let whole: string | undefined;
  const exchange = { onAborted: () => {}, onData: (handler: typeof give) => (give = handler) };
  bodies.read(exchange as unknown as Exchange, 100, (body, error) => {
    assert.equal(error, undefined);
    whole = Buffer.from(body).toString();
  });
  // uWebSockets.js does this when a head arrives alone.
  for (const piece of ['', '{"a"', '', ':1}']) give(Buffer.from(piece), false);
  assert.equal(whole, undefined);
  give(new Uint8Array(), true);
  assert.equal(whole, '{"a":1}');
});

describe('large bodies that arrive at once', () => {
  const large = 'x'.repeat(20_000);

  /** Reads bodies as they arrive, and reports which were served. */
  function reading() {
    const served: string[] = [];
    const bodies = new ReceivedBodies(assert.fail);
    const receive = (name: string, text: string) => {
      let listener: AbortListener | undefined;
      const exchange = {
        onAborted: (given: AbortListener) => (listener = given),
        onData: (handler: (piece: Uint8Array, isLast: boolean) => void) => {
          const piece = Buffer.from(name + text);
          handler(piece, true);
          // The engine owns the memory.
          piece.fill(0);
        },
      };
      bodies.read(exchange as unknown as Exchange, 100_000, (body) => {
        served.push(Buffer.from(body).toString('latin1', 0, 1));
      });
      return () => listener?.aborted();
    };
    return { receive, served };
  }
  const turn = () => new Promise((resolve) => setImmediate(resolve));

  it('are served one per turn of the event loop, in order; small bodies are not delayed', async () => {
    const { receive, served } = reading();
    for (const name of 'abc') receive(name, large);
    receive('s', '');
    assert.equal(served.join(''), 's');
    await turn();
    assert.equal(served.join(''), 'sa');
    receive('d', large);
    for (const expected of ['sab', 'sabc', 'sabcd']) {
      await turn();
      assert.equal(served.join(''), expected);
    }
  });

  it('are not served for disconnected clients', async () => {
    const { receive, served } = reading();
    receive('a', large);
    const leave = receive('b', large);
    receive('c', large);
    leave();
    for (let i = 0; i < 3; i++) await turn();
    assert.equal(served.join(''), 'ac');
  });
});

describe('bodies that are held until their sender is authorized', () => {
  const mebibyte = 1024 * 1024;

  /** Sends one body after another to a decision that never settles, or settles on demand. */
  function heldBodies(limit: number) {
    const done: string[] = [];
    const bodies = new ReceivedBodies(() => {}, limit);
    const receive = (name: string, bytes: number) => {
      const { promise: decision, resolve: decide, reject } = deferred();
      let listener: AbortListener | undefined;
      const exchange = {
        onAborted: (given: AbortListener) => (listener = given),
        onData: (handler: (piece: Uint8Array, isLast: boolean) => void) => {
          const piece = Buffer.alloc(bytes, name);
          handler(piece, true);
          piece.fill(0);
        },
      };
      const taken = (body: Uint8Array, error?: ApiError) =>
        done.push(error === undefined ? Buffer.from(body).toString('latin1', 0, 1) : `${name}:${error.code}`);
      bodies.read(exchange as unknown as Exchange, 8 * mebibyte, taken, decision);
      return { decide, refuse: () => reject(new Error('unknown')), leave: () => listener?.aborted() };
    };
    return { receive, done };
  }
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const turns = async () => {
    await turn();
    await turn();
  };

  it('are served after the decision, however small', async () => {
    const { receive, done } = heldBodies(8 * mebibyte);
    const [a, b] = [receive('a', 1), receive('b', 20_000)];
    await turn();
    assert.deepEqual(done, []);
    b.decide();
    a.decide();
    await turns();
    // Large bodies are served in a later turn.
    assert.deepEqual(done, ['a', 'b']);
  });

  it('count as being received until then; the oldest one is refused', async () => {
    const { receive, done } = heldBodies(8 * mebibyte);
    const [, b, c] = [receive('a', 3 * mebibyte), receive('b', 3 * mebibyte), receive('c', 3 * mebibyte)];
    assert.deepEqual(done, ['a:too-many-bodies']);
    b.decide();
    await turns();
    receive('d', 5 * mebibyte);
    c.decide();
    await turns();
    assert.deepEqual(done, ['a:too-many-bodies', 'b', 'c']);
  });

  it('do not count after a refusal or a disconnect', async () => {
    const { receive, done } = heldBodies(8 * mebibyte);
    receive('a', 5 * mebibyte).refuse();
    await turn();
    receive('b', 5 * mebibyte).leave();
    receive('c', 5 * mebibyte).decide();
    await turns();
    assert.deepEqual(done, ['c']);
  });
});
