import { valueType } from '../../../wire/value-types.js';
import { ExposedError } from '../../common/exposed-error.js';
import { isJsonObject, type Json } from '../../common/json.js';
import { meantOrAvailable } from '../../common/nearest-name.js';
import type { Type } from '../type.js';
import { compositeForm } from './composite-form.js';
import { isArray, isComposite, isLeaf, isNullable, itemsOf } from './kinds.js';

/**
 * Rejects unknown members in a value of the application; in a client's body they are ignored (wire.md section 2).
 * @throws ExposedError `set-failed` that names the path; also for a value that refers to itself
 */
export function checkMembers(
  type: Type,
  json: Json,
  current: unknown,
  where: string,
  within: readonly object[] = [],
): void {
  if (typeof json !== 'object' || json === null) return;
  if (within.includes(json))
    throw new ExposedError('set-failed', `${where}: the value refers to itself; write a copy without that`);
  const inner = [...within, json];
  if (isNullable(type)) return checkMembers(type.inner, json, current, where, within);
  if (isLeaf(type)) return checkParts(type.name, json, where);
  if (isArray(type)) {
    const items = itemsOf(current) ?? [];
    if (Array.isArray(json))
      for (const [i, item] of json.entries())
        checkMembers(type.element, item, items[i], `${where}/${i}`, inner);
    return;
  }
  const form = compositeForm(json);
  if (!isComposite(type) || form.kind !== 'members') return;
  const present = form.isNew ? undefined : type.living(current);
  const presentClass = present && type.classOfInline(present);
  if (type.isReference && presentClass === undefined) return;
  const cls = type.wantedClass(form.json, where) ?? presentClass ?? type.concrete(where, 'set-failed');
  for (const [name, value] of Object.entries(form.json)) {
    if (name.startsWith('@')) continue;
    const member = cls.member(name);
    if (member === undefined)
      throw unknown(
        where,
        name,
        cls.name,
        cls.members.map((each) => each.name),
      );
    const held = present !== undefined && cls === presentClass ? () => member.read(present) : () => undefined;
    if (typeof value === 'object') checkMembers(member.type, value, held(), `${where}/${name}`, inner);
  }
}

function checkParts(typeName: string, json: Json, where: string): void {
  const info = valueType(typeName);
  if (info?.form !== 'parts' || !isJsonObject(json)) return;
  for (const [name, value] of Object.entries(json)) {
    const part = Object.hasOwn(info.parts, name) ? info.parts[name] : undefined;
    if (part !== undefined) checkParts(part, value, `${where}/${name}`);
    else if (!name.startsWith('@')) throw unknown(where, name, typeName, Object.keys(info.parts));
  }
}

function unknown(where: string, name: string, of: string, names: readonly string[]): ExposedError {
  return new ExposedError(
    'set-failed',
    `${where}: ${of} has no member "${name}"${meantOrAvailable(name, names)}`,
  );
}
