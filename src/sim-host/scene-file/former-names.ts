import type { DiagnosticList } from './diagnostics.js';
import type { DocumentPath } from './prune.js';
import { formerKeys } from './source.js';

type Mapping = Record<string, unknown>;

/** Gives what stands under a former name the present one, in place. */
export function renameFormerKeys(document: unknown, found: DiagnosticList): void {
  for (const [name, spec] of entriesOf((document as Mapping).enums))
    rename(spec, 'flags', ['enums', name], found);
  for (const [name, cls] of entriesOf((document as Mapping).classes)) {
    const path = ['classes', name];
    rename(cls, 'abstract', path, found);
    for (const group of ['fields', 'properties']) {
      for (const [member, spec] of entriesOf(cls[group]))
        rename(spec, 'key', [...path, group, member], found);
    }
    for (const [func, spec] of entriesOf(cls.functions)) {
      for (const [parameter, each] of entriesOf(spec.parameters)) {
        rename(each, 'default', [...path, 'functions', func, 'parameters', parameter], found);
      }
    }
  }
}

function rename(spec: Mapping, name: string, path: DocumentPath, found: DiagnosticList): void {
  const former = formerKeys[name]!;
  if (!Object.hasOwn(spec, former)) return;
  if (Object.hasOwn(spec, name)) {
    found.add([...path, former], `"${former}" is the former name of "${name}", which stands here too`, {
      expected: name,
      at: 'key',
    });
  } else spec[name] = spec[former];
  delete spec[former];
}

function entriesOf(value: unknown): [string, Mapping][] {
  return Object.entries((value ?? {}) as Record<string, Mapping>);
}
