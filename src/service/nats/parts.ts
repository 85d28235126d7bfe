import { decodeMessage, encodeMessage } from './message.js';

/** What the head of a part may take of a message. */
const headBytes = 64;

/** A message as the messages that NATS carries: itself, or parts of at most `limit` bytes. */
export function cut(message: Uint8Array, limit: number): Uint8Array[] {
  if (message.byteLength <= limit) return [message];
  const room = limit - headBytes;
  const of = Math.ceil(message.byteLength / room);
  return Array.from({ length: of }, (_, i) =>
    encodeMessage({ part: i + 1, of }, message.subarray(i * room, (i + 1) * room)),
  );
}

/** Puts together what was cut. Parts come in order; where one is missing, the others are let go. */
export class Joiner {
  #parts: Uint8Array[] = [];
  #bytes = 0;

  /** Bytes that wait for the rest of their message. */
  get bytes(): number {
    return this.#bytes;
  }

  /** @returns the whole message once it is there. @throws MalformedMessage */
  add(message: Uint8Array): Uint8Array | undefined {
    if (!isPart(message)) return message;
    const { head, bytes } = decodeMessage(message);
    const { part, of } = head as { part: number; of: number };
    if (part === 1) this.#drop();
    if (part !== this.#parts.length + 1) {
      this.#drop();
      return undefined;
    }
    this.#parts.push(bytes);
    this.#bytes += bytes.length;
    if (part < of) return undefined;
    const whole = Buffer.concat(this.#parts);
    this.#drop();
    return whole;
  }

  #drop(): void {
    this.#parts = [];
    this.#bytes = 0;
  }
}

const opening = Buffer.from('{"part":');

function isPart(message: Uint8Array): boolean {
  return opening.every((byte, i) => message[i] === byte);
}
