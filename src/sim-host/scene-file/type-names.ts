import { nearest } from './diagnostics.js';
import type { Names } from './names.js';

/** What types are called elsewhere: in C#, TypeScript, shaders and other engines. */
const foreign: Readonly<Record<string, string>> = {
  bool: 'Boolean',
  string: 'String',
  str: 'String',
  text: 'String',
  char: 'String',
  float: 'Single',
  float32: 'Single',
  number: 'Single',
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

/** The type that a name most likely means: `float` is Single, `List<Cue>` and `Array<Cue>` are Cue[]. */
export function suggestedType(name: string, names: Names): string | undefined {
  const [, element, suffix = ''] = /^(.*?)((?:\[\])*)$/.exec(name.trim())!;
  const listed = /^(?:System\.Collections\.Generic\.)?(?:List|IList|Array|ReadonlyArray|Set)<(.+)>$/i.exec(
    element!,
  )?.[1];
  const inner = listed ?? element!;
  const plain = inner.replace(/^(?:UnityEngine|System)\./, '').replace(/\?$/, '');
  const known = names.isType(plain) ? plain : (foreign[plain.toLowerCase()] ?? nearest(plain, names.types));
  const asset = /^(?:Asset|AssetReference|AssetRef)\s*[<(]\s*([\w.]+)\s*[>)]$/i.exec(plain)?.[1];
  const best = asset === undefined ? known : `Asset<${asset}>`;
  return best && best + (listed === undefined ? '' : '[]') + suffix;
}
