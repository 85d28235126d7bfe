import { closest, distance } from 'fastest-levenshtein';
import { type Document, isAlias, isMap, isScalar, isSeq, type LineCounter, type Node } from 'yaml';
import type { DocumentPath, Pruned } from './prune.js';

/** A mistake in a scene file. */
export interface SceneDiagnostic {
  readonly file: string;
  /** From 1; 0 in a scene that is no text. */
  readonly line: number;
  /** From 1; 0 in a scene that is no text. */
  readonly column: number;
  /** Where in the document: `classes.StageLight.fields.angle.type`; empty for the whole. */
  readonly path: string;
  readonly message: string;
  readonly expected?: string;
  /** The nearest name that exists. */
  readonly hint?: string;
}

export type { DocumentPath };

/** Gathers mistakes, each once, in the order of the file. */
export class DiagnosticList {
  readonly #file: string;
  readonly #document: Document | undefined;
  readonly #lines: LineCounter | undefined;
  readonly #found = new Map<string, SceneDiagnostic>();
  /** Where mistakes were found. */
  readonly paths: DocumentPath[] = [];
  #pruned: Pruned | undefined;

  /** @param lines undefined for a scene that is no text */
  constructor(file: string, document: Document | undefined, lines: LineCounter | undefined) {
    this.#file = file;
    this.#document = document;
    this.#lines = lines;
  }

  get size(): number {
    return this.#found.size;
  }

  /** From now on paths are those of a pruned document; what its missing parts lead to is no mistake. */
  continueIn(pruned: Pruned): void {
    this.#pruned = pruned;
  }

  /** `at: 'key'` points at the key itself and not at its value. */
  add(
    path: DocumentPath,
    message: string,
    more: { expected?: string; hint?: string | undefined; at?: 'key' | 'value' } = {},
  ): void {
    const quoted = [...message.matchAll(/"([^"]*)"/g)].map(([, name]) => name!);
    const isConsequence =
      this.#pruned?.isIncomplete(path) || quoted.some((name) => this.#pruned?.names.has(name));
    if (isConsequence) return;
    const original = this.#pruned?.original(path) ?? path;
    this.paths.push(path);
    this.addAt(this.#offset(original, more.at ?? 'value'), original, message, more);
  }

  addAt(
    offset: number,
    path: DocumentPath,
    message: string,
    { expected, hint }: { expected?: string; hint?: string | undefined } = {},
  ): void {
    const place = this.#lines?.linePos(offset);
    const diagnostic: SceneDiagnostic = {
      file: this.#file,
      line: place === undefined ? 0 : Math.max(place.line, 1),
      column: place === undefined ? 0 : Math.max(place.col, 1),
      path: pathText(path),
      message,
      ...(expected !== undefined && { expected }),
      ...(hint !== undefined && { hint }),
    };
    const key = `${diagnostic.path}|${message}`;
    if (!this.#found.has(key)) this.#found.set(key, diagnostic);
  }

  sorted(): SceneDiagnostic[] {
    return [...this.#found.values()].sort((a, b) => a.line - b.line || a.column - b.column);
  }

  #offset(path: DocumentPath, at: 'key' | 'value'): number {
    let node: unknown = this.#document?.contents;
    let offset = startOf(node) ?? 0;
    for (const [i, step] of path.entries()) {
      if (isAlias(node)) node = node.resolve(this.#document!);
      if (isSeq(node)) node = node.items[Number(step)];
      else if (isMap(node)) {
        const pair = node.items.find(({ key }) => String(isScalar(key) ? key.value : key) === String(step));
        const keyOffset = startOf(pair?.key);
        if (at === 'key' && i === path.length - 1) return keyOffset ?? offset;
        // An empty value has no place of its own: its key has.
        node =
          isScalar(pair?.value) && pair.value.value === null && pair.value.source === ''
            ? pair.key
            : pair?.value;
      } else node = undefined;
      const start = startOf(node);
      if (start === undefined) return offset;
      offset = start;
    }
    return offset;
  }
}

function startOf(node: unknown): number | undefined {
  return (node as Node | undefined)?.range?.[0];
}

/** `classes.StageLight.fields`, `scenes.Studio.objects[0]`. */
export function pathText(path: DocumentPath): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '');
}

/** The known name that a wrong one most likely means; undefined when none is near. */
export function nearest(wrong: string, known: Iterable<string>): string | undefined {
  const names = [...known];
  if (names.length === 0) return undefined;
  const lower = wrong.toLowerCase();
  const sameButCase = names.find((name) => name.toLowerCase() === lower);
  if (sameButCase !== undefined) return sameButCase;
  const best = closest(wrong, names);
  return distance(wrong, best) <= Math.max(2, wrong.length / 3) ? best : undefined;
}

/** `file:line:column: path: message, expected …; did you mean "…"?`, without the place where there is no text. */
export function formatDiagnostic({
  file,
  line,
  column,
  path,
  message,
  expected,
  hint,
}: SceneDiagnostic): string {
  const where = line === 0 ? `${file}:` : `${file}:${line}:${column}:`;
  const what = path === '' ? message : `${path}: ${message}`;
  const wanted = expected === undefined ? '' : `, expected ${expected}`;
  return `${where} ${what}${wanted}${hint === undefined ? '' : `; did you mean "${hint}"?`}`;
}
