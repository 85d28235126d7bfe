import { isJsonObject } from '../../common/json.js';
import type { ExposedClass } from '../../types/exposed-class.js';
import type { ExposedMember } from '../../types/exposed-member.js';
import { type EarlierJson, type JsonContainer, namesInFile } from './entry-value.js';

/** Returns the JSON that earlier entries have for a member of an inline object. */
export function earlierOfMember(
  earlier: readonly EarlierJson[],
  member: ExposedMember,
  cls: ExposedClass,
): EarlierJson[] {
  return earlier.flatMap((each) => {
    const [name, ...inside] = each.inside;
    if (name !== undefined) return name === member.name ? [{ ...each, inside }] : [];
    if (!isJsonObject(each.json)) return [];
    const inFile = namesInFile(each.json, (one) => cls.member(one)).get(member);
    return memberNamed(each, inFile);
  });
}

/** Returns the JSON that an entry has for a member, by its name in the file. */
export function memberNamed(each: EarlierJson, name: string | number | undefined): EarlierJson[] {
  const { json, entryPath, container: outer } = each;
  if (name === undefined || !isJsonObject(json) || !Object.hasOwn(json, String(name))) return [];
  const container: JsonContainer = { held: json, entryPath, outer };
  return [{ ...each, json: json[String(name)]!, entryPath: [...entryPath, name], container }];
}
