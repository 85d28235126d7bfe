import { stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { importModule } from '../../service/import-module.js';
import { platform } from '../../service/platform.js';
import type { DiagnosticList } from './diagnostics.js';
import type { SceneDocument } from './document.js';

export interface CheckOptions {
  /** Modules that have changed since they were loaded are loaded again. */
  readonly freshModules?: boolean;
}

const longestLoadMs = 30_000;

/** Stands for a module that could not be loaded: what it exports is not known. */
export const notLoaded: Readonly<Record<string, unknown>> = {};

/** The modules by file as written; one that cannot be loaded exports nothing. */
export async function loadModules(
  scene: SceneDocument,
  found: DiagnosticList,
  { freshModules = false }: CheckOptions,
): Promise<SceneDocument['modules']> {
  const modules = new Map<string, Readonly<Record<string, unknown>>>();
  for (const [className, { functions = {} }] of Object.entries(scene.classes ?? {})) {
    for (const [name, spec] of Object.entries(functions)) {
      if (spec.module === undefined || modules.has(spec.module.file)) continue;
      const { file } = spec.module;
      modules.set(file, notLoaded);
      try {
        modules.set(file, await loadModule(resolve(dirname(scene.file), file), freshModules));
      } catch (error) {
        const path = ['classes', className, 'functions', name, 'module', 'file'];
        found.add(path, moduleProblem(file, error));
      }
    }
  }
  return modules;
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
  // Of a mistake of syntax the first line of the stack says where it is.
  const line = /^file:.*?:(\d+)\n/.exec((error as Error | undefined)?.stack ?? '')?.[1];
  const where = line === undefined ? '' : ` in line ${line}`;
  return `the module cannot be loaded${where}: ${message.split('\n')[0]}`;
}
