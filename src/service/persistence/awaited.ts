import { isJsonObject, type Json, type JsonObject } from '../json.js';
import type { Steps } from '../objects/property-ref.js';
import { endOfMentioned, operationOf } from '../types/graph/file-reader.js';

/** What waits for a place in a value, and so is not in it. */
export interface Awaited {
  readonly path: Steps;
  readonly json: Json;
}

/** The entries of an array, with one for each of its elements, and where those of the elements are. */
export function withAllLines(entries: readonly Json[], elements: number): { lines: Json[]; at: number[] } {
  const isOfElement = (entry: Json) => operationOf(entry) !== 'removed';
  const missing = Math.max(elements - entries.filter(isOfElement).length, 0);
  const unchanged = Array.from({ length: missing }, () => ({}));
  const lines = entries.toSpliced(endOfMentioned(entries), 0, ...unchanged);
  return { lines, at: lines.flatMap((line, i) => (isOfElement(line) ? [i] : [])) };
}

/** Puts what waits into what is written of a value, at its place. */
export function putAwaited(into: Json, [step, ...rest]: Steps, json: Json): void {
  if (Array.isArray(into)) {
    const { lines, at } = withAllLines(into, Number(step) + 1);
    for (const [i, line] of lines.entries()) into[i] = line;
    putAt(into, at[Number(step)]!, rest, json);
  } else if (isJsonObject(into)) putAt(into, String(step), rest, json);
}

/**
 * Puts what stands for no element, such as one of an unknown type, into the entries of an array: at its place where an element
 * is removed there, as it is for having another in its place, and behind them where it is new. @returns where they are now
 */
export function putLeftOut(
  lines: Json[],
  leftOut: readonly number[],
  held: readonly Json[],
): Map<number, number> {
  const moved = new Map<number, number>();
  for (const entry of leftOut) {
    const json = held[entry]!;
    const line = lines[entry];
    if (operationOf(json) === 'new') moved.set(entry, lines.push(json) - 1);
    else if (line !== undefined && operationOf(line) === 'removed') {
      lines[entry] = json;
      moved.set(entry, entry);
    }
  }
  return moved;
}

function putAt<K extends string | number>(into: Record<K, Json>, at: K, rest: Steps, json: Json): void {
  if (rest.length === 0) into[at] = json;
  else {
    into[at] ??= (typeof rest[0] === 'number' ? [] : {}) satisfies Json[] | JsonObject;
    putAwaited(into[at], rest, json);
  }
}
