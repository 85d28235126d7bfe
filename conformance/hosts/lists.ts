import { type Classes, converted, fresh, Refused, type Value } from './values.js';

/** What an operation on a list makes of it. @throws Refused */
export function edited(classes: Classes, method: string, type: string, list: Value, body: Value): Value[] {
  if (!Array.isArray(list)) throw new Refused(400, 'Failed to edit array: it is no list');
  const element = type.slice(0, -2);
  const at = (index: Value): number => {
    if (!Number.isInteger(index) || index < -1 || index >= list.length || list.length === 0)
      throw new Refused(400, `Failed to edit array: there is no element ${JSON.stringify(index)}`);
    return index === -1 ? list.length - 1 : index;
  };
  if (body !== undefined && (body === null || typeof body !== 'object' || Array.isArray(body)))
    throw new Refused(400, 'Invalid request format: an object is wanted');
  if (method === 'POST')
    return [
      ...list,
      body !== undefined && 'value' in body
        ? converted(classes, element, undefined, body.value)
        : fresh(classes, element),
    ];
  if (method === 'DELETE') return list.toSpliced(at(body?.index), 1);
  const [from, to] = [at(body?.fromIndex), at(body?.toIndex)];
  return list.toSpliced(from, 1).toSpliced(to, 0, list[from]);
}
