import type { DocumentPath } from './source.js';

/**
 * A document without the parts that have mistakes, so that the rest of it can still be checked: all mistakes are to be
 * reported at once. Lists lose entries; `original` tells where what is left once stood.
 */
export class Pruned {
  readonly value: unknown;
  /** Names of mapping entries that were taken out: that they are missing is no mistake of its own. */
  readonly names = new Set<string>();
  readonly #incomplete = new WeakSet<object>();
  readonly #indexes = new WeakMap<object, number[]>();

  constructor(value: unknown) {
    this.value = copy(value);
  }

  /** Takes out the parts at `paths`, which are paths of the pruned document as it is now. */
  remove(paths: readonly DocumentPath[]): void {
    const doomed = new Map<unknown[], Set<number>>();
    for (const path of paths) {
      const parent = at(this.value, path.slice(0, -1));
      const last = path.at(-1);
      if (Array.isArray(parent)) doomed.set(parent, (doomed.get(parent) ?? new Set()).add(Number(last)));
      else if (isMapping(parent) && last !== undefined) {
        delete parent[last];
        this.#incomplete.add(parent);
        this.names.add(String(last));
      }
    }
    for (const [list, indexes] of doomed) {
      const before = this.#indexes.get(list) ?? [...list.keys()];
      const kept = [...list.keys()].filter((i) => !indexes.has(i));
      this.#indexes.set(
        list,
        kept.map((i) => before[i]!),
      );
      for (const [to, from] of kept.entries()) list[to] = list[from];
      list.length = kept.length;
    }
  }

  /** Puts another value in the place of one, of a mapping. */
  replace(path: DocumentPath, value: unknown): void {
    const parent = at(this.value, path.slice(0, -1));
    if (isMapping(parent)) parent[path.at(-1)!] = value;
  }

  /** True when the mapping at `path` lost an entry: that it lacks something is no mistake of its own. */
  isIncomplete(path: DocumentPath): boolean {
    const value = at(this.value, path);
    return isMapping(value) && this.#incomplete.has(value);
  }

  /** The path in the document as it was. */
  original(path: DocumentPath): DocumentPath {
    let value: unknown = this.value;
    return path.map((step) => {
      const container = value;
      value = (container as Record<string | number, unknown> | undefined)?.[step];
      return Array.isArray(container) ? (this.#indexes.get(container)?.[Number(step)] ?? step) : step;
    });
  }
}

function copy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copy);
  if (!isMapping(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, copy(each)]));
}

function at(value: unknown, path: DocumentPath): unknown {
  return path.reduce((container, step) => (container as Record<string | number, unknown>)?.[step], value);
}

function isMapping(value: unknown): value is Record<string | number, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
