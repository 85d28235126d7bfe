import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type YAMLError,
  type YAMLMap,
} from 'yaml';
import type { DiagnosticList } from '../diagnostics.js';
import type { DocumentPath } from '../source.js';

const maxDepth = 64;

/** The error for nesting that is too deep. */
export const tooDeep = ['it is nested too deeply', { expected: `at most ${maxDepth} levels` }] as const;

/** Reports the first syntax error, since others usually follow from it; without one, errors of the nodes. */
export function checkYaml(document: Document, text: string, found: DiagnosticList): void {
  const { errors, warnings, directives, contents } = document;
  const [first] = [...errors, ...warnings].sort((a, b) => a.pos[0] - b.pos[0]);
  if (first !== undefined) found.addAt(found.source.placeAt(first.pos[0]), [], ...explain(first, text));
  // In YAML 1.1 `on` is true and 010 is eight.
  else if (directives?.yaml.version === '1.1')
    found.addAt({ line: 1, column: 1 }, [], '%YAML 1.1 is not possible here', { expected: '%YAML 1.2' });
  else if (contents !== null) new NodeCheck(found).levels(contents, []);
}

function explain({ code, message, pos }: YAMLError, text: string): [string, { expected?: string }] {
  if (code === 'RESOURCE_EXHAUSTION') return [...tooDeep];
  if (code === 'MULTIPLE_DOCS')
    return ['a second document begins here', { expected: 'one document in a scene file' }];
  const line = text.slice(text.lastIndexOf('\n', pos[0] - 1) + 1);
  if (code === 'TAB_AS_INDENT' || /^ *\t/.test(line))
    return ['a tab is used for indentation', { expected: 'spaces' }];
  return [`invalid YAML: ${message.split('\n')[0]}`, {}];
}

/** Finds keys that are not strings or duplicate, unknown aliases, and nesting that is too deep. */
class NodeCheck {
  readonly #found: DiagnosticList;
  /** Nesting depth of each anchor; infinite within its own node, where an alias would be endless. */
  readonly #levels = new Map<string, number>();

  constructor(found: DiagnosticList) {
    this.#found = found;
  }

  /** Returns the nesting depth of a node, including its aliases. */
  levels(node: unknown, path: DocumentPath): number {
    if (isAlias(node)) return this.#levelsOfAlias(node, path);
    const anchor = (node as Node | null)?.anchor;
    if (anchor !== undefined) this.#levels.set(anchor, Number.POSITIVE_INFINITY);
    let levels = 0;
    if (path.length > maxDepth) this.#add(node, [], ...tooDeep);
    else if (isMap(node)) levels = this.#levelsOfMap(node, path);
    else if (isSeq(node))
      for (const [i, item] of node.items.entries())
        levels = Math.max(levels, 1 + this.levels(item, [...path, i]));
    if (anchor !== undefined) this.#levels.set(anchor, levels);
    return levels;
  }

  #levelsOfAlias(alias: Node & { readonly source: string }, path: DocumentPath): number {
    const levels = this.#levels.get(alias.source);
    if (levels === undefined)
      this.#add(alias, path, `unknown anchor &${alias.source}`, { expected: 'the value itself' });
    else if (path.length + levels <= maxDepth) return levels;
    else this.#add(alias, path, ...tooDeep);
    return 0;
  }

  #levelsOfMap({ items }: YAMLMap, path: DocumentPath): number {
    const first = new Map<string, unknown>();
    let levels = 0;
    for (const { key, value } of items) {
      const name = isScalar(key) && key.value !== null ? String(key.value) : undefined;
      if (name === undefined) this.#add(key, path, 'this key is not a string', { expected: 'a name' });
      else if (first.has(name)) {
        const line = this.#found.source.placeAt(startOf(first.get(name)))?.line;
        this.#add(key, [...path, name], `duplicate key "${name}", also in line ${line}`);
      } else first.set(name, key);
      this.levels(key, path);
      levels = Math.max(levels, 1 + this.levels(value, [...path, name ?? '']));
    }
    return levels;
  }

  #add(node: unknown, path: DocumentPath, message: string, more: { expected?: string } = {}): void {
    this.#found.addAt(this.#found.source.placeAt(startOf(node)), path, message, more);
  }
}

function startOf(node: unknown): number {
  return (node as Node | null | undefined)?.range?.[0] ?? 0;
}
