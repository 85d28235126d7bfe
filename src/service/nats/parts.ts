import { decodeMessage, encodeMessage, MalformedMessage } from './message.js';

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

/** What a part costs beside its bytes: there may be very many that have none. */
const perPart = 256;
/** Of one message, in bytes: more than any answer, request or record that the service makes. */
const longest = 64 * 1024 * 1024;

/** Puts together what was cut. Parts come in order; where one is missing, the others are let go. */
export class Joiner {
  #parts: Uint8Array[] = [];
  #bytes = 0;

  /** What waits for the rest of its message takes so many bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  /** @returns the whole message once it is there. @throws MalformedMessage */
  add(message: Uint8Array): Uint8Array | undefined {
    if (!isPart(message)) return message;
    const { head, bytes } = decodeMessage(message);
    const { part, of } = head as { part: unknown; of: unknown };
    if (typeof part !== 'number' || typeof of !== 'number' || !(part <= of))
      throw new MalformedMessage('the head of a part is none');
    if (part === 1) this.letGo();
    if (part !== this.#parts.length + 1) {
      this.letGo();
      return undefined;
    }
    // A copy: the connection's own buffer, in which it lies, may be far longer than it.
    this.#parts.push(Uint8Array.from(bytes));
    this.#bytes += bytes.length + perPart;
    if (this.#bytes > longest) {
      this.letGo();
      throw new MalformedMessage(`a message is longer than ${longest} bytes`);
    }
    if (part < of) return undefined;
    const whole = Buffer.concat(this.#parts);
    this.letGo();
    return whole;
  }

  /** Of what has come of a message nothing is kept. */
  letGo(): void {
    this.#parts = [];
    this.#bytes = 0;
  }
}

const opening = Buffer.from('{"part":');

function isPart(message: Uint8Array): boolean {
  return opening.every((byte, i) => message[i] === byte);
}
