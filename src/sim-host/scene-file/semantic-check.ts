import { checkActions } from './check-actions.js';
import { checkClasses } from './check-classes.js';
import { checkObjects } from './check-objects.js';
import type { DiagnosticList } from './diagnostics.js';
import type { SceneDocument } from './document.js';
import { Names } from './names.js';

/** Finds what the schema cannot: names that mean nothing, values that do not fit their types, keys that are taken. */
export function checkMeaning(document: SceneDocument, found: DiagnosticList): void {
  const names = new Names(document);
  checkClasses(document, names, found);
  checkScenes(document, found);
  for (const [i, entry] of (document.timeline ?? []).entries()) {
    const path = ['timeline', i];
    if (entry.at === undefined && entry.every === undefined) {
      found.add(path, 'the entry has no time', { expected: 'at or every' });
    }
    checkActions(entry.do, [...path, 'do'], { names, found });
  }
  // Values are converted by the real types, which a class with mistakes does not give.
  if (found.size === 0) checkObjects(document, names, found);
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
