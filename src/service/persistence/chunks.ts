/**
 * What a file is to hold: its text, or pieces of it, which are asked for one after the other while it is written. No
 * character of a text is divided between two pieces.
 */
export type FileContent = string | Iterable<Uint8Array | string>;

/** Bytes that are written at once. A piece that is longer is written in parts of this size. */
const size = 64 * 1024;
/** A UTF-16 unit takes three bytes of UTF-8 at most. */
const bytesOfUnit = 3;

/**
 * The bytes of a file in chunks of a size that a disk likes, whatever the sizes of its pieces: what is held of it at a time
 * is one chunk.
 */
export function* chunksOf(content: FileContent): Generator<Uint8Array> {
  let chunk = Buffer.allocUnsafeSlow(size);
  let used = 0;
  for (const piece of typeof content === 'string' ? [content] : content) {
    let from = 0;
    while (from < piece.length) {
      if (typeof piece === 'string') {
        const part = piece.slice(from, endOfPart(piece, from, Math.floor((size - used) / bytesOfUnit)));
        used += chunk.write(part, used);
        from += part.length;
      } else {
        const part = piece.subarray(from, from + size - used);
        chunk.set(part, used);
        used += part.length;
        from += part.length;
      }
      // Room for a pair of surrogates is always left, so that every round takes something.
      if (size - used < 2 * bytesOfUnit) {
        yield chunk.subarray(0, used);
        chunk = Buffer.allocUnsafeSlow(size);
        used = 0;
      }
    }
  }
  if (used > 0) yield chunk.subarray(0, used);
}

/** All that a file is to hold, as one text; for stores that keep texts. */
export function contentText(content: FileContent): string {
  return typeof content === 'string' ? content : Buffer.concat([...chunksOf(content)]).toString('utf8');
}

/** The end of a part of at most `most` UTF-16 units. A pair of surrogates is one character and stays together. */
function endOfPart(text: string, from: number, most: number): number {
  const end = from + most;
  if (end >= text.length) return text.length;
  const isPairCut = isHighSurrogate(text.charCodeAt(end - 1)) && isLowSurrogate(text.charCodeAt(end));
  return isPairCut ? end - 1 : end;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
