import { classes, classOf, type MemberShape, type Shape } from './shapes.js';
import type { State } from './state.js';
import { besides, kinds, livePath } from './world.js';

/** The value is undefined: wire.md leaves it open, or it has another type. */
const any = Symbol('any');

/** A reference to an object. */
class Reference {
  readonly to: string;
  constructor(to: string) {
    this.to = to;
  }
}

type Value = unknown;
type Members = Record<string, Value>;

const isObject = (value: Value): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Computes the state after a start from the files of a project; `bare` is the state without files. */
export class Reading {
  readonly #objects: Map<string, Members | typeof any>;
  readonly #bare: State;
  /** Keys of objects that the scene moves to another parent. */
  #placed: readonly string[] = [];
  /** Lists that an entry was read into, with their original lengths. */
  readonly #readInto = new WeakMap<object, number>();

  constructor(bare: State, files: ReadonlyMap<string, string>) {
    this.#bare = bare;
    this.#objects = structuredClone(bare.objects) as Map<string, Members>;
    const scene = files.get(livePath);
    const entries = scene === undefined ? [] : entriesOf(scene);
    // Settings may refer to objects that the scene removes.
    this.#placed = entries.flatMap((entry) =>
      entry['@parent'] === undefined ? [] : String(entry['@source']),
    );
    for (const entry of entries) if (entry['@op'] === 'removed') this.#create(entry);
    for (const [path, text] of files) if (path !== livePath && isUsable(text)) this.#read(text, true);
    if (scene === undefined) return;
    for (const entry of entries) this.#create(entry);
    this.#read(scene, false);
  }

  /** The paths at which the states differ. */
  differences(got: State): string[] {
    return [...this.#objects].flatMap(([key, expected]) => compare(key, expected, got.objects.get(key)));
  }

  #create(entry: Members): void {
    const key = entry['@source'] ?? entry['@id'];
    if (typeof key !== 'string' || !/^[^.[]*$/.test(key)) return;
    if (entry['@op'] === 'removed') this.#remove(key);
    else if (kinds[key] === undefined || !key.startsWith('new') || this.#objects.has(key)) return;
    else if (entry['@type'] === 'Model.Rig' && entry['@op'] === 'new') {
      const fresh = structuredClone(this.#bare.objects.get('amp')) as Members;
      this.#objects.set(key, { ...fresh, '@is': key, '@name': key, '@source': key });
    } else this.#objects.set(key, any);
  }

  #remove(key: string): void {
    this.#objects.set(key, any);
    // The game object is removed with its components and children.
    for (const [owner, beside] of Object.entries(besides)) {
      this.#objects.set(beside.key, any);
      if (beside.key === key) this.#remove(owner);
    }
    for (const each of this.#placed) this.#objects.set(each, any);
    // Its children may be removed too.
    if (key === 'lamp' || key === 'rig') for (const each of ['lamp', 'rig']) this.#objects.set(each, any);
  }

  #read(text: string, isOfProject: boolean): void {
    for (const entry of entriesOf(text)) {
      const source = entry['@source'] ?? entry['@id'];
      if (typeof source !== 'string') continue;
      const [, key = '', component, rest] =
        /^([^.]*)(?:\.components\[([^\]]*)\])?\.?(.*)$/.exec(source) ?? [];
      const object = this.#objects.get(key);
      const kind = kinds[key];
      if (kind === undefined || !isObject(object)) continue;
      const isComponent = kind === 'wrapper' && component !== undefined;
      const className = classOf(kind, isComponent);
      const unit = isComponent ? (object.components as Members[])[0]! : object;
      if (rest !== '' && rest !== undefined) {
        const inner = classes[className]!.find(({ name }) => name === rest);
        const { '@source': _, ...values } = entry;
        if (inner !== undefined) unit[rest] = this.#value(inner.shape, unit[rest], values);
      } else if (entry['@type'] === undefined || entry['@type'] === className) {
        this.#members(classes[className]!, unit, entry, isOfProject);
      }
    }
  }

  #members(members: readonly MemberShape[], unit: Members, values: Members, isOfProject?: boolean): void {
    for (const { name, shape, isOfProject: ofProject = false, isMomentary } of members) {
      if (!Object.hasOwn(values, name) || isMomentary) continue;
      const isElsewhere = isOfProject !== undefined && ofProject !== isOfProject;
      unit[name] = isElsewhere ? any : this.#value(shape, unit[name], values[name]);
    }
  }

  #value(shape: Shape, present: Value, json: Value): Value {
    if (shape.of === 'scalar') return this.#scalar(shape.name, present, json);
    if (shape.of === 'array') return this.#array(shape.element, present, json);
    if (present === any) return any;
    if (shape.of === 'parts') {
      if (!isObject(json) || !isObject(present)) return any;
      const parts = shape.parts.map((part) => {
        if (!Object.hasOwn(json, part)) return [part, present[part]];
        return [part, typeof json[part] === 'number' ? json[part] : any];
      });
      return Object.fromEntries(parts);
    }
    return this.#instance(shape, present, json);
  }

  #instance(shape: Extract<Shape, { of: 'class' }>, present: Value, json: Value): Value {
    if (json === null) return shape.isNullable ? null : any;
    if (!isObject(json)) return any;
    const name = json['@type'] ?? (isObject(present) ? present['@type'] : undefined);
    const isTransform = shape.names[0] === 'Transform';
    const className = isTransform ? 'Transform' : name;
    if (typeof className !== 'string' || !shape.names.includes(className)) return any;
    const isSame = isTransform || (isObject(present) && present['@type'] === className);
    const result = { ...((isSame ? present : this.#fresh(className)) as Members) };
    this.#members(classes[className]!, result, json);
    // A transform is one value, so an error refuses all of it.
    const isRefused = Object.values(result).some(
      (each) => each === any || (isObject(each) && Object.values(each).includes(any)),
    );
    return isTransform && isRefused ? any : result;
  }

  #fresh(className: string): Members {
    const amp = this.#bare.objects.get('amp') as { lens: Members; shape: Members; shapes: Members[] };
    if (className === 'Model.Lens') return amp.lens;
    if (className === 'Model.Disc') return amp.shape;
    if (className === 'Model.Box') return amp.shapes[1]!;
    return { '@type': 'Model.Cue', name: 'cue', weight: 0 };
  }

  #array(element: Shape, present: Value, json: Value): Value {
    if (!Array.isArray(json)) return any;
    if (element.of !== 'class') {
      // A reference may be pending; a value of another type may be ignored (LSC-6).
      if (element.of === 'scalar' && element.name === 'Ref')
        return json.every((each) => each === null || isReference(each)) ? json.map(() => any) : any;
      const items = json.map((each) => this.#value(element, any, each));
      return items.includes(any) ? any : items;
    }
    const before = present as Value[] | typeof any;
    // wire.md does not define whether keyed elements are matched by key.
    if (before === any || element.names[0] === 'Model.Cue') return any;
    // Each entry refers to the captured default, so a later entry ignores list changes of an earlier one.
    const hasOperations = json.some((item) => isObject(item) && item['@op'] !== undefined);
    const began = this.#readInto.get(before);
    if (began !== undefined && (hasOperations || began !== before.length)) return any;
    const items = this.#items(element, before, json);
    if (Array.isArray(items)) this.#readInto.set(items, began ?? before.length);
    return items;
  }

  #items(
    element: Extract<Shape, { of: 'class' }>,
    before: readonly Value[],
    json: readonly Value[],
  ): Value[] | typeof any {
    const kept: Value[] = [];
    let next = 0;
    let added = 0;
    for (const item of json) {
      if (!isObject(item)) return any;
      if (item['@op'] === 'removed') next++;
      else if (item['@op'] === 'new') {
        kept.push(this.#instance(element, null, { '@type': element.names[0], ...item }));
        added++;
        continue;
      } else if (item['@op'] !== undefined || next >= before.length) return any;
      else kept.push(this.#instance(element, before[next++], item));
      // The position of unmentioned elements relative to added ones is undefined.
      if (added > 0 && next < before.length) added = Number.NaN;
    }
    const rest = before.slice(Math.min(next, before.length));
    if (rest.length === 0) return next > before.length ? any : kept;
    if (Number.isNaN(added)) return any;
    return [...kept.slice(0, kept.length - added), ...rest, ...kept.slice(kept.length - added)];
  }

  #scalar(name: string, present: Value, json: Value): Value {
    if (name === 'Ref') {
      if (json === null) return null;
      const to = isObject(json) ? json['@ref'] : undefined;
      if (typeof to !== 'string') return any;
      const key = to.replace('[Model.Rig]', '[0]');
      const owner = key.replace(/\..*/, '');
      if (this.#objects.get(key) === any || this.#objects.get(owner) === any) return any;
      const isThere =
        this.#objects.has(key) || (/^(lamp|rig)\.components/.test(key) && this.#objects.has(owner));
      // The other file may create the object, which then resolves the reference.
      if (!isThere && /^new\d/.test(key)) return any;
      return isThere ? new Reference(key) : present;
    }
    if (name === 'Asset') return any;
    if (name === 'Boolean') return typeof json === 'boolean' ? json : any;
    if (name === 'Mode')
      return typeof json === 'string' && ['Off', 'Spot', 'Wash'].includes(json) ? json : any;
    if (name.startsWith('String'))
      return typeof json === 'string' || (name === 'String?' && json === null) ? json : any;
    if (name === 'Int64' && typeof json === 'bigint') return json;
    if (typeof json !== 'number') return any;
    return name.startsWith('Int') ? roundedHalfToEven(json) : json;
  }
}

function isReference(json: Value): boolean {
  return isObject(json) && typeof json['@ref'] === 'string';
}

function roundedHalfToEven(value: number): number {
  const below = Math.floor(value);
  const over = value - below;
  return over < 0.5 || (over === 0.5 && below % 2 === 0) ? below : below + 1;
}

/** The base scene that a live scene names. */
export function baseOf(text: string): unknown {
  return (JSON.parse(text.replace(/^\uFEFF/, '')) as { baseSceneName?: unknown }).baseSceneName;
}

/** True for a valid file of a known format and version. */
export function isUsable(text: string): boolean {
  try {
    const { format, formatVersion } = JSON.parse(text.replace(/^\uFEFF/, ''));
    return /\.(live|scene|projectsettings)$/.test(format) && formatVersion === 1;
  } catch {
    return false;
  }
}

function entriesOf(text: string): Members[] {
  // Integers beyond the range of JavaScript numbers are strings, as in a state.
  const file = JSON.parse(
    text.replace(/^\uFEFF/, '').replace(/([:\s[,])(-?\d{16,})(?=\s*[,}\]])/g, '$1"$2"'),
  ) as { objects?: Value };
  return Array.isArray(file.objects) ? file.objects.filter(isObject) : [];
}

function compare(where: string, expected: Value, got: Value): string[] {
  const wrong = () => [`${where}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(got)}`];
  if (expected === any) return [];
  if (expected instanceof Reference) {
    // A cycle is shown only by its presence.
    const isIt = isObject(got) && (got['@is'] === expected.to || got['@truncated'] === true);
    return isIt ? [] : wrong();
  }
  if (typeof expected === 'number' && typeof got === 'number')
    return Math.fround(expected) === Math.fround(got) ? [] : wrong();
  if (Array.isArray(expected)) {
    if (!Array.isArray(got) || got.length !== expected.length) return wrong();
    return expected.flatMap((each, i) => compare(`${where}/${i}`, each, got[i]));
  }
  if (!isObject(expected)) return expected === got ? [] : wrong();
  if (!isObject(got)) return wrong();
  const names = Object.keys(expected).filter((name) => name !== '@parent' && name !== '@name');
  return names.flatMap((name) => compare(`${where}/${name}`, expected[name], got[name]));
}
