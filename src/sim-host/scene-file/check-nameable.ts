import { describePath } from '../../service/describe-path.js';
import { whyUnnameable } from '../../service/nameable.js';
import type { DiagnosticList } from './diagnostics.js';
import type { SceneDocument } from './document.js';
import { allObjects, type ClaimedKey, claimed, claimedKeys } from './keys.js';
import type { DocumentPath } from './prune.js';

/** Finds names of classes and members, and source keys, that no path can name: the service does not take them. */
export function checkNameable(document: SceneDocument, found: DiagnosticList): void {
  for (const [name, spec] of Object.entries(document.classes ?? {})) {
    checkName(name, ['classes', name], found);
    for (const group of ['fields', 'properties', 'functions'] as const)
      for (const member of Object.keys(spec[group] ?? {}))
        checkName(member, ['classes', name, group, member], found);
  }
  for (const placed of allObjects(document)) checkKeys(claimedKeys(placed), found);
  for (const [i, standing] of (document.objects ?? []).entries())
    checkKeys(claimed(standing, ['objects', i]), found);
}

function checkName(name: string, path: DocumentPath, found: DiagnosticList): void {
  const why = whyUnnameable(name);
  if (why !== undefined) found.add(path, `the name "${describePath(name)}" ${why}`, { at: 'key' });
}

function checkKeys(keys: Iterable<ClaimedKey>, found: DiagnosticList): void {
  for (const { key, path, isAlias } of keys) if (!isAlias) checkKey(key, path, found);
}

export function checkKey(key: string, path: DocumentPath, found: DiagnosticList): void {
  const why = whyUnnameable(key);
  if (why !== undefined) found.add(path, `the source key "${describePath(key)}" ${why}`);
}
