import { nearestName } from '../common/nearest-name.js';

/** The names of value types in C#, TypeScript, shaders and other engines. */
const aliases: Readonly<Record<string, readonly string[]>> = {
  Boolean: ['bool'],
  String: ['string', 'str', 'text', 'char', 'guid', 'url'],
  Single: ['float', 'float32', 'real'],
  Double: ['number', 'float64', 'decimal'],
  Int32: ['int', 'integer', 'ushort', 'uint16'],
  Int64: ['uint', 'uint32', 'long', 'ulong', 'bigint'],
  Int16: ['short', 'sbyte'],
  Byte: ['uint8'],
  Vector2: ['vec2', 'float2'],
  Vector3: ['vec3', 'float3', 'vec'],
  Vector4: ['vec4', 'float4'],
  Vector2Int: ['ivec2', 'int2', 'vec2int'],
  Vector3Int: ['ivec3', 'int3', 'vec3int'],
  Quaternion: ['quat', 'rotation'],
  Color: ['colour', 'color32', 'rgb', 'rgba'],
  Rect: ['rectangle', 'rectint', 'bounds'],
  TransformValue: ['transform', 'pose'],
};

/** Returns the value type that other languages call `name`; undefined if none do. */
function typeAlias(name: string): string | undefined {
  const lower = name.toLowerCase();
  return Object.keys(aliases).find((type) => aliases[type]!.includes(lower));
}

/** Returns `; did you mean "x"?` for an unknown type, or a list of valid types if no name is similar. */
export function typeHint(wrong: string, names: readonly string[]): string {
  const nearest = typeAlias(wrong) ?? nearestName(wrong, names);
  if (nearest !== undefined) return `; did you mean "${nearest}"?`;
  return `; it may be a value type (${names.slice(0, 7).join(', ')}, …), an exposed class or enum, 'Asset<…>', or one of them with [] for an array`;
}
