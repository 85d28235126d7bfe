import type { Guard } from '../authorization/guard.js';
import { redactObject } from '../authorization/redact.js';
import type { HttpResponse } from '../http/api.js';
import type { ExposedModel } from '../model/model.js';
import type { ExposedObjectHandle } from '../objects/handle.js';

/** Characters of one piece of a large list, which takes well under a millisecond, so that frames run in between. */
const pieceChars = 32 * 1024;

/** Returns a short list as a string, so that an error in it becomes an error response. */
export function wholeOrPieces(pieces: Generator<string>): string | HttpResponse {
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
  let separator = isFirst ? '' : ',';
  for (const handle of handles) {
    if (model.objects.resolve(handle.id) !== handle) continue;
    const object = textOf(model, handle, depth, guard);
    if (model.objects.resolve(handle.id) !== handle) continue;
    text += separator + object;
    separator = ',';
    if (text.length < pieceChars) continue;
    yield text;
    text = '';
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
