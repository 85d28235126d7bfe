/** An application with restricted callers, served twice with different secrets. */
import {
  type Access,
  createPlainHost,
  exposedClass,
  exposedField,
  exposedFunction,
  RemoteControlService,
} from '../../src/service/index.js';

@exposedClass({ name: 'ShelfLimits' })
export class Limits {
  @exposedField({ type: 'Int32' }) accessor low = 0;
  @exposedField({ type: 'Int32' }) accessor high = 0;
  @exposedField() accessor note = '';
  @exposedField({ type: 'ShelfLimits', nullable: true }) accessor inner: Limits | null = null;
}

@exposedClass({ name: 'ShelfWideLimits' })
export class WideLimits extends Limits {
  @exposedField() accessor reason = '';
}

@exposedClass({ name: 'ShelfCode' })
export class Code {
  @exposedField({ key: true }) accessor code = '';
  @exposedField({ type: 'Int32' }) accessor uses = 0;
}

@exposedClass({ name: 'ShelfItem' })
export class Item {
  @exposedField({ key: true }) accessor name = '';
  @exposedField({ type: 'Int32' }) accessor level = 0;
  @exposedField() accessor limits = new Limits();
}

@exposedClass({ name: 'Shelf' })
export class Shelf {
  @exposedField() accessor text = '';
  @exposedField() accessor locked = '';
  @exposedField({ type: 'Single[]' }) accessor numbers: number[] = [];
  @exposedField({ type: 'Vector3' }) accessor position = { x: 0, y: 0, z: 0 };
  @exposedField() accessor limits = new Limits();
  @exposedField({ type: 'ShelfLimits', nullable: true }) accessor spare: Limits | null = null;
  @exposedField({ type: [Limits] }) accessor list: Limits[] = [];
  @exposedField({ type: [Code] }) accessor codes: Code[] = [];
  @exposedField({ type: 'ShelfItem', nullable: true }) accessor main: Item | null = null;
  @exposedField({ type: 'ShelfItem[]' }) accessor keys: Item[] = [];

  @exposedFunction({ returns: 'String', parameters: { item: { type: 'ShelfItem' } } })
  say(item: Item | null) {
    return item === null ? 'nobody' : 'somebody';
  }
  @exposedFunction({ returns: 'ShelfItem' }) first() {
    return this.keys[0] ?? null;
  }
}

/** Source keys: two shelves, and items that are in both. */
export const shelves = ['rack', 'other'] as const;
export const items = ['lamp', 'vault', 'door'] as const;

/** A unique text for each leaf. */
export type Leaf = (path: string) => string;

export interface World {
  readonly service: RemoteControlService;
  readonly objects: Map<string, Shelf | Item>;
  /** Ends a frame, which sends the changes. */
  tick(): void;
}

/** @param accessOf returns the rights of a caller by its token */
export function createWorld(accessOf: (token: string | undefined) => Access | undefined): World {
  const host = createPlainHost({ name: 'Shelf', loop: 'own', log: () => {} });
  let next = 5000n;
  const ids = { next: () => next++, session: () => 'session' };
  const service = new RemoteControlService({
    host: { ...host, ids },
    http: { port: 0, engine: 'node', authorize: ({ token }) => accessOf(token) },
  });
  return { service, objects: new Map(), tick: () => host.tick() };
}

/** Recreates the objects and sets each value to a text for its path. */
export function fill({ objects }: Pick<World, 'objects'>, leaf: Leaf): void {
  for (const key of items) objects.set(key, new Item());
  for (const key of shelves) objects.set(key, new Shelf());
  const number = (path: string) => Number.parseInt(Buffer.from(leaf(path)).toString('hex').slice(-6), 16);
  const limits = (path: string, depth = 0): Limits => {
    const made = depth === 1 ? new WideLimits() : new Limits();
    if (made instanceof WideLimits) made.reason = leaf(`${path}/reason`);
    made.low = number(`${path}/low`);
    made.high = number(`${path}/high`);
    made.note = leaf(`${path}/note`);
    made.inner = depth < 2 ? limits(`${path}/inner`, depth + 1) : null;
    return made;
  };
  for (const key of items) {
    const item = objects.get(key) as Item;
    item.name = leaf(`${key}/name`);
    item.level = number(`${key}/level`);
    item.limits = limits(`${key}/limits`, 1);
  }
  const [lamp, vault, door] = items.map((key) => objects.get(key) as Item);
  for (const key of shelves) {
    const shelf = objects.get(key) as Shelf;
    shelf.text = leaf(`${key}/text`);
    shelf.locked = leaf(`${key}/locked`);
    shelf.numbers = [number(`${key}/numbers`)];
    shelf.position = { x: number(`${key}/position`), y: 0, z: 0 };
    shelf.limits = limits(`${key}/limits`);
    shelf.spare = limits(`${key}/spare`, 2);
    shelf.list = [limits(`${key}/list`, 1), limits(`${key}/list`, 2)];
    shelf.codes = ['a', 'b'].map((each) => {
      const code = new Code();
      code.code = `${leaf(`${key}/codes/code`)}-${each}`;
      code.uses = number(`${key}/codes/uses`);
      return code;
    });
    shelf.main = key === 'rack' ? vault! : lamp!;
    shelf.keys = [vault!, lamp!, door!];
  }
}

/** Changes the texts at the given paths. */
export function change({ objects }: Pick<World, 'objects'>, isChosen: (path: string) => boolean): void {
  const own = new Set<unknown>(objects.values());
  const walk = (value: unknown, path: string): void => {
    if (Array.isArray(value)) for (const each of value) walk(each, path);
    if (typeof value !== 'object' || value === null || own.has(value)) return;
    walkMembers(value, path);
  };
  const walkMembers = (object: object, path: string) => {
    const held = object as Record<string, unknown>;
    for (const name of namesOf(object)) {
      const inner = `${path}/${name}`;
      const value = held[name];
      if (typeof value === 'string' && isChosen(inner)) held[name] = `${value}!`;
      else if (Array.isArray(value)) for (const each of value) walk(each, inner);
      else walk(value, inner);
    }
  };
  for (const [key, object] of objects) walkMembers(object, key);
}

/** All values of an application as one text. */
export function stateOf({ objects }: Pick<World, 'objects'>): string {
  const keys = new Map<unknown, string>([...objects].map(([key, object]) => [object, key]));
  const plain = (value: unknown): unknown => {
    if (Array.isArray(value))
      return value.map((each) => (keys.has(each) ? `→${keys.get(each)}` : plain(each)));
    if (typeof value !== 'object' || value === null) return value;
    const names = namesOf(value);
    const held = value as Record<string, unknown>;
    return Object.fromEntries(
      names.map((name) => [name, keys.has(held[name]) ? `→${keys.get(held[name])}` : plain(held[name])]),
    );
  };
  return JSON.stringify([...objects].map(([key, object]) => [key, object.constructor.name, plain(object)]));
}

/** Accessors belong to the prototypes. */
function namesOf(value: object): string[] {
  const names: string[] = [];
  for (let at = value; at !== null && at !== Object.prototype; at = Object.getPrototypeOf(at) as object)
    for (const [name, { get, value: own }] of Object.entries(Object.getOwnPropertyDescriptors(at)))
      if (get !== undefined || typeof own === 'number') names.push(name);
  return names.sort();
}
