import type { Json } from '../../../client/index.js';
import { toJson } from '../../../client/json.js';
import type { CapturedTypes } from './captured-types.js';
import type { Change, HostPicture } from './host-reader.js';
import type { ObjectInfo, PropertyInfo, TypeInfo } from './wire-shapes.js';

/** An instance as it goes over the wire. */
export type Instance = { readonly [member: string]: Json | undefined };

/** Names of members and what they hold, as a scene file has it; a key may be a path. */
export type Held = Record<string, Json>;

/** A value as a scene file has it, beside what was there; `paths` lead to what is read-only in it. */
interface Said {
  readonly value: Json | undefined;
  readonly paths: Held;
}

/**
 * What objects of a host hold, and held before it was changed: with what a class says of all its instances, and what is
 * left for each of them to say.
 */
export class CapturedValues {
  readonly #types: CapturedTypes;
  readonly #picture: HostPicture;
  /** What the members of each class begin with, by class and member; that of the type where there is nothing. */
  readonly #initial = new Map<string, Map<string, Json>>();
  readonly #nullable = new Set<string>();
  readonly #refer: (id: string) => string;

  /** @param refer the key by which the file refers to an object */
  constructor(types: CapturedTypes, picture: HostPicture, refer: (id: string) => string) {
    this.#types = types;
    this.#picture = picture;
    this.#refer = refer;
    const seen = new Map<string, Json[]>();
    for (const object of picture.objects) {
      const before = this.#whole(object);
      for (const instance of instancesIn(before)) this.#note(instance, seen);
    }
    for (const [place, values] of seen) this.#decide(place, values);
    this.#leaveOutUnsayable();
  }

  isNullable(cls: string, { name, isNullable, type, ...rest }: PropertyInfo): boolean {
    if (rest.valueKind !== undefined) return isNullable === true;
    const kind = this.#types.valueKind({ type, ...rest });
    const isNull = this.#nullable.has(`${this.declaring(cls, name)}|${name}`);
    const needsIt =
      type.endsWith('[]') || kind === 'enum' || kind === 'class' || (kind === 'value' && type !== 'String');
    return (isNull && needsIt) || (kind === 'class' && this.#contains(type, this.declaring(cls, name)));
  }

  /** What a class says of a member; undefined where that is what the type says. */
  initial(cls: string, property: PropertyInfo): Json | undefined {
    return this.#saidInitially(cls, property).value;
  }

  #saidInitially(cls: string, property: PropertyInfo): Said {
    const value = this.#initial.get(cls)?.get(property.name);
    const base = this.#types.defaultOf(property, this.isNullable(cls, property), (type) => this.fresh(type));
    if (value === undefined || same(value, base)) return { value: undefined, paths: {} };
    return this.#said(value, property, base, property.name);
  }

  /** A class cannot say what is read-only in a member: its instances do. */
  #leaveOutUnsayable(): void {
    for (const [cls, members] of this.#initial) {
      for (const name of [...members.keys()]) {
        const property = this.#types.find(cls)?.properties.find((each) => each.name === name);
        if (property !== undefined && Object.keys(this.#saidInitially(cls, property).paths).length > 0)
          members.delete(name);
      }
    }
  }

  /** What an object says, since its class does not; and what it was given since. */
  ofObject(object: Instance, id: string | undefined): { values: Held; edited: Held } {
    const values: Held = {};
    const edited: Held = {};
    const type = this.#types.find(object['@type'] as string)!;
    const fresh = this.fresh(type.type) as Instance;
    for (const property of type.properties) {
      const now = object[property.name];
      if (now === undefined || isPicture(property, now)) continue;
      const change = id === undefined ? undefined : this.#picture.changes.get(id)?.get(property.name);
      const before = this.#before(property, now, change);
      this.#say(values, property, before, fresh[property.name] ?? null);
      if (change !== undefined) this.#say(edited, property, now, before);
    }
    return { values, edited };
  }

  /** What a member held before it was changed. */
  beforeOf(object: ObjectInfo, name: string): Json {
    const property = this.#types.find(object['@type'])?.properties.find((each) => each.name === name);
    const now = object[name] ?? null;
    return property === undefined
      ? now
      : this.#before(property, now, this.#picture.changes.get(object['@id'])?.get(name));
  }

  isChanged(object: ObjectInfo, name: string): boolean {
    return this.#picture.changes.get(object['@id'])?.has(name) ?? false;
  }

  /** A new instance of a class. */
  fresh(type: string, depth = 0): Json {
    const info = this.#types.find(type);
    const members = (info?.properties ?? []).map((property): [string, Json] => {
      const own = this.#initial.get(this.declaring(type, property.name))?.get(property.name);
      const isNullable = this.isNullable(type, property);
      // What holds itself without end is no class of a scene.
      const inner = (name: string) => (depth > 16 ? null : this.fresh(name, depth + 1));
      return [property.name, own ?? this.#types.defaultOf(property, isNullable, inner)];
    });
    return { '@type': type, ...Object.fromEntries(members) };
  }

  /** The class that declares a member as it is: the first of its line that has it so. */
  declaring(cls: string, member: string): string {
    let type = this.#types.find(cls);
    const own = type && stripped(type, member);
    for (let base = type && this.#types.base(type); base !== undefined; base = this.#types.base(base)) {
      if (stripped(base, member) !== own) break;
      type = base;
    }
    return type?.type ?? cls;
  }

  #say(held: Held, property: PropertyInfo, value: Json, base: Json): void {
    if (same(value, base)) return;
    const said = this.#said(value, property, base, property.name);
    if (said.value !== undefined) held[property.name] = said.value;
    Object.assign(held, said.paths);
  }

  /** A value in the words of a scene file, which are merged into `base`. */
  #said(value: Json, property: PropertyInfo, base: Json, path: string): Said {
    const paths: Held = {};
    const say = (now: Json, was: Json | undefined, declared: string, at: string): Json | undefined => {
      if (typeof now !== 'object' || now === null) return now;
      if (isArray(now)) {
        const before = isArray(was ?? null) ? (was as readonly Json[]) : [];
        const element = declared.replace(/\[\]$/, '');
        return now.map((item, i) => {
          const concrete = this.#types.concrete(element)[0]?.type;
          const own = before[i] ?? (concrete === undefined ? undefined : this.fresh(concrete));
          return say(item, own, element, `${at}/${i}`) ?? {};
        });
      }
      const instance = now as Instance;
      if (instance['@ref'] !== undefined) return { ref: this.#refer(String(instance['@ref'])) };
      if (instance['@guid'] !== undefined) return instance['@guid'];
      const type = instance['@type'] as string | undefined;
      const info = type === undefined ? undefined : this.#types.find(type);
      if (info === undefined) return now;
      if (instance['@truncated']) return undefined;
      const isSame = (was as Instance | null | undefined)?.['@type'] === type;
      const known = (isSame ? was : this.fresh(type!)) as Instance;
      const members: Held = {};
      for (const member of info.properties) {
        const own = instance[member.name];
        if (own === undefined || same(own, known[member.name] ?? null)) continue;
        const said = say(own, known[member.name], member.type, `${at}/${member.name}`);
        if (said === undefined) continue;
        if (member.isReadOnly) paths[`${at}/${member.name}`] = said;
        else members[member.name] = said;
      }
      const isFirst = type === this.#types.concrete(declared)[0]?.type;
      const needsType = !isFirst || (!isSame && was != null);
      if (needsType) return { '@type': type!, ...members };
      return Object.keys(members).length === 0 && isSame ? undefined : members;
    };
    return { value: say(value, base, property.type, path), paths };
  }

  /** An object with what its members held before they were changed. */
  #whole(object: ObjectInfo): Instance {
    const type = this.#types.find(object['@type']);
    const members = (type?.properties ?? []).map(({ name }): [string, Json] => [
      name,
      this.beforeOf(object, name),
    ]);
    return { '@type': object['@type'], ...Object.fromEntries(members) };
  }

  /** What a changed member may have held: nobody tells, but it was something else. */
  #before(property: PropertyInfo, now: Json, change: Change | undefined): Json {
    if (change === undefined) return now;
    if (isArray(now)) {
      const element = { ...property, type: property.type.replace(/\[\]$/, '') };
      const isAdded = (i: number) => isAllChanged(now[i]!, change.parts?.get(String(i)));
      let last = now.length;
      while (last > 0 && isAdded(last - 1)) last--;
      const before = now.map((item, i) => this.#before(element, item, change.parts?.get(String(i))));
      if (last < now.length && !now.slice(0, last).some((_, i) => isAdded(i))) return before.slice(0, last);
      if (!same(before, now)) return before;
      // One was removed behind the others.
      return [...now, this.#types.defaultOf(element, false, (type) => this.fresh(type))];
    }
    if (typeof now === 'object' && now !== null && change.parts !== undefined) {
      const type = this.#types.find((now as Instance)['@type'] as string);
      const parts = Object.entries(now as Instance).map(([name, value]): [string, Json] => {
        const inner = type?.properties.find((each) => each.name === name) ?? { ...property, type: 'Single' };
        return [name, this.#before(inner, value ?? null, change.parts!.get(name))];
      });
      return Object.fromEntries(parts);
    }
    if (typeof now === 'object' && now !== null && '@type' in now && !('@ref' in now) && !('@guid' in now)) {
      const other = this.#types
        .concrete(property.type)
        .find(({ type }) => type !== (now as Instance)['@type']);
      if (other !== undefined) return this.fresh(other.type);
    }
    return now === null ? this.#something(property) : this.#types.otherThan(property, now);
  }

  /** What a member may have held that holds nothing now. */
  #something(property: PropertyInfo): Json {
    const { type } = property;
    switch (this.#types.valueKind(property)) {
      case 'reference':
      case 'class': {
        const fits = ({ '@type': own }: ObjectInfo) =>
          own === type || type === 'Component' || this.#types.find(own)?.baseTypes?.includes(type);
        const other = this.#picture.objects.find(fits);
        if (other !== undefined) return { '@type': other['@type'], '@ref': other['@id'] };
        const concrete = this.#types.concrete(type)[0]?.type;
        return concrete === undefined ? null : this.fresh(concrete);
      }
      case 'asset': {
        const asset = this.#picture.assets.find((each) => each.type === type && each.loaded !== false);
        return asset === undefined ? null : { '@type': type, '@guid': asset.guid };
      }
      default:
        return this.#types.defaultOf(property, false, (name) => this.fresh(name)) ?? '';
    }
  }

  #note(instance: Instance, seen: Map<string, Json[]>): void {
    const type = this.#types.find(instance['@type'] as string);
    for (const property of type?.properties ?? []) {
      const value = instance[property.name];
      if (value === undefined) continue;
      const place = `${this.declaring(type!.type, property.name)}|${property.name}`;
      if (value === null) this.#nullable.add(place);
      if (property.isKey || isPicture(property, value) || refersIn(value)) continue;
      if (!seen.has(place)) seen.set(place, []);
      seen.get(place)!.push(value);
    }
  }

  /** What most instances begin with is said by their class. */
  #decide(place: string, values: readonly Json[]): void {
    const counts = new Map<string, { count: number; value: Json }>();
    for (const value of values) {
      const text = toJson(value);
      const entry = counts.get(text) ?? { count: 0, value };
      entry.count++;
      counts.set(text, entry);
    }
    const most = [...counts.values()].find(({ count }) => count * 2 > values.length);
    if (most === undefined) return;
    const [cls, member] = place.split('|') as [string, string];
    if (!this.#initial.has(cls)) this.#initial.set(cls, new Map());
    this.#initial.get(cls)!.set(member, most.value);
  }

  /** Whether a fresh value of a type would hold one of the class, and so on without end. */
  #contains(type: string, cls: string, seen = new Set<string>()): boolean {
    if (type === cls) return true;
    if (seen.has(type)) return false;
    seen.add(type);
    const info: TypeInfo | undefined = this.#types.find(type);
    return (info?.properties ?? []).some(
      (each) =>
        each.isNullable !== true &&
        this.#types.valueKind(each) === 'class' &&
        !each.type.endsWith('[]') &&
        this.#contains(each.type, cls, seen),
    );
  }
}

/** True for the address of a picture, which has an id in it. */
export function isPicture({ controller }: PropertyInfo, value: Json | undefined): value is string {
  return controller?.type === 'ImagePreview' && typeof value === 'string' && value !== '';
}

function stripped({ properties }: TypeInfo, member: string): string | undefined {
  const found = properties.find(({ name }) => name === member);
  return found && toJson({ ...found, order: undefined });
}

/** What lies in an element that was not there before is changed all through. */
function isAllChanged(value: Json, change: Change | undefined): boolean {
  if (change === undefined) return false;
  if (typeof value !== 'object' || value === null || '@ref' in value || '@guid' in value) return true;
  const parts = Object.entries(value).filter(([name]) => !name.startsWith('@'));
  return parts.every(([name, each]) => isAllChanged(each ?? null, change.parts?.get(name)));
}

function isArray(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

export function same(a: Json | undefined, b: Json | undefined): boolean {
  return toJson(a ?? null) === toJson(b ?? null);
}

/** An instance and all that are inline in it. */
function* instancesIn(value: Json | Instance): Generator<Instance> {
  if (typeof value !== 'object' || value === null) return;
  if (isArray(value as Json)) {
    for (const item of value as readonly Json[]) yield* instancesIn(item);
    return;
  }
  const instance = value as Instance;
  if ('@ref' in instance || '@guid' in instance || '@truncated' in instance) return;
  if ('@type' in instance) yield instance;
  for (const each of Object.values(instance)) yield* instancesIn(each ?? null);
}

function refersIn(value: Json): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (isArray(value)) return value.some(refersIn);
  return (
    '@ref' in value || '@truncated' in value || Object.values(value).some((each) => refersIn(each ?? null))
  );
}
