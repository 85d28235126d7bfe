import { Byte, Double, Int16, Int32, Int64, Single } from './numbers.js';
import {
  Color,
  Quaternion,
  Rect,
  Transform,
  Vector2,
  Vector2Int,
  Vector3,
  Vector3Int,
  Vector4,
} from './parts.js';
import { Bool, Text } from './text.js';
import type { ValueType } from './value-type.js';

/** The one table of value types, by wire name. */
export const valueTypes: ReadonlyMap<string, ValueType> = new Map(
  [
    Bool,
    Int16,
    Int32,
    Int64,
    Byte,
    Single,
    Double,
    Text,
    Vector2,
    Vector3,
    Vector4,
    Vector2Int,
    Vector3Int,
    Quaternion,
    Color,
    Rect,
    Transform,
  ].map((type) => [type.name, type]),
);

/** Names of all value types. */
export const valueTypeNames: readonly string[] = [...valueTypes.keys()];
