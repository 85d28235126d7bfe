import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { UwsResponse } from './uws-types.js';
import { UwsWriter } from './uws-writer.js';

/**
 * A connection as uWebSockets.js writes to it: what the client has no room for stays in its buffer, and once a
 * listener is set, only a write sends that buffer.
 */
class FakeResponse {
  received = '';
  #room: number;
  #corked = '';
  #buffer = '';
  #onWritable = () => true;

  constructor(room: number) {
    this.#room = room;
  }

  write(chunk: Uint8Array): boolean {
    this.#buffer = this.#send(this.#buffer);
    const isTaken = this.#buffer === '';
    if (isTaken) this.#corked += Buffer.from(chunk).toString();
    else this.#buffer += Buffer.from(chunk).toString();
    return isTaken;
  }

  cork(callback: () => void): void {
    callback();
    this.#buffer += this.#send(this.#corked);
    this.#corked = '';
  }

  onWritable(listener: () => boolean): void {
    this.#onWritable = listener;
  }

  /** The client reads, which makes room. */
  read(bytes: number): void {
    this.#room += bytes;
    this.#onWritable();
  }

  /** Returns what there was no room for. */
  #send(text: string): string {
    const sent = text.slice(0, this.#room);
    this.#room -= sent.length;
    this.received += sent;
    return text.slice(sent.length);
  }
}

for (const room of [0, 1, 15_990, 16_000, 16_001, 32_000, 47_999, 48_000])
  test(`a stream arrives completely without another write, with room for ${room} bytes at first`, () => {
    const response = new FakeResponse(room);
    const writer = new UwsWriter(response as unknown as UwsResponse, undefined, true);
    const text = `data: ${'x'.repeat(47_992)}\n\n`;
    writer.write(text);
    writer.onWritable(() => {});
    for (let i = 0; i < 100; i++) response.read(1000);
    assert.equal(response.received.trimEnd(), text.trimEnd());
  });
