import { ActionObjects } from './action-objects.js';
import { checkClasses } from './check-classes.js';
import { checkBehaviour } from './check-functions.js';
import { checkNameable } from './check-nameable.js';
import { checkObjects } from './check-objects.js';
import { checkSettings } from './check-settings.js';
import type { DiagnosticList } from './diagnostics.js';
import type { SceneDocument } from './document.js';
import { DryModel } from './dry-model.js';
import { Names } from './names.js';
import { Pruned } from './prune.js';
import type { DocumentPath } from './source.js';

/** Finds what the schema cannot: names that mean nothing, values that do not fit their types, keys that are taken. */
export function checkMeaning(document: SceneDocument, found: DiagnosticList): void {
  const names = new Names(document);
  checkNameable(document, found);
  checkClasses(document, names, found);
  const model = new DryModel(withoutWrongMembers(document, found.paths), names);
  const context = { model, names, found, objects: new ActionObjects(document) };
  checkSettings(document, context);
  checkBehaviour(document, context);
  checkObjects(document, context);
}

/** Values are converted by the real types, which members and bases with mistakes do not give. */
function withoutWrongMembers(document: SceneDocument, paths: readonly DocumentPath[]): SceneDocument {
  const wrong = paths
    .filter(([top]) => top === 'classes')
    .map((path) => path.slice(0, path[2] === 'base' ? 3 : 4))
    .filter((path) => path.length > 2);
  if (wrong.length === 0) return document;
  const pruned = new Pruned({ classes: document.classes });
  pruned.remove(wrong);
  return { ...document, ...(pruned.value as Pick<SceneDocument, 'classes'>) };
}
