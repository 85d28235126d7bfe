import { type Document, isScalar, LineCounter, type Node, parseDocument, visit, YAMLError } from 'yaml';
import type { DiagnosticList } from '../diagnostics.js';
import type { DocumentPath } from '../source.js';

/** Maximum number of aliases, as a protection against files that expand without end. */
const maxAliases = 1000;
const maxDepth = 64;

/** The error for nesting that is too deep. */
export const tooDeep = ['it is nested too deeply', { expected: `at most ${maxDepth} levels` }] as const;

/** Parses a scene text. @throws RangeError if the nesting exhausts the stack */
export function parseYaml(text: string, lineCounter = new LineCounter()): Document {
  // `prepareNodes` finds duplicate keys, because the parser compares each key with all others.
  return parseDocument(text, { version: '1.2', prettyErrors: false, uniqueKeys: false, lineCounter });
}

/** Returns the value of a document; undefined if it has errors, which are reported. */
export function readYaml(document: Document, found: DiagnosticList): unknown {
  const { errors, warnings } = document;
  // Other errors usually follow from the first one.
  const [first] = [...errors, ...warnings].sort((a, b) => a.pos[0] - b.pos[0]);
  if (first !== undefined) return addYamlError(first, found);
  prepareNodes(document, found);
  if (found.size > 0) return undefined;
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: maxAliases });
  } catch (error) {
    return addYamlError(error as Error, found);
  }
  if (value === null || value === undefined)
    return found.add([], 'the scene file is empty', { expected: 'at least application: { name: … }' });
  const deep = deepPath(value, []);
  return deep === undefined ? value : found.addAt(found.source.place(deep), [], ...tooDeep);
}

function addYamlError(error: Error, found: DiagnosticList): undefined {
  const code = error instanceof YAMLError ? error.code : undefined;
  const place = found.source.placeAt(error instanceof YAMLError ? error.pos[0] : 0);
  if (code === 'RESOURCE_EXHAUSTION') found.addAt(place, [], ...tooDeep);
  else if (code === 'MULTIPLE_DOCS')
    found.addAt(place, [], 'a second document begins here', { expected: 'one document in a scene file' });
  else found.addAt(place, [], `invalid YAML: ${error.message.split('\n')[0]}`);
}

/**
 * Finds duplicate keys. Replaces numbers that JSON or a double cannot represent, such as large integers and NaN, by
 * strings, which number types read exactly.
 */
function prepareNodes(document: Document, found: DiagnosticList): void {
  visit(document, {
    Map(_key, { items }) {
      const names = new Set<string>();
      for (const { key } of items) {
        const name = String(isScalar(key) ? key.value : key);
        if (names.has(name))
          found.addAt(found.source.placeAt((key as Node).range![0]), [], `duplicate key "${name}"`);
        names.add(name);
      }
    },
    Scalar(_key, node) {
      const { value, source = '' } = node;
      if (typeof value !== 'number' || Number.isSafeInteger(value)) return;
      if (/^[+-]?\d+$/.test(source)) node.value = source;
      else if (/^[+-]?\.(?:inf|nan)$/i.test(source)) node.value = String(value);
    },
  });
}

/** Returns the path of a value that is nested too deeply, as one inside of itself is; undefined if there is none. */
function deepPath(value: unknown, path: DocumentPath): DocumentPath | undefined {
  if (path.length > maxDepth) return path;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, item] of Object.entries(value)) {
    const deep = deepPath(item, [...path, Array.isArray(value) ? Number(name) : name]);
    if (deep !== undefined) return deep;
  }
  return undefined;
}
