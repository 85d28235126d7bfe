import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  type Node,
  visit,
  type YAMLMap,
} from 'yaml';
import type { DiagnosticList } from './diagnostics.js';
import type { DocumentPath } from './source.js';

/** What nests deeper is no scene: whoever goes through it would run out of stack. */
const maxDepth = 200;

/**
 * Adds what is wrong with the tree that the YAML makes, in time linear in it: keys that stand twice or are no text, aliases
 * that lead nowhere or into themselves, too many levels.
 * @returns false when no value can be made of it
 */
export function checkStructure(document: Document, found: DiagnosticList): boolean {
  const check = new StructureCheck(found);
  visit(document, { Node: (_, node, ancestors) => check.look(node, ancestors) });
  return check.isWhole;
}

class StructureCheck {
  isWhole = true;
  readonly #found: DiagnosticList;
  readonly #anchors = new Set<string>();

  constructor(found: DiagnosticList) {
    this.#found = found;
  }

  /** @param ancestors the nodes and pairs that it is in */
  look(node: Node, ancestors: readonly unknown[]): symbol | undefined {
    // In a mapping a level is a node and a pair.
    if (ancestors.length > 2 * maxDepth) {
      this.#wrong(node, [], 'it is nested too deeply', `at most ${maxDepth} levels`);
      return visit.BREAK;
    }
    if (isAlias(node)) this.#lookAtAlias(node, ancestors);
    else if (node.anchor !== undefined) this.#anchors.add(node.anchor);
    if (isMap(node)) this.#lookAtKeys(node, ancestors);
    return undefined;
  }

  #lookAtAlias(alias: Alias, ancestors: readonly unknown[]): void {
    const { source } = alias;
    const problem = !this.#anchors.has(source)
      ? `there is no &${source} above that *${source} stands for`
      : ancestors.some((each) => (each as { readonly anchor?: string }).anchor === source)
        ? `*${source} stands inside of &${source}, which would never end`
        : undefined;
    if (problem !== undefined) this.#wrong(alias, pathOf([...ancestors, alias]), problem, 'the value itself');
  }

  #lookAtKeys(map: YAMLMap, ancestors: readonly unknown[]): void {
    const first = new Map<string, unknown>();
    for (const { key } of map.items) {
      if (!isScalar(key) || key.value === null)
        this.#wrong(key, pathOf([...ancestors, map]), 'this key is no text', 'a name');
      else if (first.has(String(key.value)))
        this.#twice(key, first.get(String(key.value)), pathOf([...ancestors, map]));
      else first.set(String(key.value), key);
    }
  }

  #twice(key: { readonly value: unknown }, first: unknown, path: DocumentPath): void {
    const line = this.#found.source.placeAt(startOf(first))?.line;
    const message = `the key "${key.value}" stands twice in this mapping, here and in line ${line}`;
    this.#found.addAt(this.#found.source.placeAt(startOf(key)), [...path, String(key.value)], message);
  }

  #wrong(node: unknown, path: DocumentPath, message: string, expected: string): void {
    this.#found.addAt(this.#found.source.placeAt(startOf(node)), path, message, { expected });
    this.isWhole = false;
  }
}

/** The path of the last of nodes that hold each other. */
function pathOf(nodes: readonly unknown[]): DocumentPath {
  return nodes.flatMap((node, i): (string | number)[] => {
    if (isPair(node)) return [String(isScalar(node.key) ? node.key.value : node.key)];
    return isSeq(node) && i < nodes.length - 1 ? [node.items.indexOf(nodes[i + 1])] : [];
  });
}

function startOf(node: unknown): number {
  return (node as Node | null | undefined)?.range?.[0] ?? 0;
}
