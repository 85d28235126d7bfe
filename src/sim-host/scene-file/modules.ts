import { stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { importModule } from '../../service/common/import-module.js';
import { platform } from '../../service/common/platform.js';
import type { DiagnosticList } from './diagnostics.js';
import type { SceneDocument } from './document.js';

export interface CheckOptions {
  /** Modules that have changed since they were loaded are loaded again. */
  readonly freshModules?: boolean;
  /** No module is loaded, since that runs its code; what it exports is not checked. */
  readonly skipModules?: boolean;
}

const longestLoadMs = 30_000;

/** Stands for a module that could not be loaded: what it exports is not known. */
export const notLoaded: Readonly<Record<string, unknown>> = {};

/** What a scene names of a module. */
export interface NamedModule {
  /** As written. */
  readonly file: string;
  readonly exports: readonly string[];
}

/** The modules by file as written; one that cannot be loaded, or is not to be, exports nothing that is known. */
export async function loadModules(
  scene: SceneDocument,
  found: DiagnosticList,
  { freshModules = false, skipModules = false }: CheckOptions,
): Promise<SceneDocument['modules']> {
  const modules = new Map<string, Readonly<Record<string, unknown>>>();
  for (const { path, file } of modulesNamed(scene)) {
    if (modules.has(file)) continue;
    modules.set(file, notLoaded);
    const place = resolve(dirname(scene.file), file);
    try {
      if (skipModules) await stat(place);
      else modules.set(file, await loadModule(place, freshModules));
    } catch (error) {
      found.add([...path, 'file'], moduleProblem(file, error));
    }
  }
  return modules;
}

/** Each module that a scene names, once. */
export function namedModules(scene: SceneDocument): readonly NamedModule[] {
  const exports = new Map<string, Set<string>>();
  for (const { file, export: name } of modulesNamed(scene))
    exports.set(file, (exports.get(file) ?? new Set()).add(name));
  return [...exports].map(([file, names]) => ({ file, exports: [...names] }));
}

function* modulesNamed({ classes = {} }: SceneDocument) {
  for (const [className, { functions = {} }] of Object.entries(classes))
    for (const [name, { module }] of Object.entries(functions))
      if (module !== undefined)
        yield { ...module, path: ['classes', className, 'functions', name, 'module'] };
}

/** Node.js keeps what it has loaded under its URL; a version of the file that has changed is another URL. */
async function loadModule(file: string, isFresh: boolean): Promise<Readonly<Record<string, unknown>>> {
  const url = pathToFileURL(file);
  if (isFresh) {
    const { mtimeMs, size } = await stat(file);
    url.search = `changed=${mtimeMs}-${size}`;
  }
  return inTime(importModule(url.href)) as Promise<Readonly<Record<string, unknown>>>;
}

/** A module may wait at its top for what never comes; without a timer the process would then end without a word. */
async function inTime<T>(loading: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new Error(`what it awaits at its top has not come in ${longestLoadMs / 1000} s`);
    timer = platform.setTimeout(() => reject(error), longestLoadMs);
  });
  try {
    return await Promise.race([loading, late]);
  } finally {
    platform.clearTimeout(timer);
  }
}

function moduleProblem(file: string, error: unknown): string {
  const { code, message = String(error), url } = (error ?? {}) as NodeJS.ErrnoException & { url?: string };
  const isMissing =
    code === 'ENOENT' ||
    (code === 'ERR_MODULE_NOT_FOUND' && (url === undefined || url.endsWith(`/${basename(file)}`)));
  if (isMissing) return `there is no module "${file}"`;
  return `the module cannot be loaded: ${message.split('\n')[0]}`;
}
