import { packageRoot } from '../../../service/package-root.js';
import type { DocumentPath, SceneSource } from '../source.js';

/**
 * Receives an error in a part of the scene file that does not affect the others; `subject` is the failed part, a
 * property path if it belongs to the object `owner`.
 */
export type ReportProblem = (path: DocumentPath, subject: string, error: unknown, owner?: string) => void;

/**
 * Thrown for a failure in a running scene, with its location in the file. The stack contains only lines of the
 * modules of the scene.
 */
export class SceneRunError extends Error {
  /** The message without the location, if an argument of the caller caused the failure. */
  readonly ofArgument: string | undefined;

  /** @param modules lines of the stack in modules of the scene */
  constructor(message: string, cause: unknown, modules: readonly string[] = [], ofArgument?: string) {
    super(message, { cause });
    this.ofArgument = ofArgument;
    this.name = 'SceneRunError';
    this.stack = [message, ...modules].join('\n');
  }
}

/** Thrown by a `throw` of the scene. Callers receive its message, the log also its location. */
export class ThrownByScene extends Error {
  constructor(message: string, source: SceneSource, path: DocumentPath) {
    super(message);
    this.name = 'Error';
    this.stack = `${message}\n    at ${source.describe(path)}`;
  }
}

/**
 * Returns an error with its location, unless it has one.
 * @param isOfArgument true if an argument of a function caused it
 */
export function addLocation(
  source: SceneSource,
  path: DocumentPath,
  subject: string,
  error: unknown,
  isOfArgument = false,
): Error {
  if (error instanceof SceneRunError || error instanceof ThrownByScene) return error;
  const reason = reasonOf(error);
  const about = subject === '' || reason.startsWith(subject) ? reason : `${subject}: ${reason}`;
  return new SceneRunError(`${source.describe(path)}: ${about}`, error, [], isOfArgument ? about : undefined);
}

/** Returns the message of an error, with the code of an ExposedError in words. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as { code?: string };
  const kind = code === undefined || !/^[a-z]+(-[a-z]+)+$/.test(code) ? '' : code.replaceAll('-', ' ');
  if (error.message === '') return kind || error.name;
  return kind === 'object not found' || kind === 'property not found' || kind === 'read only'
    ? `${kind}: ${error.message}`
    : error.message;
}

/** Returns an error of a module with the lines of its stack that are in the module. */
export function thrownByModule(error: unknown, source: SceneSource, path: DocumentPath): Error {
  if (error instanceof SceneRunError || error instanceof ThrownByScene) return error;
  const frames = (error instanceof Error ? (error.stack ?? '') : '').split('\n').filter(isOfModule);
  const message = error instanceof Error ? error.message : String(error);
  const [, place] = /([^/\\(\s]+:\d+:\d+)\)?$/.exec(withoutQuery(frames[0] ?? '')) ?? [];
  return new SceneRunError(`${place ?? source.describe(path)}: ${message}`, error, frames.map(withoutQuery));
}

/** True for a line of the stack that is not in this package or Node.js. */
function isOfModule(line: string): boolean {
  return /^\s*at /.test(line) && line.includes('file:') && !ownFiles.some((own) => line.includes(own));
}

/** Paths of this package and of its dependencies. */
const ownFiles = [...['src/', 'dist/'].map((folder) => new URL(folder, packageRoot).href), '/node_modules/'];

/** Removes the version of a reloaded module from its URL. */
function withoutQuery(line: string): string {
  return line.replace(/\?[^:)\s]*(?=:\d+:\d+)/, '');
}
