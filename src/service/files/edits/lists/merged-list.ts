import { isJsonObject, type Json } from '../../../common/json.js';
import type { PathSegments as Path } from '../../../objects/property-ref.js';
import { isAtOrAbove } from '../../../state/marks.js';
import { endOfMentioned, hasOperations, operationOf } from '../../../types/graph/file-reader.js';
import type { Edit } from '../../document/edits.js';
import { valueAt } from '../../pending/pending-references.js';
import type { EarlierValue, EntryValue, KeptValue, MovedEntries } from '../edit-place.js';
import type { ArrayOfFile } from './array-of-file.js';
import { mergeJson } from './merged-json.js';

/** An entry of the merged list: one of its own, or one taken from earlier entries of the object. */
interface Line {
  readonly entry: number | undefined;
  readonly json: Json;
}

/**
 * A list that contains what it was merged into: it is then relative to the captured default, and elements may be added,
 * removed and moved. Its own JSON stays as it is written.
 */
export class MergedList {
  readonly place: EntryValue;
  readonly held: Json[];
  /** The edits that merge the list. */
  readonly edits: readonly Edit[];
  readonly #lines: readonly Line[];

  constructor(place: EntryValue, held: readonly Json[], lines: readonly Line[], taken: readonly KeptValue[]) {
    const { file } = place;
    const at = new Map(lines.map(({ entry }, i) => [entry, i]));
    const kept = place.kept.map((each): KeptValue => {
      const [entry, ...rest] = each.path;
      return { ...each, path: [at.get(Number(entry))!, ...rest] };
    });
    this.#lines = lines;
    this.held = lines.map(({ json }) => json);
    this.place = { ...place, held: this.held, kept: [...kept, ...taken], isOfDefault: true };
    this.edits = [
      ...lines.flatMap(({ entry, json }) =>
        entry === undefined ? [] : [...additions([...file, entry], held[entry]!, json)],
      ),
      { kind: 'arrange', path: file, places: lines.map(({ entry, json }) => entry ?? { value: json }) },
    ];
  }

  /** Converts indexes in the merged list to those before the merge. */
  movedBefore({ array, moved }: MovedEntries): MovedEntries[] {
    const { file } = this.place;
    if (!isAtOrAbove(file, array)) return [{ array, moved }];
    const entryAt = (index: number) => this.#lines[index]?.entry;
    if (array.length > file.length) {
      const entry = entryAt(Number(array[file.length]));
      return entry === undefined ? [] : [{ array: array.with(file.length, entry), moved }];
    }
    const before = [...moved].flatMap(([from, to]) => {
      const entry = entryAt(from);
      return entry === undefined ? [] : [[entry, to] as const];
    });
    return [{ array, moved: new Map(before) }];
  }
}

/** Merges a list with those of earlier entries; undefined if it can only be written as a whole. */
export function mergeList(place: EntryValue, array: ArrayOfFile): MergedList | undefined {
  if (array.defaults === undefined || place.kept.some(({ isLeftOut }) => isLeftOut)) return undefined;
  let lines: Line[] | undefined;
  /** Consecutive values inside elements, merged together since there may be many. */
  let inside: EarlierValue[] = [];
  for (const over of [...array.earlier, { path: [], json: array.held as Json[] }]) {
    if (over.path.length > 0) {
      inside.push(over);
      continue;
    }
    if (inside.length > 0) {
      lines = mergeIntoElements(jsonOf(lines), inside, array);
      if (lines === undefined) return undefined;
      inside = [];
    }
    lines = mergeEntriesOf(jsonOf(lines), over.json as Json[], array);
    if (lines === undefined) return undefined;
  }
  const taken = lines && findPending(place, lines);
  return taken && new MergedList(place, array.held, lines!, taken);
}

/** Merges the entries of a list over those of an earlier one, as a load reads them. */
function mergeEntriesOf(
  earlier: readonly Json[],
  over: readonly Json[],
  array: ArrayOfFile,
): Line[] | undefined {
  if (hasOperations(over)) return over.map((json, entry) => ({ entry, json }));
  const lines: Line[] = [];
  let element = 0;
  for (const json of withAllDefaults(earlier, array.defaults!.length)) {
    const isElement = operationOf(json) !== 'removed';
    const entry = isElement && element < over.length ? element : undefined;
    const both =
      entry === undefined ? json : mergeJson(array.element, json, over[entry]!, array.before[entry]);
    if (both === undefined) return undefined;
    lines.push({ entry, json: both });
    if (isElement) element++;
  }
  for (; element < over.length; element++) lines.push({ entry: element, json: over[element]! });
  return dropNeedless(lines);
}

function jsonOf(lines: readonly Line[] = []): Json[] {
  return lines.map(({ json }) => json);
}

/** Merges JSON inside elements over the entries of the list. */
function mergeIntoElements(
  earlier: readonly Json[],
  inside: readonly EarlierValue[],
  array: ArrayOfFile,
): Line[] | undefined {
  const all = withAllDefaults(earlier, array.defaults!.length);
  const places = [...all.keys()].filter((place) => operationOf(all[place]!) !== 'removed');
  for (const { path, json } of inside) {
    const [index, ...rest] = path;
    // A list in an element is read over what is there.
    if (rest.some((step) => typeof step === 'number')) return undefined;
    const over = rest.reduceRight<Json>((held, step) => ({ [step]: held }), json);
    const at = places[Number(index)];
    const both =
      at === undefined ? undefined : mergeJson(array.element, all[at]!, over, array.before[Number(index)]);
    if (both === undefined) return undefined;
    all[at!] = both;
  }
  return all.map((json) => ({ entry: undefined, json }));
}

/** Adds an entry for each default that the entries do not mention. */
function withAllDefaults(entries: readonly Json[], count: number): Json[] {
  const mentioned = entries.filter((entry) => operationOf(entry) !== 'new').length;
  const rest = Array.from({ length: Math.max(count - mentioned, 0) }, () => ({}));
  return entries.toSpliced(endOfMentioned(entries), 0, ...rest);
}

/** Removes trailing empty entries of defaults, which only new elements follow. */
function dropNeedless(lines: readonly Line[]): Line[] {
  const isNew = ({ json }: Line) => operationOf(json) === 'new';
  const isNeedless = ({ entry, json }: Line) =>
    entry === undefined && isJsonObject(json) && Object.keys(json).length === 0;
  const last = lines.findLastIndex((line) => !isNew(line) && !isNeedless(line));
  const firstNew = lines.findIndex((line, i) => i > last && isNew(line));
  const end = firstNew < 0 ? lines.length : firstNew;
  return lines.filter((line, i) => i <= last || i >= end || !isNeedless(line));
}

/** Finds the pending values of earlier entries in the merged list; undefined if they are ambiguous. */
function findPending({ pendingEarlier }: EntryValue, lines: readonly Line[]): KeptValue[] | undefined {
  const expected = new Map<string, number>();
  const names = new Set<string>();
  for (const { path, json } of pendingEarlier) {
    const [, name, ...rest] = path;
    if (typeof name !== 'string' || rest.length > 0) return undefined;
    names.add(name);
    const key = keyOf(name, json);
    expected.set(key, (expected.get(key) ?? 0) + 1);
  }
  const taken: KeptValue[] = [];
  for (const [i, { json }] of lines.entries())
    for (const name of names) {
      const value = valueAt(json, [name]);
      const key = value === undefined ? undefined : keyOf(name, value);
      if (key === undefined || !expected.has(key)) continue;
      expected.set(key, expected.get(key)! - 1);
      taken.push({ path: [i, name], place: [i, name], isLeftOut: false });
    }
  return [...expected.values()].every((missing) => missing === 0) ? taken : undefined;
}

function keyOf(name: string, json: Json): string {
  return `${name} ${isJsonObject(json) ? String(json['@ref']) : ''}`;
}

/** Yields edits that add what `to` has and `from` lacks. */
function* additions(path: Path, from: Json, to: Json): Generator<Edit> {
  if (!isJsonObject(from) || !isJsonObject(to)) return;
  for (const [name, value] of Object.entries(to)) {
    if (Object.hasOwn(from, name)) yield* additions([...path, name], from[name]!, value);
    else yield { kind: 'set', path: [...path, name], value };
  }
}
