import { typeAlias } from '../../service/classes/type-aliases.js';
import { nearest } from './diagnostics.js';
import type { Names } from './names.js';

/** The type that a name most likely means: `float` is Single, `List<Cue>` and `Array<Cue>` are Cue[]. */
export function suggestedType(name: string, names: Names): string | undefined {
  const [, element, suffix = ''] = /^(.*?)((?:\[\])*)$/.exec(name.trim())!;
  const listed = /^(?:System\.Collections\.Generic\.)?(?:List|IList|Array|ReadonlyArray|Set)<(.+)>$/i.exec(
    element!,
  )?.[1];
  const inner = listed ?? element!;
  const plain = inner.replace(/^(?:UnityEngine|System)\./, '').replace(/\?$/, '');
  const known = names.isType(plain) ? plain : (typeAlias(plain) ?? nearest(plain, names.types));
  const asset = /^(?:Asset|AssetReference|AssetRef)\s*[<(]\s*([\w.]+)\s*[>)]$/i.exec(plain)?.[1];
  const best = asset === undefined ? known : `Asset<${asset}>`;
  return best && best + (listed === undefined ? '' : '[]') + suffix;
}
