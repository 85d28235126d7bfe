import { checkActions } from './check-actions.js';
import { checkClasses } from './check-classes.js';
import { checkObjects } from './check-objects.js';
import { type DiagnosticList, type DocumentPath, nearest } from './diagnostics.js';
import type { SceneDocument } from './document.js';
import { Names } from './names.js';
import { Pruned } from './prune.js';

/** Finds what the schema cannot: names that mean nothing, values that do not fit their types, keys that are taken. */
export function checkMeaning(document: SceneDocument, found: DiagnosticList): void {
  const names = new Names(document);
  checkClasses(document, names, found);
  checkScenes(document, found);
  checkGate(document, names, found);
  for (const [i, entry] of (document.timeline ?? []).entries()) {
    const path = ['timeline', i];
    if (entry.at === undefined && entry.every === undefined) {
      found.add(path, 'the entry has no time', { expected: 'at or every' });
    }
    checkActions(entry.do, [...path, 'do'], { names, found });
  }
  checkObjects(withoutWrongMembers(document, found.paths), names, found);
}

/** The gate is a function of a class of the file; its object may come later. */
function checkGate({ application }: SceneDocument, { classes }: Names, found: DiagnosticList): void {
  const name = application?.onQuitRequesting?.split('/')[1];
  if (name === undefined) return;
  const functions = Object.values(classes).flatMap((spec) => Object.keys(spec.functions ?? {}));
  if (functions.includes(name)) return;
  found.add(['application', 'onQuitRequesting'], `there is no function "${name}"`, {
    hint: nearest(name, functions),
  });
}

/** Values are converted by the real types, which members and bases with mistakes do not give. */
function withoutWrongMembers(document: SceneDocument, paths: readonly DocumentPath[]): SceneDocument {
  const wrong = paths
    .filter(([top]) => top === 'classes')
    .map((path) => path.slice(0, path[2] === 'base' ? 3 : 4));
  if (wrong.length === 0) return document;
  const pruned = new Pruned({ classes: document.classes });
  pruned.remove(wrong);
  return { ...document, ...(pruned.value as Pick<SceneDocument, 'classes'>) };
}

function checkScenes({ scenes = {} }: SceneDocument, found: DiagnosticList): void {
  let active: string | undefined;
  const indexes = new Map<number, string>();
  for (const [name, scene] of Object.entries(scenes)) {
    if (scene.active && active !== undefined) {
      found.add(['scenes', name, 'active'], `"${active}" is active already`, {
        expected: 'one active scene',
      });
    }
    if (scene.active) active ??= name;
    const { buildIndex } = scene;
    const other = buildIndex === undefined ? undefined : indexes.get(buildIndex);
    if (other !== undefined) {
      found.add(['scenes', name, 'buildIndex'], `${buildIndex} is the build index of "${other}" already`);
    } else if (buildIndex !== undefined) indexes.set(buildIndex, name);
  }
}
