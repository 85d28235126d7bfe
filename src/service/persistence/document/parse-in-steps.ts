import type { Json, JsonObject } from '../../json.js';
import { setMember } from '../../json-parser.js';
import type { Steps } from '../slices.js';
import { usualLayout } from './layout.js';
import { isContainer, List } from './list.js';
import { parseText } from './parse.js';

/** What is longer is read in pieces, each about as long. */
const bytesAtOnce = 32 * 1024;

/** What nests more deeply is read at once: each step would go through all that are around it. */
const deepestSteps = 64;

/** What `parseText` gives for JSON text that has been validated, in steps. */
export function* parseInSteps(text: Uint8Array, depth = 0): Steps<Json> {
  if (text.length <= bytesAtOnce || depth > deepestSteps || !isContainer(text)) return parseText(text);
  const list = yield* List.read(text, usualLayout);
  if (list.isArray) return yield* elementsOf(list, depth);
  const json: JsonObject = {};
  for (let i = 0; i < list.length; i++) {
    const { name, value } = list.at(i);
    setMember(json, name!, yield* parseInSteps(value, depth + 1));
  }
  return json;
}

function* elementsOf(list: List, depth: number): Steps<Json[]> {
  const elements: Json[] = [];
  for (let from = 0; from < list.length; ) {
    const to = list.endWithin(from, bytesAtOnce);
    const text = list.textOf(from, to);
    if (to === from + 1) elements.push(yield* parseInSteps(text, depth + 1));
    else {
      const piece = Buffer.concat([opening, text, closing]);
      for (const each of parseText(piece) as Json[]) elements.push(each);
    }
    from = to;
    yield from / list.length;
  }
  return elements;
}

const opening = Buffer.from('[');
const closing = Buffer.from(']');
