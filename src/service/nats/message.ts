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
  longestHead = Number.POSITIVE_INFINITY,
): { readonly head: unknown; readonly bytes: Buffer } {
  const buffer = Buffer.from(message.buffer, message.byteOffset, message.byteLength);
  const end = buffer.indexOf(lineEnd);
  if (end < 0) throw new MalformedMessage('a message has no head');
  if (end > longestHead)
    throw new MalformedMessage(`the head of a message is longer than ${longestHead} bytes`);
  try {
    return { head: JSON.parse(buffer.toString('utf8', 0, end)), bytes: buffer.subarray(end + 1) };
  } catch (error) {
    throw new MalformedMessage(`the head of a message is no JSON: ${(error as Error).message}`);
  }
}
