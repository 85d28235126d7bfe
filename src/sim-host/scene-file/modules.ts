import { stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { importModule } from '../../service/common/import-module.js';
import { platform } from '../../service/common/platform.js';
import type { DiagnosticList } from './diagnostics.js';
import type { SceneDocument } from './document.js';

export interface CheckOptions {
  /** Loads changed modules again. */
  readonly freshModules?: boolean;
  /** Loads no modules, since that runs their code; their exports are not checked. */
  readonly skipModules?: boolean;
}

const longestLoadMs = 30_000;

/** Placeholder for a module that was not loaded, whose exports are unknown. */
const notLoaded: Readonly<Record<string, unknown>> = {};

/** An export of a module that a scene uses. */
export interface NamedModule {
  /** The path as it is written. */
  readonly file: string;
  readonly exports: readonly string[];
}

/**
 * Loads the modules by their path in the file, and finds exports that are missing. A module that fails or is skipped has
 * unknown exports.
 */
export async function loadModules(
  scene: SceneDocument,
  found: DiagnosticList,
  { freshModules = false, skipModules = false }: CheckOptions,
): Promise<SceneDocument['modules']> {
  const modules = new Map<string, Readonly<Record<string, unknown>>>();
  for (const { path, file, export: name } of modulesNamed(scene)) {
    if (!modules.has(file)) {
      modules.set(file, notLoaded);
      const place = resolve(dirname(scene.file), file);
      try {
        if (skipModules) await stat(place);
        else modules.set(file, await loadModule(place, freshModules));
      } catch (error) {
        found.add([...path, 'file'], moduleProblem(file, error));
      }
    }
    const loaded = modules.get(file)!;
    const functions = Object.keys(loaded).filter((each) => typeof loaded[each] === 'function');
    if (loaded !== notLoaded) found.requireName([...path, 'export'], 'export', name, functions);
  }
  return modules;
}

/** Returns each module of a scene once. */
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

/** Node.js caches modules by URL, so a changed file gets another URL. */
async function loadModule(file: string, isFresh: boolean): Promise<Readonly<Record<string, unknown>>> {
  const url = pathToFileURL(file);
  if (isFresh) {
    const { mtimeMs, size } = await stat(file);
    url.search = `changed=${mtimeMs}-${size}`;
  }
  return inTime(importModule(url.href)) as Promise<Readonly<Record<string, unknown>>>;
}

/** Limits the time of loading, since a module may wait forever at its top level and the process would end silently. */
async function inTime<T>(loading: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new Error(`its top-level await did not finish within ${longestLoadMs / 1000} s`);
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
  if (isMissing) return `module "${file}" does not exist`;
  return `the module cannot be loaded: ${message.split('\n')[0]}`;
}
