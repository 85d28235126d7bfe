import { isJsonObject, type Json } from '../../../json.js';
import type { Steps as Path } from '../../../objects/property-ref.js';
import { isAtOrAbove } from '../../../state/marks.js';
import { endOfMentioned, hasOperations, operationOf } from '../../../types/graph/file-reader.js';
import type { Edit } from '../../document/edits.js';
import { valueAt } from '../../pending/pending-references.js';
import type { Kept, MovedEntries, Place, Under } from '../edit-place.js';
import type { ArrayOfFile } from './array-of-file.js';
import { mergedJson } from './merged-json.js';

/** An entry of a list: one that it had, or one that it takes over from earlier entries of the object. */
interface Line {
  readonly entry: number | undefined;
  readonly json: Json;
}

/**
 * A list that was merged into those of earlier entries, once it says itself what they say: it tells of the captured default
 * then, and elements may come, go and move. What stands in it stays as it is written.
 */
export class MergedList {
  readonly place: Place;
  readonly held: Json[];
  /** What makes it so. */
  readonly edits: readonly Edit[];
  readonly #lines: readonly Line[];

  constructor(place: Place, held: readonly Json[], lines: readonly Line[], taken: readonly Kept[]) {
    const { file } = place;
    const at = new Map(lines.map(({ entry }, i) => [entry, i]));
    const kept = place.kept.map((each): Kept => {
      const [entry, ...rest] = each.path;
      return { ...each, path: [at.get(Number(entry))!, ...rest] };
    });
    this.#lines = lines;
    this.held = lines.map(({ json }) => json);
    this.place = { ...place, held: this.held, kept: [...kept, ...taken], isOfDefault: true };
    this.edits = [
      ...lines.flatMap(({ entry, json }) =>
        entry === undefined ? [] : [...added([...file, entry], held[entry]!, json)],
      ),
      { kind: 'arrange', path: file, places: lines.map(({ entry, json }) => entry ?? { value: json }) },
    ];
  }

  /** What has moved in it, by where that was before. */
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

/** @returns undefined for one that cannot say it but as a whole */
export function mergedList(place: Place, array: ArrayOfFile): MergedList | undefined {
  if (array.defaults === undefined || place.kept.some(({ isLeftOut }) => isLeftOut)) return undefined;
  let lines: Line[] | undefined;
  /** Of those that come one behind the other: they may be very many, and the list long. */
  let inside: Under[] = [];
  for (const over of [...array.under, { path: [], json: array.held as Json[] }]) {
    if (over.path.length > 0) {
      inside.push(over);
      continue;
    }
    if (inside.length > 0) {
      lines = inElements(jsonOf(lines), inside, array);
      if (lines === undefined) return undefined;
      inside = [];
    }
    lines = merged(jsonOf(lines), over.json as Json[], array);
    if (lines === undefined) return undefined;
  }
  const taken = lines && takenAwaited(place, lines);
  return taken && new MergedList(place, array.held, lines!, taken);
}

/** Entries of a list over those of another one, as a load reads them: it tells of the captured default, or is merged. */
function merged(under: readonly Json[], over: readonly Json[], array: ArrayOfFile): Line[] | undefined {
  if (hasOperations(over)) return over.map((json, entry) => ({ entry, json }));
  const lines: Line[] = [];
  let element = 0;
  for (const json of withAllDefaults(under, array.defaults!.length)) {
    const isElement = operationOf(json) !== 'removed';
    const entry = isElement && element < over.length ? element : undefined;
    const both =
      entry === undefined ? json : mergedJson(array.element, json, over[entry]!, array.before[entry]);
    if (both === undefined) return undefined;
    lines.push({ entry, json: both });
    if (isElement) element++;
  }
  for (; element < over.length; element++) lines.push({ entry: element, json: over[element]! });
  return withoutNeedless(lines);
}

function jsonOf(lines: readonly Line[] = []): Json[] {
  return lines.map(({ json }) => json);
}

/** What entries of something inside elements say, over the entries of the list. */
function inElements(
  under: readonly Json[],
  inside: readonly Under[],
  array: ArrayOfFile,
): Line[] | undefined {
  const all = withAllDefaults(under, array.defaults!.length);
  const places = [...all.keys()].filter((place) => operationOf(all[place]!) !== 'removed');
  for (const { path, json } of inside) {
    const [index, ...rest] = path;
    // A list in an element is read over what is there.
    if (rest.some((step) => typeof step === 'number')) return undefined;
    const over = rest.reduceRight<Json>((held, step) => ({ [step]: held }), json);
    const at = places[Number(index)];
    const both =
      at === undefined ? undefined : mergedJson(array.element, all[at]!, over, array.before[Number(index)]);
    if (both === undefined) return undefined;
    all[at!] = both;
  }
  return all.map((json) => ({ entry: undefined, json }));
}

/** With an entry for each of the defaults that they do not mention. */
function withAllDefaults(entries: readonly Json[], count: number): Json[] {
  const mentioned = entries.filter((entry) => operationOf(entry) !== 'new').length;
  const rest = Array.from({ length: Math.max(count - mentioned, 0) }, () => ({}));
  return entries.toSpliced(endOfMentioned(entries), 0, ...rest);
}

/** Without those for defaults that need none, since nothing but new elements follows. */
function withoutNeedless(lines: readonly Line[]): Line[] {
  const isNew = ({ json }: Line) => operationOf(json) === 'new';
  const isNeedless = ({ entry, json }: Line) =>
    entry === undefined && isJsonObject(json) && Object.keys(json).length === 0;
  const last = lines.findLastIndex((line) => !isNew(line) && !isNeedless(line));
  const firstNew = lines.findIndex((line, i) => i > last && isNew(line));
  const end = firstNew < 0 ? lines.length : firstNew;
  return lines.filter((line, i) => i <= last || i >= end || !isNeedless(line));
}

/** What waits in what is taken over, as it does in the earlier entries; undefined where it is not known which that is. */
function takenAwaited({ awaitedUnder }: Place, lines: readonly Line[]): Kept[] | undefined {
  const expected = new Map<string, number>();
  const names = new Set<string>();
  for (const { path, json } of awaitedUnder) {
    const [, name, ...rest] = path;
    if (typeof name !== 'string' || rest.length > 0) return undefined;
    names.add(name);
    const key = keyOf(name, json);
    expected.set(key, (expected.get(key) ?? 0) + 1);
  }
  const taken: Kept[] = [];
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

/** What one value has besides another. */
function* added(path: Path, from: Json, to: Json): Generator<Edit> {
  if (!isJsonObject(from) || !isJsonObject(to)) return;
  for (const [name, value] of Object.entries(to)) {
    if (Object.hasOwn(from, name)) yield* added([...path, name], from[name]!, value);
    else yield { kind: 'set', path: [...path, name], value };
  }
}
