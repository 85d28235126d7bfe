import type { Guard } from '../authorization/guard.js';
import type { HttpResponse } from '../http/api.js';
import type { ExposedModel } from '../model/model.js';
import type { ExposedObjectHandle } from '../objects/handle.js';
import type { ObjectListCache } from './object-list-cache.js';
import { listPieces, wholeOrPieces } from './object-list-pieces.js';

interface ListQuery {
  readonly category: string | undefined;
  readonly type: string | undefined;
  readonly depth: number;
}

/**
 * Returns the list of exposed objects: cached bytes, or pieces made as they are sent.
 * @param guard what the caller may read; undefined for everything
 */
export function objectList(
  model: ExposedModel,
  cache: ObjectListCache,
  query: ListQuery,
  guard: Guard | undefined,
): string | HttpResponse {
  if (guard !== undefined && !guard.canReadAll) {
    return wholeOrPieces(listPieces(model, matching(model, query, guard), query.depth, guard));
  }
  const isPlain = query.depth === 1 && query.type === undefined && query.category === undefined;
  if (isPlain) return { body: cache.whole() ?? cache.pieces() };
  return wholeOrPieces(listPieces(model, matching(model, query), query.depth));
}

/**
 * Returns the objects of a query; category overrides type. With either, one handle per target remains (OBJ-12, OBJ-13).
 */
function matching(model: ExposedModel, { category, type }: ListQuery, guard?: Guard): ExposedObjectHandle[] {
  const all = [...model.objects];
  const handles = guard === undefined ? all : all.filter((handle) => guard.canRead(handle));
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
