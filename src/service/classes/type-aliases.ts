import { nearestName } from '../common/nearest-name.js';

/** Value types by the names that they have in C#, TypeScript, shaders and other engines. */
const aliases: Readonly<Record<string, string>> = {
  bool: 'Boolean',
  string: 'String',
  str: 'String',
  text: 'String',
  char: 'String',
  float: 'Single',
  float32: 'Single',
  number: 'Double',
  real: 'Single',
  float64: 'Double',
  decimal: 'Double',
  int: 'Int32',
  integer: 'Int32',
  uint: 'Int64',
  uint32: 'Int64',
  long: 'Int64',
  ulong: 'Int64',
  bigint: 'Int64',
  short: 'Int16',
  ushort: 'Int32',
  uint16: 'Int32',
  uint8: 'Byte',
  sbyte: 'Int16',
  vec2: 'Vector2',
  float2: 'Vector2',
  vec3: 'Vector3',
  float3: 'Vector3',
  vec: 'Vector3',
  vec4: 'Vector4',
  float4: 'Vector4',
  ivec2: 'Vector2Int',
  int2: 'Vector2Int',
  vec2int: 'Vector2Int',
  ivec3: 'Vector3Int',
  int3: 'Vector3Int',
  vec3int: 'Vector3Int',
  quat: 'Quaternion',
  rotation: 'Quaternion',
  colour: 'Color',
  color32: 'Color',
  rgb: 'Color',
  rgba: 'Color',
  rectangle: 'Rect',
  rectint: 'Rect',
  bounds: 'Rect',
  transform: 'TransformValue',
  pose: 'TransformValue',
  guid: 'String',
  url: 'String',
};

/** Returns the value type that other languages call `name`; undefined if none do. */
function typeAlias(name: string): string | undefined {
  const lower = name.toLowerCase();
  return Object.hasOwn(aliases, lower) ? aliases[lower] : undefined;
}

/** Returns `; did you mean "x"?` for an unknown type, or what a type may be if no name is similar. */
export function typeHint(wrong: string, names: readonly string[]): string {
  const nearest = typeAlias(wrong) ?? nearestName(wrong, names);
  if (nearest !== undefined) return `; did you mean "${nearest}"?`;
  return `; it may be a value type (${names.slice(0, 7).join(', ')}, …), an exposed class or enum, 'Asset<…>', or one of them with [] for an array`;
}
