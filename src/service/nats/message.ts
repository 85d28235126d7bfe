import type { NatsConnection } from '@nats-io/transport-node';

/** A message that cannot be parsed: it is from another version or another program. */
export class MalformedMessage extends Error {
  override name = 'MalformedMessage';
}

const lineEnd = 10;

/** Encodes a message: one line of JSON that describes it, then bytes that can be passed on unchanged. */
export function encodeMessage(head: object, ...bytes: readonly (string | Uint8Array)[]): Uint8Array {
  const line = `${JSON.stringify(head)}\n`;
  const [only = ''] = bytes;
  if (bytes.length < 2 && typeof only === 'string') return Buffer.from(line + only);
  return Buffer.concat([line, ...bytes].map((each) => (typeof each === 'string' ? Buffer.from(each) : each)));
}

/**
 * @param maxHeadBytes limits the line of JSON
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
    throw new MalformedMessage(`the head of a message is not JSON: ${(error as Error).message}`);
  }
}

/** Bytes of each message that NATS needs itself. */
const spareBytes = 1024;
/** Bytes of a part that its head may take. */
const headBytes = 64;

/** Returns the maximum size of a message at this NATS server in bytes. */
export function messageLimit(connection: NatsConnection | undefined): number {
  return (connection?.info?.max_payload ?? 1024 * 1024) - spareBytes;
}

/** Splits a message into parts of at most `limit` bytes; a small one is returned unchanged. */
export function splitMessage(message: Uint8Array, limit: number): Uint8Array[] {
  if (message.byteLength <= limit) return [message];
  const room = limit - headBytes;
  const of = Math.ceil(message.byteLength / room);
  return Array.from({ length: of }, (_, i) =>
    encodeMessage({ part: i + 1, of }, message.subarray(i * room, (i + 1) * room)),
  );
}

/** Overhead of a part in bytes, so that many empty parts count too. */
const partOverhead = 256;
/** Maximum size of a joined message in bytes; the service sends no larger response, request or record. */
const maxMessageBytes = 64 * 1024 * 1024;

/** Joins the parts of a message. They arrive in order; if one is missing, the others are dropped. */
export class MessageJoiner {
  #parts: Uint8Array[] = [];
  #bytes = 0;

  /** The size of the parts of an incomplete message. */
  get bytes(): number {
    return this.#bytes;
  }

  /** @returns the whole message after its last part. @throws MalformedMessage */
  add(message: Uint8Array): Uint8Array | undefined {
    if (!isPart(message)) return message;
    const { head, bytes } = decodeMessage(message);
    const { part, of } = head as { part: unknown; of: unknown };
    if (typeof part !== 'number' || typeof of !== 'number' || !(part <= of))
      throw new MalformedMessage('the head of a part is invalid');
    if (part === 1) this.clear();
    if (part !== this.#parts.length + 1) {
      this.clear();
      return undefined;
    }
    // Copied, because the connection's buffer around it may be much larger.
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

  /** Drops the parts of an incomplete message. */
  clear(): void {
    this.#parts = [];
    this.#bytes = 0;
  }
}

const opening = Buffer.from('{"part":');

function isPart(message: Uint8Array): boolean {
  return opening.every((byte, i) => message[i] === byte);
}
