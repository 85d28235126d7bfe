import { packageRoot } from '../../../service/package-root.js';
import type { DocumentPath, SceneSource } from '../source.js';

/**
 * What went wrong while a scene ran, with the place in its file: people who write scenes look there, and not into our
 * own stack, which is left out. What a module threw keeps the lines of the module.
 */
export class SceneRunError extends Error {
  /** The message without the place, if the caller of a function gave a wrong argument. */
  readonly ofArgument: string | undefined;

  /** @param modules the lines of the stack that belong to modules of the scene */
  constructor(message: string, cause: unknown, modules: readonly string[] = [], ofArgument?: string) {
    super(message, { cause });
    this.ofArgument = ofArgument;
    this.name = 'SceneRunError';
    this.stack = [message, ...modules].join('\n');
  }
}

/** What a `throw` of the scene says: the text alone for who called, with its place for the log. */
export class ThrownByScene extends Error {
  constructor(message: string, source: SceneSource, path: DocumentPath) {
    super(message);
    this.name = 'Error';
    this.stack = `${message}\n    at ${source.describe(path)}`;
  }
}

/** Runs a part of the scene; what goes wrong says where that part stands. */
export function locating<T>(
  source: SceneSource,
  path: () => DocumentPath,
  subject: string,
  action: () => T,
): T {
  try {
    return action();
  } catch (error) {
    throw located(source, path(), subject, error);
  }
}

/**
 * The error with the place; one that has a place already stays as it is.
 * @param isOfArgument whether an argument of a function caused it
 */
export function located(
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

/** Codes that stand for a sentence where an error has no other message of its own. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as { code?: string };
  const kind = code === undefined || !/^[a-z]+(-[a-z]+)+$/.test(code) ? '' : code.replaceAll('-', ' ');
  if (error.message === '') return kind || error.name;
  return kind === 'object not found' || kind === 'property not found' || kind === 'read only'
    ? `${kind}: ${error.message}`
    : error.message;
}

/** What a function of a module threw: the lines of the stack in files of the scene's folders stay. */
export function thrownByModule(error: unknown, source: SceneSource, path: DocumentPath): Error {
  if (error instanceof SceneRunError || error instanceof ThrownByScene) return error;
  const frames = (error instanceof Error ? (error.stack ?? '') : '').split('\n').filter(isOfModule);
  const message = error instanceof Error ? error.message : String(error);
  const [, place] = /([^/\\(\s]+:\d+:\d+)\)?$/.exec(withoutQuery(frames[0] ?? '')) ?? [];
  return new SceneRunError(`${place ?? source.describe(path)}: ${message}`, error, frames.map(withoutQuery));
}

/** A line of a stack that is neither ours nor Node's own. */
function isOfModule(line: string): boolean {
  return /^\s*at /.test(line) && line.includes('file:') && !ownFiles.some((own) => line.includes(own));
}

/** Where the host's own code is, and what it loads. */
const ownFiles = [...['src/', 'dist/'].map((folder) => new URL(folder, packageRoot).href), '/node_modules/'];

/** Modules are loaded under a version after they have changed; the file alone says where. */
function withoutQuery(line: string): string {
  return line.replace(/\?[^:)\s]*(?=:\d+:\d+)/, '');
}
