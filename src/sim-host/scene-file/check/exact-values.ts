import { isJsonObject } from '../../../service/common/json.js';
import type { Json } from '../../../service/index.js';
import { ArrayType } from '../../../service/types/array.js';
import { CompositeType } from '../../../service/types/composite.js';
import { LeafType } from '../../../service/types/leaf.js';
import { plainType } from '../../../service/types/nullable.js';
import type { Type } from '../../../service/types/type.js';
import type { DiagnosticList } from '../diagnostics.js';
import type { DocumentPath } from '../source.js';

/** Matches numbers that the reader replaces by strings. */
const notFinite = /^[+-]?\.(?:inf|nan)$/i;

/** Finds fractions that an integer type would round, and unquoted strings that YAML reads as a number: `0042`. */
export function checkExact(declared: Type, value: Json, path: DocumentPath, found: DiagnosticList): void {
  const type = plainType(declared);
  if (type instanceof ArrayType && Array.isArray(value)) {
    for (const [i, item] of value.entries()) checkExact(type.element, item, [...path, i], found);
  } else if (type instanceof CompositeType && isJsonObject(value)) {
    for (const [name, item] of Object.entries(value)) {
      const member = type.class?.member(name);
      if (member !== undefined) checkExact(member.type, item, [...path, name], found);
    }
  } else if (type.name === 'String') checkString(value, path, found);
  else if (type instanceof LeafType && typeof value === 'number' && !Number.isInteger(value)) {
    if (!type.fits(value)) found.add(path, `${value} would be rounded`, { expected: type.expected });
  }
}

function checkString(value: Json, path: DocumentPath, found: DiagnosticList): void {
  const written = found.source.unquoted(path);
  if (written === undefined || value === null || typeof value === 'object') return;
  const isSame = typeof value === 'string' ? !notFinite.test(written) : String(value) === written;
  if (!isSame) found.add(path, `${written} is read as ${value}`, { expected: `quotes: "${written}"` });
}
