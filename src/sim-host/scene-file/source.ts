import { basename } from 'node:path';
import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type LineCounter,
  type Node,
  type Pair,
  type YAMLMap,
} from 'yaml';

/** Keys and indexes from the top of the document. */
export type DocumentPath = readonly (string | number)[];

/** A place in the text of a scene file, both from 1. */
export interface SourcePlace {
  readonly line: number;
  readonly column: number;
}

/** Where the parts of a scene stand in its file; a scene that was given as an object has no lines. */
export class SceneSource {
  readonly file: string;
  readonly #document: Document | undefined;
  readonly #lines: LineCounter | undefined;
  readonly #paths = new WeakMap<object, DocumentPath>();
  readonly #pairs = new WeakMap<YAMLMap, ReadonlyMap<string, Pair>>();

  /** @internal Whoever uses the package gets one, and needs no types of a YAML reader. */
  constructor(file: string, document?: Document, lines?: LineCounter) {
    this.file = file;
    this.#document = document;
    this.#lines = lines;
  }

  /** Makes the mappings and lists of the scene known, so that `path` finds them. */
  index(value: unknown, path: DocumentPath = []): void {
    if (typeof value !== 'object' || value === null || this.#paths.has(value)) return;
    this.#paths.set(value, path);
    if (Array.isArray(value)) for (const [i, item] of value.entries()) this.index(item, [...path, i]);
    else for (const [name, item] of Object.entries(value)) this.index(item, [...path, name]);
  }

  /** Where in the document a mapping or list of it is. */
  path(value: object): DocumentPath | undefined {
    return this.#paths.get(value);
  }

  /** `studio.yaml:12:9: timeline[0].do[0]`, the file without its folders. */
  describe(path: DocumentPath): string {
    const name = basename(this.file);
    const place = this.place(path);
    return `${place ? `${name}:${place.line}:${place.column}` : name}: ${pathText(path)}`;
  }

  /** The place of a part, or of what is nearest above it; `key` is the name itself and not its value. */
  place(path: DocumentPath, at: 'key' | 'value' = 'value'): SourcePlace | undefined {
    return this.placeAt(this.#offset(path, at));
  }

  placeAt(offset: number): SourcePlace | undefined {
    if (this.#lines === undefined) return undefined;
    const { line, col } = this.#lines.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  }

  /** True where a value is missing because the text behind the colon is a comment: `color: #ff0000`. */
  isCommentedOut(path: DocumentPath): boolean {
    const { node } = this.#find(path);
    return isScalar(node) && node.value === null && /^\S/.test(node.comment ?? '');
  }

  /** What is written without quotes at a path; undefined where there is no text, or something else. */
  unquoted(path: DocumentPath): string | undefined {
    const { node } = this.#find(path);
    const scalar = isAlias(node) ? node.resolve(this.#document!) : node;
    return isScalar(scalar) && scalar.type === 'PLAIN' ? scalar.source : undefined;
  }

  #offset(path: DocumentPath, at: 'key' | 'value'): number {
    const { node, pair, above } = this.#find(path);
    // An entry of a list has no key: it stands for itself.
    if (at === 'key') return startOf(pair?.key) ?? startOf(node) ?? above;
    // An empty value has no place of its own: its key has.
    const isEmpty = isScalar(node) && node.value === null && node.source === '';
    return (isEmpty ? startOf(pair?.key) : startOf(node)) ?? startOf(pair?.key) ?? above;
  }

  /** The node at a path, the pair that holds it in its mapping, and where the last node on the way begins. */
  #find(path: DocumentPath): { node: unknown; pair: Pair | undefined; above: number } {
    let node: unknown = this.#document?.contents;
    let pair: Pair | undefined;
    let above = startOf(node) ?? 0;
    for (const step of path) {
      if (isAlias(node)) node = node.resolve(this.#document!);
      above = startOf(node) ?? startOf(pair?.key) ?? above;
      pair = undefined;
      if (isSeq(node)) node = node.items[Number(step)];
      else if (isMap(node)) {
        pair = this.#pairsOf(node).get(String(step));
        node = pair?.value;
      } else return { node: undefined, pair, above };
    }
    return { node, pair, above };
  }

  /** By name, of several the first; kept, since a long mapping may have as many errors as entries. */
  #pairsOf(map: YAMLMap): ReadonlyMap<string, Pair> {
    let pairs = this.#pairs.get(map);
    if (pairs === undefined) {
      // Of entries with one name the last that is put in stays.
      pairs = new Map(map.items.toReversed().map((pair) => [nameOf(pair.key), pair]));
      this.#pairs.set(map, pairs);
    }
    return pairs;
  }
}

function nameOf(key: unknown): string {
  return String(isScalar(key) ? key.value : key);
}

function startOf(node: unknown): number | undefined {
  return (node as Node | null | undefined)?.range?.[0];
}

/** `classes.StageLight.fields`, `scenes.Studio.objects[0]`. */
export function pathText(path: DocumentPath): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '');
}
