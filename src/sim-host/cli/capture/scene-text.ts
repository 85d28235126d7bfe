import { Document, isCollection, isMap, isPair, isScalar, isSeq, visit } from 'yaml';
import { printableSource } from '../../../service/common/printable.js';
import type { Mapping } from './scene-classes.js';

const head = `
 A copy of a host as it was when \`sim-host capture\` read it. Its functions log their calls and return the default of their
 type; a reset brings back the values of this file.
`;

/** Maximum width of a mapping or list that is written on one line. */
const maxFlowWidth = 96;

/** Converts a scene to the text of its file; short mappings and lists are on one line. */
export function sceneText(scene: Mapping): string {
  const document = new Document(scene, { version: '1.2', aliasDuplicateObjects: false });
  document.commentBefore = head.trim().replaceAll(/^(?! )/gm, ' ');
  const widths = new Map<unknown, number>();
  visit(document, {
    Collection: (_key, node, path) => {
      // Sections of the file and their named entries get lines of their own.
      const depth = path.filter((each) => isCollection(each)).length;
      if (depth >= 2 && width(node, widths) <= maxFlowWidth) node.flow = true;
      return node.flow ? visit.SKIP : undefined;
    },
  });
  for (const pair of (document.contents as { items?: unknown[] } | null)?.items ?? []) {
    if (isPair(pair) && isScalar(pair.key)) pair.key.spaceBefore = true;
  }
  visit(document, {
    Scalar: (_key, node) => {
      // Unprintable characters can be escaped within quotes.
      if (typeof node.value === 'string' && printableSource(node.value) !== node.value)
        node.type = 'QUOTE_DOUBLE';
    },
  });
  return printableSource(document.toString({ lineWidth: 120, flowCollectionPadding: true }));
}

function width(node: unknown, widths: Map<unknown, number>): number {
  const known = widths.get(node);
  if (known !== undefined) return known;
  let sum = 4;
  if (isMap(node) || isSeq(node)) for (const item of node.items) sum += width(item, widths) + 2;
  else if (isPair(node)) sum = width(node.key, widths) + width(node.value, widths) + 2;
  else if (isScalar(node)) sum = String(node.value).length + 2;
  widths.set(node, sum);
  return sum;
}
