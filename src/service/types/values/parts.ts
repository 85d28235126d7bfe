import { isJsonObject } from '../../json.js';
import { Int32, Single } from './numbers.js';
import { notConvertible, type ValueType } from './value-type.js';

type Parts = Record<string, unknown>;

function isParts(value: unknown): value is Parts {
  return typeof value === 'object' && value !== null;
}

/** A value of named components; in JSON an object in which missing components stay as they are. */
function partsType(
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
      return entries.every(([key, part]) => (value[key] ?? null) === null || part.fits(value[key]));
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

export const Vector2 = partsType('Vector2', { x: Single, y: Single });
export const Vector3 = partsType('Vector3', { x: Single, y: Single, z: Single });
export const Vector4 = partsType('Vector4', { x: Single, y: Single, z: Single, w: Single });
export const Vector2Int = partsType('Vector2Int', { x: Int32, y: Int32 });
export const Vector3Int = partsType('Vector3Int', { x: Int32, y: Int32, z: Int32 });
export const Quaternion = partsType('Quaternion', { x: Single, y: Single, z: Single, w: Single }, { w: 1 });
export const Color = partsType('Color', { r: Single, g: Single, b: Single, a: Single });
export const Rect = partsType('Rect', { x: Single, y: Single, width: Single, height: Single });
export const Transform = partsType(
  'TransformValue',
  { position: Vector3, rotation: Quaternion, scale: Vector3 },
  { scale: Object.freeze({ x: 1, y: 1, z: 1 }) },
);
