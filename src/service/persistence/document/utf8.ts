import { isUtf8 } from 'node:buffer';
import { FileRefused } from '../format.js';
import type { Steps } from '../slices.js';
import { lineAt, lineFeed } from './bytes.js';

/** A character of UTF-8 has at most three bytes behind its first. */
const longestRest = 3;

/** What a step goes over, in bytes. */
const stepBytes = 1024 * 1024;

/** Checks in steps that bytes are UTF-8. @throws FileRefused with the line of what is none */
export function* checkUtf8(path: string, bytes: Uint8Array): Steps<void> {
  for (let start = 0; start < bytes.length; ) {
    const end = characterBefore(bytes, start, Math.min(start + stepBytes, bytes.length));
    if (!isUtf8(bytes.subarray(start, end))) {
      throw new FileRefused(path, lineOfBroken(bytes, start, end), 'it is broken: it is no UTF-8');
    }
    start = end;
    yield 0;
  }
}

/** The last place up to `end` at which a character may begin. */
function characterBefore(bytes: Uint8Array, start: number, end: number): number {
  if (end === bytes.length) return end;
  for (let i = end; i > end - longestRest - 1 && i > start; i--) if ((bytes[i]! & 0xc0) !== 0x80) return i;
  return end;
}

function lineOfBroken(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end) {
    const newline = bytes.indexOf(lineFeed, at);
    const next = newline < 0 || newline >= end ? end : newline + 1;
    if (!isUtf8(bytes.subarray(at, next))) break;
    at = next;
  }
  return lineAt(bytes, at);
}
