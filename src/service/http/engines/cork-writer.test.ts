import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { CorkWriter, packetBytes } from './cork-writer.js';
import type { UwsResponse } from './uws-types.js';

const corkBytes = 16 * 1024;

/**
 * Simulates uWebSockets.js without room in the socket: corked data is kept, and data that does not fit behind it
 * is lost.
 */
class FullResponse {
  readonly sent: number[] = [];
  lost = 0;
  #isCorked = false;
  #corked: { readonly piece: number; readonly bytes: number }[] = [];

  cork(work: () => void): this {
    assert.equal(this.#isCorked, false, 'a cork in a cork is none of its own');
    this.#isCorked = true;
    work();
    this.#isCorked = false;
    this.#leave();
    return this;
  }

  write(piece: number, bytes: number): boolean {
    const frame = { piece, bytes: bytes + 10 };
    const used = this.#corked.reduce((sum, each) => sum + each.bytes, 0);
    if (this.#isCorked && used + frame.bytes <= corkBytes) {
      this.#corked.push(frame);
      return true;
    }
    this.#leave();
    this.lost++;
    return false;
  }

  #leave(): void {
    for (const { piece } of this.#corked) this.sent.push(piece);
    this.#corked = [];
  }
}

test('no piece is written that does not fit into the cork buffer', () => {
  const sizes = fc.array(fc.integer({ min: 0, max: packetBytes }), { maxLength: 12 });
  fc.assert(
    fc.property(fc.array(fc.record({ sizes, isGathered: fc.boolean() }), { maxLength: 8 }), (turns) => {
      const packets = new CorkWriter();
      const responses = [new FullResponse(), new FullResponse()];
      let piece = 0;
      const expected: number[][] = [[], []];
      const send = (of: number, bytes: number) => {
        const own = piece++;
        expected[of]!.push(own);
        const response = responses[of]!;
        packets.send(response as unknown as UwsResponse, bytes, () => response.write(own, bytes));
      };
      for (const { sizes, isGathered } of turns) {
        // Other responses continue while one is assembled.
        const work = () => {
          for (const [i, bytes] of sizes.entries()) send(i % 5 === 4 ? 1 : 0, bytes);
        };
        if (isGathered) packets.gather(responses[0] as unknown as UwsResponse, work);
        else work();
      }
      for (const [of, response] of responses.entries()) {
        assert.equal(response.lost, 0);
        assert.deepEqual(response.sent, expected[of]);
      }
    }),
  );
});

test('gathered pieces of a closed connection are dropped', () => {
  const packets = new CorkWriter();
  const response = new FullResponse();
  packets.gather(response as unknown as UwsResponse, () => {
    packets.send(response as unknown as UwsResponse, 10, () => response.write(1, 10));
    packets.forget(response as unknown as UwsResponse);
  });
  assert.deepEqual(response.sent, []);
});

test('gathered pieces are sent in one packet', () => {
  const packets = new CorkWriter();
  const response = new FullResponse();
  let corks = 0;
  const counting = {
    cork: (work: () => void) => {
      corks++;
      response.cork(work);
    },
  } as unknown as UwsResponse;
  packets.gather(counting, () => {
    for (let i = 0; i < 100; i++) packets.send(counting, 100, () => response.write(i, 100));
  });
  assert.equal(corks, 1);
  assert.equal(response.sent.length, 100);
});
