import { closest, distance } from 'fastest-levenshtein';
import type { Pruned } from './prune.js';
import { type DocumentPath, pathText, type SceneSource, type SourcePlace } from './source.js';

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

/** Numbers whose text the file's reader has put in their place. */
const notFinite = /^[+-]?\.(?:inf|nan)$/i;

/** Characters that a text of a mistake keeps of its beginning and of its end: what it quotes may be as long as the file. */
const kept = { beginning: 400, end: 200 };

/** Gathers mistakes, each once, in the order of the file. */
export class DiagnosticList {
  readonly source: SceneSource;
  readonly #found = new Map<string, SceneDiagnostic>();
  readonly #warnings = new Map<string, SceneDiagnostic>();
  /** Where mistakes were found. */
  readonly paths: DocumentPath[] = [];
  #pruned: Pruned | undefined;
  /** Places that had a mistake in an earlier copy, and in this one. */
  #copies: { earlier: ReadonlySet<string>; readonly now: Set<string> } | undefined;

  constructor(source: SceneSource) {
    this.source = source;
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
    this.paths.push(path);
    if (isConsequence) return;
    const original = this.original(path);
    this.addAt(this.source.place(original, more.at), original, message, more);
  }

  /** Adds what is written as a number, or another value, where a text is meant that YAML has changed: `0042`, `1.10`. */
  requireOwnText(path: DocumentPath, value: unknown): void {
    const written = this.source.unquoted(this.original(path));
    if (written === undefined || value === null || typeof value === 'object') return;
    const isSame = typeof value === 'string' ? !notFinite.test(written) : String(value) === written;
    if (!isSame) this.add(path, `${written} is read as ${value}`, { expected: `quotes: "${written}"` });
  }

  /** Says what runs, and is hardly meant. `path` is that of a key. */
  warn(path: DocumentPath, message: string): void {
    const original = this.original(path);
    const { line = 0, column = 0 } = this.source.place(original, 'key') ?? {};
    const key = `${pathText(original)}|${message}`;
    const told = { path: shortened(pathText(original)), message: shortened(message) };
    this.#warnings.set(key, { file: this.source.file, line, column, ...told });
  }

  /** Checks copies of one part of the file: what is wrong with an earlier one is not said again of a later one. */
  ofCopies<Copy>(copies: Iterable<Copy>, check: (copy: Copy) => void): void {
    const state = { earlier: new Set<string>(), now: new Set<string>() };
    this.#copies = state;
    for (const copy of copies) {
      check(copy);
      state.earlier = new Set(state.now);
    }
    this.#copies = undefined;
  }

  addAt(
    place: SourcePlace | undefined,
    path: DocumentPath,
    message: string,
    { expected, hint }: { expected?: string; hint?: string | undefined } = {},
  ): void {
    const diagnostic: SceneDiagnostic = {
      file: this.source.file,
      line: place?.line ?? 0,
      column: place?.column ?? 0,
      path: shortened(pathText(path)),
      message: shortened(message),
      ...(expected !== undefined && { expected: shortened(expected) }),
      ...(hint !== undefined && { hint: shortened(hint) }),
    };
    if (this.#copies?.earlier.has(diagnostic.path)) return;
    this.#copies?.now.add(diagnostic.path);
    const key = `${diagnostic.path}|${diagnostic.message}`;
    if (!this.#found.has(key)) this.#found.set(key, diagnostic);
  }

  /** `line 12`, or the path where there are no lines: the other place that a mistake has to do with. */
  otherPlace(path: DocumentPath, at: 'key' | 'value' = 'value'): string {
    const original = this.original(path);
    const place = this.source.place(original, at);
    return place === undefined ? pathText(original) : `line ${place.line}`;
  }

  /** The path in the file as it was written. */
  original(path: DocumentPath): DocumentPath {
    return this.#pruned?.original(path) ?? path;
  }

  sorted(): SceneDiagnostic[] {
    return inOrder(this.#found.values());
  }

  get warnings(): SceneDiagnostic[] {
    return inOrder(this.#warnings.values());
  }
}

function inOrder(diagnostics: Iterable<SceneDiagnostic>): SceneDiagnostic[] {
  return [...diagnostics].sort((a, b) => a.line - b.line || a.column - b.column);
}

function shortened(text: string): string {
  const { beginning, end } = kept;
  return text.length <= beginning + end ? text : `${text.slice(0, beginning)} … ${text.slice(-end)}`;
}

/** The known name that a wrong one most likely means; undefined when none is near. */
export function nearest(wrong: string, known: Iterable<string>): string | undefined {
  const names = [...known];
  if (names.length === 0) return undefined;
  const lower = wrong.toLowerCase();
  const sameButCase = names.find((name) => name.toLowerCase() === lower);
  if (sameButCase !== undefined) return sameButCase;
  const best = closest(wrong, names);
  const letters = distance(wrong, best);
  return letters < wrong.length && letters <= Math.max(2, wrong.length / 3) ? best : undefined;
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
