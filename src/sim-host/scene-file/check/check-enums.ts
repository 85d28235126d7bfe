import { nearestName } from '../../../service/common/nearest-name.js';
import { valueTypeNames } from '../../../service/types/values/table.js';
import type { DiagnosticList } from '../diagnostics.js';
import type { EnumSpec, SceneDocument } from '../document.js';
import { engineTypes } from '../names.js';
import type { DocumentPath } from '../source.js';

/** Flags are the bits of a 32-bit integer except the sign. */
const maxFlags = 31;

/** Finds errors in enums. */
export function checkEnums({ enums = {} }: SceneDocument, found: DiagnosticList): void {
  for (const [name, spec] of Object.entries(enums)) {
    const path = ['enums', name];
    if (valueTypeNames.includes(name) || engineTypes.includes(name)) {
      found.add(path, `"${name}" is the name of another type`, { at: 'key' });
    }
    checkValues(spec, path, found);
  }
}

function checkValues(spec: EnumSpec, path: DocumentPath, found: DiagnosticList): void {
  const { values, flags, external, excludeNames = [], displayNames = {} } = spec;
  const known = Array.isArray(values) ? (values as string[]) : Object.keys(values);
  for (const [i, value] of known.entries()) {
    if (known.indexOf(value) < i) found.add([...path, 'values', i], `"${value}" is there already`);
  }
  if (flags && Array.isArray(values) && known.length > maxFlags) {
    found.add([...path, 'values'], `there are ${known.length} flags`, { expected: `at most ${maxFlags}` });
  }
  const requireValue = (value: string, at: DocumentPath, place: 'key' | 'value') => {
    if (known.includes(value)) return;
    found.add(at, `the enum has no value "${value}"`, { hint: nearestName(value, known), at: place });
  };
  for (const [i, excluded] of excludeNames.entries())
    requireValue(excluded, [...path, 'excludeNames', i], 'value');
  for (const value of Object.keys(displayNames)) requireValue(value, [...path, 'displayNames', value], 'key');
  if (excludeNames.length > 0 && !external) {
    found.add([...path, 'excludeNames'], 'only external enums leave values out', {
      expected: 'external: true',
    });
  } else if (known.length > 0 && known.every((value) => excludeNames.includes(value))) {
    found.add([...path, 'excludeNames'], 'no value is left');
  }
}
