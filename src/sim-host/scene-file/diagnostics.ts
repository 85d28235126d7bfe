import { closest, distance } from 'fastest-levenshtein';
import { type DocumentPath, pathText, type SceneSource, type SourcePlace } from './source.js';

/** An error in a scene file. */
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

/** Characters that a text of an error keeps of its beginning and of its end: what it quotes may be as long as the file. */
const kept = { beginning: 400, end: 200 };

/** Gathers errors, each once, in the order of the file. */
export class DiagnosticList {
  readonly source: SceneSource;
  readonly #found = new Map<string, SceneDiagnostic>();
  readonly #warnings = new Map<string, SceneDiagnostic>();

  constructor(source: SceneSource) {
    this.source = source;
  }

  get size(): number {
    return this.#found.size;
  }

  /** `at: 'key'` points at the key itself and not at its value. */
  add(
    path: DocumentPath,
    message: string,
    more: { expected?: string; hint?: string | undefined; at?: 'key' | 'value' } = {},
  ): void {
    this.addAt(this.source.place(path, more.at), path, message, more);
  }

  /** Adds what is written as a number, or another value, where a text is meant that YAML has changed: `0042`, `1.10`. */
  requireOwnText(path: DocumentPath, value: unknown): void {
    const written = this.source.unquoted(path);
    if (written === undefined || value === null || typeof value === 'object') return;
    const isSame = typeof value === 'string' ? !notFinite.test(written) : String(value) === written;
    if (!isSame) this.add(path, `${written} is read as ${value}`, { expected: `quotes: "${written}"` });
  }

  /** Says what runs, and is hardly meant. `path` is that of a key. */
  warn(path: DocumentPath, message: string): void {
    const { line = 0, column = 0 } = this.source.place(path, 'key') ?? {};
    const key = `${pathText(path)}|${message}`;
    const told = { path: shortened(pathText(path)), message: shortened(message) };
    this.#warnings.set(key, { file: this.source.file, line, column, ...told });
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
    const key = `${diagnostic.path}|${diagnostic.message}`;
    if (!this.#found.has(key)) this.#found.set(key, diagnostic);
  }

  /** `line 12`, or the path where there are no lines: the other place that an error has to do with. */
  otherPlace(path: DocumentPath, at: 'key' | 'value' = 'value'): string {
    const place = this.source.place(path, at);
    return place === undefined ? pathText(path) : `line ${place.line}`;
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

/** Of more errors than these, which a generated file may have, nobody reads on: the first ones are told. */
const most = 100;

/** Those that are told, which are the first. */
export function toldDiagnostics(diagnostics: readonly SceneDiagnostic[]): readonly SceneDiagnostic[] {
  return diagnostics.slice(0, most);
}

/** Those that are told, each on a line with its place, and how many more there are. */
export function diagnosticLines(diagnostics: readonly SceneDiagnostic[]): string[] {
  const lines = toldDiagnostics(diagnostics).map(formatDiagnostic);
  const rest = diagnostics.length - lines.length;
  return rest > 0 ? [...lines, `… and ${rest} more`] : lines;
}
