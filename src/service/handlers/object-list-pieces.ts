import type { Guard } from '../authorization/guard.js';
import { redactObject } from '../authorization/redact.js';
import type { Reply } from '../http/api.js';
import type { ExposedModel } from '../model/model.js';
import type { ExposedObjectHandle } from '../objects/handle.js';

/**
 * Maximum cost of one piece of a large list, in newly serialized characters; cached text costs less. A piece
 * takes well under a millisecond, so that frames run between the pieces.
 */
const pieceBudget = 32 * 1024;
const cachedDiscount = 2;

/** Returns a short list as a string, so that an error in it becomes an error response. */
export function wholeOrPieces(pieces: Generator<string>): string | Reply {
  const first = pieces.next();
  const second = first.done ? first : pieces.next();
  if (second.done) return first.value ?? '';
  return { body: prepend([first.value!, second.value!], pieces) };
}

function* prepend(head: readonly string[], rest: Iterable<string>): Generator<string> {
  yield* head;
  yield* rest;
}

/**
 * Yields `{"objects":[…]}` in pieces; objects removed in the meantime are omitted.
 * @param isFirst false for the rest of a list that has begun
 */
export function* listPieces(
  model: ExposedModel,
  handles: readonly ExposedObjectHandle[],
  depth: number,
  guard?: Guard,
  isFirst = true,
): Generator<string> {
  let text = isFirst ? '{"objects":[' : '';
  let cost = 0;
  let separator = isFirst ? '' : ',';
  for (const handle of handles) {
    if (model.objects.resolve(handle.id) !== handle) continue;
    const isCached = depth === 1 && model.texts.isCached(handle);
    const object = textOf(model, handle, depth, guard);
    if (model.objects.resolve(handle.id) !== handle) continue;
    text += separator + object;
    separator = ',';
    cost += isCached && guard === undefined ? object.length / cachedDiscount : object.length;
    if (cost >= pieceBudget) {
      yield text;
      text = '';
      cost = 0;
    }
  }
  yield `${text}]}`;
}

function textOf(
  { texts }: ExposedModel,
  handle: ExposedObjectHandle,
  depth: number,
  guard: Guard | undefined,
): string {
  const text = texts.object(handle, depth);
  return guard === undefined ? text : redactObject(guard, handle, text);
}
