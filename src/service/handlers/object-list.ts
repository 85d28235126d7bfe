import type { ExposedObjectHandle } from '../exposed/handle.js';
import type { Answer } from '../http/api.js';
import type { ExposedModel } from '../model.js';

export interface ListQuery {
  readonly category: string | undefined;
  readonly type: string | undefined;
  readonly depth: number;
}

/**
 * How much work one piece of a long list may be, in characters serialised afresh; kept text costs a sixteenth. A piece
 * stays well under a millisecond, so that the frames get their time between the pieces.
 */
const pieceBudget = 32 * 1024;
const keptDiscount = 2;

/** The list of exposed objects: whole when it is short, else in pieces that are made when they can be sent. */
export function listObjects(model: ExposedModel, query: ListQuery): Answer {
  const handles = matching(model, query);
  const pieces = listPieces(model, handles, query.depth);
  const first = pieces.next();
  const second = first.done ? first : pieces.next();
  if (second.done) return first.value ?? '';
  return { body: prepend([first.value!, second.value!], pieces) };
}

function* prepend(head: readonly string[], rest: Iterable<string>): Generator<string> {
  yield* head;
  yield* rest;
}

/** `{"objects":[…]}` in pieces; objects that were removed while the list is sent are left out. */
function* listPieces(
  model: ExposedModel,
  handles: readonly ExposedObjectHandle[],
  depth: number,
): Generator<string> {
  let text = '{"objects":[';
  let cost = 0;
  let separator = '';
  for (const handle of handles) {
    if (model.objects.resolve(handle.id) !== handle) continue;
    const isKept = depth === 1 && handle.kept.object(model.objects.version) !== undefined;
    const object = model.texts.object(handle, depth);
    text += separator + object;
    separator = ',';
    cost += isKept ? object.length / keptDiscount : object.length;
    if (cost >= pieceBudget) {
      yield text;
      text = '';
      cost = 0;
    }
  }
  yield `${text}]}`;
}

/** Category wins over type; in a query true same-target duplicates are collapsed (OBJ-12, OBJ-13). */
function matching(model: ExposedModel, { category, type }: ListQuery): ExposedObjectHandle[] {
  const handles = [...model.objects];
  if (category !== undefined) {
    return distinctTargets(handles.filter((handle) => handle.class.definition.category === category));
  }
  if (type === undefined) return handles;
  const cls = model.classes.find(type);
  return cls === undefined ? [] : distinctTargets(handles.filter((handle) => handle.class.isA(cls)));
}

function distinctTargets(handles: readonly ExposedObjectHandle[]): ExposedObjectHandle[] {
  const seen = new Set<object>();
  return handles.filter(({ target }) => !seen.has(target) && seen.add(target));
}
