import type { NatsConnection } from '@nats-io/transport-node';

/** A message that cannot be understood: of another version, or not of ours. */
export class MalformedMessage extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'MalformedMessage';
  }
}

const lineEnd = 10;

/** A message: a line of JSON, which says what it is, and bytes that are ready to be passed on. */
export function encodeMessage(head: object, ...bytes: readonly (string | Uint8Array)[]): Uint8Array {
  const line = `${JSON.stringify(head)}\n`;
  const [only = ''] = bytes;
  if (bytes.length < 2 && typeof only === 'string') return Buffer.from(line + only);
  return Buffer.concat([line, ...bytes].map((each) => (typeof each === 'string' ? Buffer.from(each) : each)));
}

/**
 * @param longestHead in bytes
 * @throws MalformedMessage
 */
export function decodeMessage(
  message: Uint8Array,
  maxHeadBytes = Number.POSITIVE_INFINITY,
): { readonly head: unknown; readonly bytes: Buffer } {
  const buffer = Buffer.from(message.buffer, message.byteOffset, message.byteLength);
  const end = buffer.indexOf(lineEnd);
  if (end < 0) throw new MalformedMessage('a message has no head');
  if (end > maxHeadBytes)
    throw new MalformedMessage(`the head of a message is longer than ${maxHeadBytes} bytes`);
  try {
    return { head: JSON.parse(buffer.toString('utf8', 0, end)), bytes: buffer.subarray(end + 1) };
  } catch (error) {
    throw new MalformedMessage(`the head of a message is no JSON: ${(error as Error).message}`);
  }
}

/** Of a message NATS itself takes some bytes. */
const spareBytes = 1024;
/** What the head of a part may take of a message, in bytes. */
const headBytes = 64;

/** Most bytes of a message that this NATS takes. */
export function messageLimit(connection: NatsConnection | undefined): number {
  return (connection?.info?.max_payload ?? 1024 * 1024) - spareBytes;
}

/** A message as the messages that NATS carries: itself, or parts of at most `limit` bytes. */
export function splitMessage(message: Uint8Array, limit: number): Uint8Array[] {
  if (message.byteLength <= limit) return [message];
  const room = limit - headBytes;
  const of = Math.ceil(message.byteLength / room);
  return Array.from({ length: of }, (_, i) =>
    encodeMessage({ part: i + 1, of }, message.subarray(i * room, (i + 1) * room)),
  );
}

/** What a part costs beside its bytes: there may be very many that have none. */
const partOverhead = 256;
/** Of one message, in bytes: more than any answer, request or record that the service makes. */
const maxMessageBytes = 64 * 1024 * 1024;

/** Puts together what was cut. Parts come in order; where one is missing, the others are let go. */
export class MessageJoiner {
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
    if (part === 1) this.clear();
    if (part !== this.#parts.length + 1) {
      this.clear();
      return undefined;
    }
    // A copy: the connection's own buffer, in which it lies, may be far longer than it.
    this.#parts.push(Uint8Array.from(bytes));
    this.#bytes += bytes.length + partOverhead;
    if (this.#bytes > maxMessageBytes) {
      this.clear();
      throw new MalformedMessage(`a message is longer than ${maxMessageBytes} bytes`);
    }
    if (part < of) return undefined;
    const whole = Buffer.concat(this.#parts);
    this.clear();
    return whole;
  }

  /** Of what has come of a message nothing is kept. */
  clear(): void {
    this.#parts = [];
    this.#bytes = 0;
  }
}

const opening = Buffer.from('{"part":');

function isPart(message: Uint8Array): boolean {
  return opening.every((byte, i) => message[i] === byte);
}
