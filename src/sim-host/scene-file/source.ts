import { basename } from 'node:path';
import { type Document, isAlias, isMap, isScalar, isSeq, type LineCounter, type Node, type Pair } from 'yaml';

/** Keys and indexes from the root of the document. */
export type DocumentPath = readonly (string | number)[];

/** A position in the text of a scene file, counted from 1. */
export interface SourcePlace {
  readonly line: number;
  readonly column: number;
}

/** The locations of the parts of a scene; a scene object has no lines. */
export class SceneSource {
  readonly file: string;
  readonly #document: Document | undefined;
  readonly #lines: LineCounter | undefined;
  readonly #paths = new WeakMap<object, DocumentPath>();

  /** @internal Hides the types of the YAML reader from users of the package. */
  constructor(file: string, document?: Document, lines?: LineCounter) {
    this.file = file;
    this.#document = document;
    this.#lines = lines;
  }

  /** Registers the mappings and lists of the scene for `path`. */
  index(value: unknown, path: DocumentPath = []): void {
    if (typeof value !== 'object' || value === null || this.#paths.has(value)) return;
    this.#paths.set(value, path);
    if (Array.isArray(value)) for (const [i, item] of value.entries()) this.index(item, [...path, i]);
    else for (const [name, item] of Object.entries(value)) this.index(item, [...path, name]);
  }

  /** Returns the path of a mapping or list. */
  path(value: object): DocumentPath | undefined {
    return this.#paths.get(value);
  }

  /** Returns `studio.yaml:12:9: timeline[0].do[0]`, without the folders of the file. */
  describe(path: DocumentPath): string {
    const name = basename(this.file);
    const place = this.place(path);
    return `${place ? `${name}:${place.line}:${place.column}` : name}: ${pathText(path)}`;
  }

  /** Returns the position of a part or its nearest existing parent; `key` means the name instead of its value. */
  place(path: DocumentPath, at: 'key' | 'value' = 'value'): SourcePlace | undefined {
    return this.placeAt(this.#offset(path, at));
  }

  placeAt(offset: number): SourcePlace | undefined {
    if (this.#lines === undefined) return undefined;
    const { line, col } = this.#lines.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  }

  /** Returns the unquoted text at a path; undefined if there is none. */
  unquoted(path: DocumentPath): string | undefined {
    const { node } = this.#find(path);
    const scalar = isAlias(node) ? node.resolve(this.#document!) : node;
    return isScalar(scalar) && scalar.type === 'PLAIN' ? scalar.source : undefined;
  }

  #offset(path: DocumentPath, at: 'key' | 'value'): number {
    const { node, pair, above } = this.#find(path);
    // An entry of a list has no key.
    if (at === 'key') return startOf(pair?.key) ?? startOf(node) ?? above;
    // An empty value has no position, so that of its key is used.
    const isEmpty = isScalar(node) && node.value === null && node.source === '';
    return (isEmpty ? startOf(pair?.key) : startOf(node)) ?? startOf(pair?.key) ?? above;
  }

  /** Finds the node at a path, its pair in the mapping, and the start of the last node on the way. */
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
        pair = node.items.find(({ key }) => nameOf(key) === String(step));
        node = pair?.value;
      } else return { node: undefined, pair, above };
    }
    return { node, pair, above };
  }
}

function nameOf(key: unknown): string {
  return String(isScalar(key) ? key.value : key);
}

function startOf(node: unknown): number | undefined {
  return (node as Node | null | undefined)?.range?.[0];
}

/** Returns a path such as `classes.StageLight.fields` or `scenes.Studio.objects[0]`. */
export function pathText(path: DocumentPath): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '');
}
