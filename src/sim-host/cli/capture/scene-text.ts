import { Document, isCollection, isPair, isScalar, visit } from 'yaml';
import type { Json } from '../../../client/index.js';
import { toJson } from '../../../client/json.js';
import { printableSource } from '../../../service/common/printable.js';
import type { Mapping } from './mapping.js';

const head = `
 A copy of a host as it was when \`sim-host capture\` read it. Its functions log their calls and return the default of their
 type; a reset brings back the values of this file.
`;

/** Maximum length, as JSON, of a mapping or list that is written on one line. */
const maxFlowLength = 96;

/** Converts a scene to the text of its file; short mappings and lists are on one line. */
export function sceneText(scene: Mapping): string {
  const document = new Document(scene, { version: '1.2', aliasDuplicateObjects: false });
  document.commentBefore = head.trim().replaceAll(/^(?! )/gm, ' ');
  visit(document, {
    Collection: (_key, node, path) => {
      // Sections of the file and their named entries get lines of their own.
      const depth = path.filter((each) => isCollection(each)).length;
      node.flow = depth >= 2 && toJson(node.toJSON() as Json).length <= maxFlowLength;
    },
    Scalar: (_key, node) => {
      // Unprintable characters can be escaped within quotes.
      if (typeof node.value === 'string' && printableSource(node.value) !== node.value)
        node.type = 'QUOTE_DOUBLE';
    },
  });
  for (const pair of (document.contents as { items?: unknown[] } | null)?.items ?? []) {
    if (isPair(pair) && isScalar(pair.key)) pair.key.spaceBefore = true;
  }
  return printableSource(document.toString({ lineWidth: 120, flowCollectionPadding: true }));
}
