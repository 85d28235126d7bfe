/** Values of the host: JSON with the type name in each composite. */
import {
  classes,
  elementOf,
  isA,
  isReference,
  type Json,
  membersOf,
  Refusal,
  stages,
  typeWithin,
  vectors,
} from './kinds.js';

export function fresh(type: string): Json {
  if (elementOf(type) !== undefined) return [];
  if (vectors[type] !== undefined) return Object.fromEntries([...vectors[type]].map((each) => [each, 0]));
  if (classes[type] !== undefined)
    return isReference(type)
      ? null
      : {
          ...Object.fromEntries(membersOf(type).map((member) => [member.name, fresh(member.type)])),
          '@type': type,
        };
  return { String: '', Boolean: false, Stage: 'Seed' }[type] ?? 0;
}

/** Rounds halves to even. */
function rounded(value: number): number {
  const floor = Math.floor(value);
  return value - floor === 0.5 ? floor + (Math.abs(floor) % 2) : Math.round(value);
}

function numberFrom(value: Json): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const number = Number(value);
  return Number.isNaN(number) && value !== 'NaN' ? undefined : number;
}

/** Returns the new value for a write of `value`. @throws Refusal 400 if it does not fit */
export function converted(type: string, present: Json, value: Json, find: (id: Json) => Json): Json {
  const refusal = (why = `is no ${type}`) =>
    new Refusal(400, `Failed to set property: ${JSON.stringify(value)} ${why}`);
  const element = elementOf(type);
  if (element !== undefined) {
    if (!Array.isArray(value)) throw refusal();
    return value.map((each, i) => converted(element, present[i] ?? fresh(element), each, find));
  }
  if (type === 'String') {
    if (value !== null && typeof value === 'object') throw refusal();
    return value === null ? null : String(value);
  }
  if (type === 'Boolean') {
    if (typeof value !== 'boolean') throw refusal();
    return value;
  }
  if (type === 'Stage') {
    const name = typeof value === 'number' ? stages[value] : value;
    if (!stages.includes(name)) throw refusal();
    return name;
  }
  if (['Single', 'Double', 'Int32'].includes(type)) {
    const number = numberFrom(value);
    if (number === undefined) throw refusal();
    if (type !== 'Int32') return type === 'Single' ? Math.fround(number) : number;
    if (!Number.isFinite(number) || rounded(number) !== (rounded(number) | 0))
      throw refusal('is out of range');
    return rounded(number);
  }
  if (isReference(type)) {
    if (value === null) return null;
    const found = find(value['@ref']);
    if (found === undefined || !isA(found.type, type)) throw refusal();
    return found;
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw refusal();
  if (value['@truncated'] === true) return present;
  if (value['@type'] !== undefined && value['@type'] !== type) throw refusal();
  const made = { ...present };
  const names = vectors[type] ? [...vectors[type]] : membersOf(type).map(({ name }) => name);
  for (const name of names)
    if (Object.hasOwn(value, name))
      made[name] = converted(typeWithin(type, name)!, made[name], value[name], find);
  return made;
}

/** The shortest decimal of the same single-precision number. */
export function shortest(value: number): Json {
  if (!Number.isFinite(value)) return String(value);
  for (let digits = 1; digits < 9; digits++) {
    const each = Number(value.toPrecision(digits));
    if (Math.fround(each) === value) return each;
  }
  return value;
}

export const at = (values: Json, path: string): Json =>
  path.split('/').reduce((each, name) => each?.[name], values);

export const same = (one: Json, other: Json): boolean =>
  one?.id !== undefined || other?.id !== undefined
    ? one === other
    : JSON.stringify(one) === JSON.stringify(other);

/** Copies a value and keeps references. */
export function copy(value: Json): Json {
  if (value === null || typeof value !== 'object' || value.defaults !== undefined) return value;
  if (Array.isArray(value)) return value.map(copy);
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, copy(each)]));
}
