/** The values of a host of another make: JSON, with `@type` in composites. */

// biome-ignore lint/suspicious/noExplicitAny: a host that is small on purpose
export type Value = any;

/** Types by member: of numbers, texts, composites by the name of their class, and lists, `Int32[]`. */
export interface ClassShape {
  readonly base?: string;
  readonly members: Readonly<Record<string, string>>;
}

export type Classes = Readonly<Record<string, ClassShape>>;

export class Refused extends Error {
  readonly status: number;
  /** Methods that the route has, with 405. */
  readonly allow: string | undefined;

  constructor(status: number, message: string, allow?: string) {
    super(message);
    this.status = status;
    this.allow = allow;
  }
}

export function membersOf(classes: Classes, name: string): Record<string, string> {
  const { base, members } = classes[name]!;
  return { ...(base !== undefined && membersOf(classes, base)), ...members };
}

export function isNumber(type: string): boolean {
  return ['Single', 'Double', 'Int32'].includes(type);
}

/** What a write of `value` makes of `present`. @throws Refused 400 for what does not fit */
export function converted(classes: Classes, type: string, present: Value, value: Value): Value {
  const refuse = () => new Refused(400, `Failed to set property: ${JSON.stringify(value)} is no ${type}`);
  if (type.endsWith('[]')) {
    if (!Array.isArray(value)) throw refuse();
    const element = type.slice(0, -2);
    return value.map((each, i) => converted(classes, element, present?.[i], each));
  }
  if (type === 'String') {
    if (value !== null && typeof value === 'object') throw refuse();
    return value === null ? null : String(value);
  }
  if (isNumber(type)) {
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    if (typeof number !== 'number' || !Number.isFinite(number)) throw refuse();
    if (type === 'Int32' && Math.abs(number) >= 2 ** 31) throw refuse();
    return type === 'Int32' ? Math.trunc(number) : number;
  }
  if (type === 'Boolean') {
    if (typeof value !== 'boolean') throw refuse();
    return value;
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw refuse();
  const made = { ...(present ?? fresh(classes, type)) };
  if (value['@truncated'] === true) return made;
  if (value['@type'] !== undefined && value['@type'] !== type) throw refuse();
  for (const [name, memberType] of Object.entries(membersOf(classes, type)))
    if (Object.hasOwn(value, name)) made[name] = converted(classes, memberType, made[name], value[name]);
  return made;
}

export function fresh(classes: Classes, type: string): Value {
  if (type.endsWith('[]')) return [];
  if (type === 'String') return '';
  if (isNumber(type)) return 0;
  if (type === 'Boolean') return false;
  const members = Object.entries(membersOf(classes, type)).map(([name, each]) => [
    name,
    fresh(classes, each),
  ]);
  return { '@type': type, ...Object.fromEntries(members) };
}

/** As an answer shows it: composites beyond the depth as stubs, references as they are. */
export function shown(value: Value, depth: number): Value {
  if (Array.isArray(value)) return value.map((each) => shown(each, depth));
  if (
    value === null ||
    typeof value !== 'object' ||
    value['@ref'] !== undefined ||
    value['@guid'] !== undefined
  )
    return value;
  if (depth <= 0) return { '@type': value['@type'], '@truncated': true };
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shown(each, depth - 1)]));
}
