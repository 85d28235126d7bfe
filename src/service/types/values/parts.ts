import { isJsonObject } from '../../common/json.js';
import { notConvertible, type ValueType } from './value-type.js';

type Parts = Record<string, unknown>;

function isParts(value: unknown): value is Parts {
  return typeof value === 'object' && value !== null;
}

/** Creates a type with named components; components missing in the JSON stay unchanged. */
export function partsType(
  name: string,
  parts: Readonly<Record<string, ValueType>>,
  defaults: Readonly<Record<string, unknown>> = {},
): ValueType {
  const entries = Object.entries(parts);
  const keys = entries.map(([key], index) => `${index === 0 ? '{' : ','}"${key}":`);
  const initial = Object.freeze(
    Object.fromEntries(entries.map(([key, part]) => [key, defaults[key] ?? part.defaultValue()])),
  );
  const expected = `${name} {${Object.keys(parts).join(', ')}}`;
  return {
    name,
    merges: true,
    parts: new Map(entries),
    defaultValue: () => initial,
    read(json, current, where) {
      if (!isJsonObject(json)) throw notConvertible(where, expected, json);
      const before = isParts(current) ? current : initial;
      const value: Parts = {};
      for (const [key, part] of entries) {
        const given = Object.hasOwn(json, key) ? json[key] : undefined;
        value[key] = given === undefined ? before[key] : part.read(given, before[key], `${where}/${key}`);
      }
      return value;
    },
    expected,
    fits(value) {
      if (!isParts(value) || Array.isArray(value)) return false;
      return entries.every(([key, part]) => part.fits(value[key]));
    },
    write(value) {
      const present = value ?? initial;
      if (!isParts(present)) return 'null';
      let text = '';
      for (let i = 0; i < entries.length; i++) {
        const [key, part] = entries[i]!;
        text += keys[i]! + part.write(present[key]);
      }
      return `${text}}`;
    },
    equal(a, b) {
      if (a === b) return true;
      const left = a ?? initial;
      const right = b ?? initial;
      if (!isParts(left) || !isParts(right)) return isParts(left) === isParts(right);
      return entries.every(([key, part]) => part.equal(left[key], right[key]));
    },
  };
}
