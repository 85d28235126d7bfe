import type { GameObject } from '../../../dist/sim-host/engine/index.js';
import type { Choices } from '../choices.js';
import type { Json, JsonObject } from '../model/json.js';
import type { Answer } from '../model/model.js';
import type { Type } from './application.js';
import type { Spot, StageModel } from './model.js';
import type { StageSubject } from './subject.js';
import { componentsOf, type Thing, typesOf } from './things.js';
import { StageWrites } from './writes.js';

/** A request that the model answers too. */
interface StageRequest {
  readonly method: string;
  readonly url: string;
  readonly body?: Json;
  expected(): Answer;
}

/** An action of code on both sides. */
interface StageAction {
  readonly text: string;
  expected(): void;
  perform(subject: StageSubject): void;
}

const wrong: readonly Json[] = ['nope', null, {}, [], true, -1, [null], { '@ref': 'nobody' }];

/** Creates steps from numbers and the objects on the stage. */
export class StageSteps {
  readonly #model: StageModel;
  readonly #writes: StageWrites;

  constructor(model: StageModel) {
    this.#model = model;
    this.#writes = new StageWrites(model);
  }

  request(c: Choices): StageRequest {
    const { registered } = this.#model;
    const thing = c.pick(registered);
    const kind = c.weighted([
      [6, 'put'],
      [2, 'reset'],
      [2, 'putObject'],
      [3, 'reparent'],
    ] as const);
    const id = c.chance(50) ? thing.handle!.key : thing.handle!.id;
    if (kind === 'reparent') {
      const parent: Json = c.chance(25) ? null : this.#idOf(c.pick(registered), c);
      const parentId = c.chance(5) ? 'nobody' : parent;
      return {
        method: 'PUT',
        url: `/exposed/object/${id}/@parent`,
        body: { parentId },
        expected: () => this.#writes.reparent(thing, parentId),
      };
    }
    if (kind === 'putObject') {
      const names = Object.keys(typesOf(thing)).filter((name) => name !== 'components' && c.chance(50));
      const value: JsonObject = Object.fromEntries(
        names.map((name) => [name, this.#body(typesOf(thing)[name]!, c)]),
      );
      return {
        method: 'PUT',
        url: `/exposed/object/${id}`,
        body: { value },
        expected: () => this.#writes.putObject(thing, value),
      };
    }
    const { spot, url } = this.#spot(thing, c);
    if (kind === 'reset') {
      return {
        method: 'POST',
        url: `/exposed/object/${id}/${url}/reset`,
        expected: () => this.#writes.reset(spot),
      };
    }
    const value = this.#body(this.#model.typeOf(spot), c);
    return {
      method: 'PUT',
      url: `/exposed/object/${id}/${url}`,
      body: { value },
      expected: () => this.#writes.put(spot, value),
    };
  }

  /** A member of a thing, its inline components or its references, and the spelling of its path. */
  #spot(thing: Thing, c: Choices): { spot: Spot; url: string } {
    let at = { root: thing, path: '', thing, url: '' };
    for (let n = 0; n < 3; n++) {
      const member = c.pick(Object.keys(typesOf(at.thing)));
      const type = typesOf(at.thing)[member]!;
      const path = `${at.path}${member}`;
      const url = `${at.url}${member}`;
      const here = { root: at.root, path, thing: at.thing, member, parts: [] };
      const next = c.chance(60) ? this.#below(at.thing, member, type, c) : undefined;
      if (next !== undefined) {
        const isOther = next.thing.handle !== undefined;
        at = {
          root: isOther ? next.thing : at.root,
          path: isOther ? '' : `${path}${next.step}/`,
          thing: next.thing,
          url: `${url}${next.spelled}/`,
        };
        continue;
      }
      if ((type.of === 'Vector3' || type.of === 'Transform') && c.chance(50)) {
        const parts = type.of === 'Vector3' ? ['y'] : c.chance(50) ? ['position', 'x'] : ['scale'];
        const tail = `/${parts.join('/')}`;
        return { spot: { ...here, path: path + tail, parts }, url: url + tail };
      }
      return { spot: here, url };
    }
    const member = Object.keys(typesOf(at.thing))[0]!;
    const spot: Spot = { root: at.root, path: at.path + member, thing: at.thing, member, parts: [] };
    return { spot, url: at.url + member };
  }

  #below(
    thing: Thing,
    member: string,
    type: Type,
    c: Choices,
  ): { thing: Thing; step: string; spelled: string } | undefined {
    if (type.of === 'reference') {
      const found = thing.values[member] as Thing | null;
      return found === null || found.isDead ? undefined : { thing: found, step: '', spelled: '' };
    }
    if (type.of !== 'references') return undefined;
    const things = thing.values[member] as (Thing | null)[];
    if (things.length === 0) return undefined;
    const index = c.below(things.length);
    const found = things[index]!;
    if (found === null || found.isDead) return undefined;
    const isFirst =
      things.findIndex((each) => each?.isDead === false && each.className === found.className) === index;
    const byType = isFirst && c.chance(50);
    return {
      thing: found,
      step: `/${index}`,
      spelled: byType ? `[${found.className}]` : c.chance(50) ? `/${index}` : `[${index}]`,
    };
  }

  #body(type: Type, c: Choices): Json {
    if (c.chance(6)) return c.pick(wrong);
    switch (type.of) {
      case 'Single':
        return c.pick<Json>([2, 0.1, '0.5', 1e39]);
      case 'Int32':
        return c.pick<Json>([2, 7, 1.5, 'x']);
      case 'String':
        return c.pick<Json>(['b', 'a', '', null, 3]);
      case 'Boolean':
        return c.pick<Json>([false, true, 'x']);
      case 'Vector3':
        return c.pick<Json>([{ x: 5 }, { y: 0.1, z: 2 }, { x: 1, y: 2, z: 3 }, { x: 'no' }]);
      case 'Transform':
        return c.pick<Json>([
          { position: { x: 4 } },
          { scale: { x: 2, y: 2, z: 2 } },
          {},
          { rotation: { w: 'no' } },
        ]);
      case 'asset':
        return c.pick<Json>(['guid-clip', 'guid-late', 'guid-none', null, { '@guid': 'guid-clip' }]);
      case 'reference':
        return this.#reference(type.to, c);
      case 'references':
        return Array.from({ length: c.below(3) }, () => this.#reference(type.to, c));
    }
  }

  #reference(to: string, c: Choices): Json {
    const owners = this.#model.gameObjects.filter(({ handle }) => handle !== undefined);
    const wanted = this.#model.registered.filter(({ className }) => className === to);
    const holding = owners.filter((each) => componentsOf(each).some(({ className }) => className === to));
    if (holding.length > 0 && c.chance(50)) {
      const owner = c.pick(holding);
      const index = componentsOf(owner).findIndex(({ className }) => className === to);
      return { '@ref': `${owner.handle!.key}.components[${c.chance(50) ? to : index}]` };
    }
    if (wanted.length === 0 || c.chance(15)) return c.chance(50) ? null : { '@type': to, '@truncated': true };
    return { '@ref': this.#idOf(c.chance(90) ? c.pick(wanted) : c.pick(this.#model.registered), c) };
  }

  #idOf({ handle }: Thing, c: Choices): string {
    return c.chance(50) ? handle!.key : handle!.id;
  }

  engine(c: Choices, indexOf: (thing: Thing) => number): StageAction | undefined {
    const { gameObjects, things } = this.#model;
    const kind = c.pick(['name', 'active', 'transform', 'parent', 'accessor'] as const);
    if (kind === 'accessor') {
      const rigs = things.filter(({ className }) => className === 'Stage.Rig');
      if (rigs.length === 0) return undefined;
      const rig = c.pick(rigs);
      const level = c.pick([0.5, 3, 4]);
      return {
        text: `rig ${indexOf(rig)}.level = ${level}`,
        expected: () => this.#set(rig, 'level', level),
        perform: ({ targets }) => void Reflect.set(targets[indexOf(rig)]!, 'level', level),
      };
    }
    if (gameObjects.length === 0) return undefined;
    const thing = c.pick(gameObjects);
    const index = indexOf(thing);
    if (kind === 'parent') {
      const parent = c.chance(30) ? undefined : c.pick(gameObjects);
      for (let each = parent; each !== undefined; each = each.parent) if (each === thing) return undefined;
      return {
        text: `thing ${index} under ${parent === undefined ? 'nothing' : indexOf(parent)}`,
        expected: () => {
          thing.parent = parent;
        },
        perform: (subject) => subject.setParent(index, parent && indexOf(parent)),
      };
    }
    const value = {
      name: c.pick(['Vera', 'Otto']),
      active: c.chance(50),
      transform: {
        position: { x: c.below(3), y: 0, z: 0 },
        rotation: { x: 0, y: 0, z: 0, w: 1 },
        scale: { x: 1, y: 1, z: 1 },
      },
    }[kind];
    return {
      text: `thing ${index}.${kind} = ${JSON.stringify(value)}`,
      expected: () => this.#set(thing, kind, value),
      perform: ({ targets }) => {
        const target = targets[index] as GameObject;
        if (kind === 'name') target.name = value as string;
        else if (kind === 'active') target.activeSelf = value as boolean;
        else target.transform = value as GameObject['transform'];
      },
    };
  }

  #set(thing: Thing, member: string, value: unknown): void {
    this.#writes.set({ root: thing, path: member, thing, member, parts: [] }, value, false);
  }
}
