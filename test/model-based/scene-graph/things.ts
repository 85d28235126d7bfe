import { type ClassName, memberTypes, type Type } from './application.js';

/** The value of a member: a plain value or things. */
export type Value = unknown;

/** Anything with members, as data: a game object, a component, or an object outside the engine. */
export interface Thing {
  readonly className: ClassName | 'GameObjectWithTransform';
  readonly values: Record<string, Value>;
  readonly instanceId: bigint | undefined;
  /** The game object of a component. */
  readonly owner: GameObjectThing | undefined;
  /** Its session id and source key if it is registered. */
  handle: { readonly id: string; readonly key: string } | undefined;
  /** Its values at registration. */
  defaults: Readonly<Record<string, Value>> | undefined;
  readonly edited: Set<string>;
  isDead: boolean;
}

export interface GameObjectThing extends Thing {
  parent: GameObjectThing | undefined;
}

export interface Vector {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

const zero: Vector = { x: 0, y: 0, z: 0 };

const begun: Readonly<Record<ClassName, Readonly<Record<string, Value>>>> = {
  'Stage.Rig': { level: 0.5, at: { x: 1, y: 2, z: 3 }, aim: null, others: [], clip: null },
  'Stage.Lamp': { power: 1, title: 'lamp', aim: null },
  'Stage.Desk': { fade: 2, aim: null, lamps: [], stand: null },
};

export function newThing(
  className: ClassName,
  instanceId: bigint | undefined,
  owner: GameObjectThing | undefined,
): Thing {
  const values = { ...begun[className] };
  return { ...bare, className, values, instanceId, owner, edited: new Set() };
}

export function newGameObject(name: string, instanceId: bigint): GameObjectThing {
  const transform = { position: zero, rotation: { ...zero, w: 1 }, scale: { x: 1, y: 1, z: 1 } };
  return {
    ...bare,
    className: 'GameObjectWithTransform',
    values: { name, active: true, components: [], transform },
    instanceId,
    owner: undefined,
    edited: new Set(),
    parent: undefined,
  };
}

const bare = { handle: undefined, defaults: undefined, isDead: false };

export function isGameObject(thing: Thing): thing is GameObjectThing {
  return thing.className === 'GameObjectWithTransform';
}

/** The game object itself, or that of a component. */
export function gameObjectOf(thing: Thing): GameObjectThing | undefined {
  return isGameObject(thing) ? thing : thing.owner;
}

export function componentsOf(gameObject: GameObjectThing): Thing[] {
  return gameObject.values.components as Thing[];
}

export function nameOf(thing: Thing): string {
  const gameObject = gameObjectOf(thing);
  return gameObject === undefined ? thing.handle!.key : (gameObject.values.name as string);
}

export function typesOf({ className }: Thing): Readonly<Record<string, Type>> {
  return memberTypes[className];
}
