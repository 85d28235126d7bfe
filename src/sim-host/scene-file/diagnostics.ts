import { nearestName } from '../../service/common/nearest-name.js';
import { reasonOf } from './run/run-error.js';
import { type DocumentPath, pathText, type SceneSource, type SourcePlace } from './source.js';

/** An error in a scene file. */
export interface SceneDiagnostic {
  readonly file: string;
  /** Counted from 1; 0 in a scene object. */
  readonly line: number;
  /** Counted from 1; 0 in a scene object. */
  readonly column: number;
  /** Path in the document, such as `classes.StageLight.fields.angle.type`; empty for the whole document. */
  readonly path: string;
  readonly message: string;
  readonly expected?: string;
  /** The nearest existing name. */
  readonly hint?: string;
}

/** The expected value, and the nearest existing name. */
interface Advice {
  readonly expected?: string;
  readonly hint?: string | undefined;
}

/** The suggestion at the end of a message of the service. */
const suggestion = /; did you mean "([^"]*)"\?$/;

/** Characters kept at the beginning and the end of a message, which may quote text of any length. */
const kept = { beginning: 400, end: 200 };

/** Collects errors, each once, in the order of the file. */
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

  /** Adds an error; `at: 'key'` points at the key instead of its value. */
  add(path: DocumentPath, message: string, more: Advice & { at?: 'key' | 'value' } = {}): void {
    this.addAt(this.source.place(path, more.at), path, message, more);
  }

  /** Adds an error unless `name` is one of the known names. */
  requireName(
    path: DocumentPath,
    kind: string,
    name: string,
    known: Iterable<string>,
    at: 'key' | 'value' = 'value',
  ): void {
    const names = [...known];
    if (!names.includes(name))
      this.add(path, `unknown ${kind} "${name}"`, { hint: nearestName(name, names), at });
  }

  /**
   * Adds an error that the service threw for a value. A path at the beginning of its message, `spot/x: expected …`,
   * locates the invalid part.
   */
  addThrown(path: DocumentPath, error: unknown): void {
    const reason = reasonOf(error);
    const isOfValue = (error as { code?: string }).code === 'set-failed';
    const [, steps = '', message = reason] =
      (isOfValue && /^[^/:"]*((?:\/[^/:"]+)*): (.*)$/s.exec(reason)) || [];
    const inside = steps.split('/').slice(1);
    this.add([...path, ...inside.map((step) => (/^\d+$/.test(step) ? Number(step) : step))], message);
  }

  /** Adds a warning; `path` is that of a key. */
  warn(path: DocumentPath, message: string): void {
    this.#record(this.#warnings, this.source.place(path, 'key'), path, message);
  }

  addAt(place: SourcePlace | undefined, path: DocumentPath, message: string, more?: Advice): void {
    this.#record(this.#found, place, path, message, more);
  }

  #record(
    all: Map<string, SceneDiagnostic>,
    place: SourcePlace | undefined,
    path: DocumentPath,
    message: string,
    { expected, hint }: Advice = {},
  ): void {
    const meant = hint ?? suggestion.exec(message)?.[1];
    const diagnostic: SceneDiagnostic = {
      file: this.source.file,
      line: place?.line ?? 0,
      column: place?.column ?? 0,
      path: shortened(pathText(path)),
      // The service names references as they are in requests.
      message: shortened(message.replace(suggestion, '').replaceAll('{"@ref"}', '{ ref: key }')),
      ...(expected !== undefined && { expected: shortened(expected) }),
      ...(meant !== undefined && { hint: shortened(meant) }),
    };
    const key = `${diagnostic.path}|${diagnostic.message}`;
    if (!all.has(key)) all.set(key, diagnostic);
  }

  /** Returns `line 12`, or the path if there are no lines: another location that an error refers to. */
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

/**
 * Returns `file:line:column: path: message, expected …; did you mean "…"?`, without the location if there is no text.
 */
export function formatDiagnostic(diagnostic: SceneDiagnostic): string {
  const { file, line, column, path, message, expected, hint } = diagnostic;
  const where = line === 0 ? `${file}:` : `${file}:${line}:${column}:`;
  const what = path === '' ? message : `${path}: ${message}`;
  const wanted = expected === undefined ? '' : `, expected ${expected}`;
  return `${where} ${what}${wanted}${hint === undefined ? '' : `; did you mean "${hint}"?`}`;
}

/** Maximum number of reported errors. */
const maxErrors = 100;

/** Returns the errors to report. */
export function firstDiagnostics(diagnostics: readonly SceneDiagnostic[]): readonly SceneDiagnostic[] {
  return diagnostics.slice(0, maxErrors);
}

/** Returns a line for each error to report, and the number of further errors. */
export function diagnosticLines(diagnostics: readonly SceneDiagnostic[]): string[] {
  const lines = firstDiagnostics(diagnostics).map(formatDiagnostic);
  const rest = diagnostics.length - lines.length;
  return rest > 0 ? [...lines, `… and ${rest} more`] : lines;
}
