import { describePath } from '../../service/describe-path.js';
import { nameProblem } from '../../service/name-rules.js';
import type { DiagnosticList } from './diagnostics.js';
import type { SceneDocument } from './document.js';
import { allObjects, claimedKeys } from './keys.js';
import type { DocumentPath } from './source.js';

/** Finds names of classes and members, and source keys, that no path can name: the service does not take them. */
export function checkNameable(document: SceneDocument, found: DiagnosticList): void {
  for (const [name, spec] of Object.entries(document.classes ?? {})) {
    checkName(name, ['classes', name], found);
    for (const group of ['fields', 'properties', 'functions'] as const)
      for (const member of Object.keys(spec[group] ?? {}))
        checkName(member, ['classes', name, group, member], found);
  }
  for (const placed of allObjects(document))
    for (const { key, path } of claimedKeys(placed)) checkKey(key, path, found);
  for (const [i, { key }] of (document.objects ?? []).entries())
    if (key !== undefined) checkKey(key, ['objects', i, 'key'], found);
}

function checkName(name: string, path: DocumentPath, found: DiagnosticList): void {
  const why = nameProblem(name);
  if (why !== undefined) found.add(path, `the name "${describePath(name)}" ${why}`, { at: 'key' });
}

export function checkKey(key: string, path: DocumentPath, found: DiagnosticList): void {
  const why = nameProblem(key);
  if (why !== undefined) found.add(path, `the source key "${describePath(key)}" ${why}`);
}
