import type { CapturedMembers } from '../model/captured.js';
import { type Answer, Model } from '../model/model.js';
import type { Registered } from '../model/registry.js';
import type { ClassSpec, MemberSpec, TypeSpec } from '../table/spec.js';
import type { ClassName } from './application.js';

/** An object of the engine. These classes are those of application.ts, without engine and service. */
abstract class Part {
  instanceId: bigint | undefined;
  abstract readonly gameObject: GameObject;
  /** The defaults of a component that is shown inside of its game object. */
  defaults: CapturedMembers | undefined;
}

abstract class Component extends Part {
  gameObject!: GameObject;
}

class Rig extends Component {
  level = 0.5;
  at = { x: 1, y: 2, z: 3 };
  aim: Lamp | null = null;
  others: (Rig | null)[] = [];
  clip: string | null = null;
}

class Lamp extends Component {
  power = 1;
  title: string | null = 'lamp';
  aim: Rig | null = null;
}

class Desk {
  fade = 2;
  aim: Rig | null = null;
  lamps: (Lamp | null)[] = [];
  stand: GameObject | null = null;
}

export class GameObject extends Part {
  readonly gameObject = this;
  #name = '';
  active = true;
  readonly components: Component[] = [];
  transform = {
    position: { x: 0, y: 0, z: 0 },
    rotation: { x: 0, y: 0, z: 0, w: 1 },
    scale: { x: 1, y: 1, z: 1 },
  };
  parent: GameObject | undefined;

  get name(): string {
    return this.#name;
  }

  set name(name: string | null) {
    this.#name = name ?? '';
  }
}

export type Thing = GameObject | Rig | Lamp | Desk;

const scalar = (name: 'Single' | 'Int32' | 'String' | 'Boolean' | 'Asset'): TypeSpec => ({
  of: 'scalar',
  name,
});
const reference = (name: string): TypeSpec => ({ of: 'class', name });
const references = (name: string): TypeSpec => ({ of: 'array', element: reference(name) });

function classSpec(
  name: string,
  types: Readonly<Record<string, TypeSpec>>,
  more: Partial<ClassSpec> = {},
): ClassSpec {
  const members = Object.entries(types).map(
    ([name, type]): MemberSpec => ({
      name,
      type,
      how: 'accessor',
      value: '',
      isNullable: type.of === 'class',
      isReadOnly: name === 'components',
    }),
  );
  return { name, via: 'decorators', kind: 'component', members, functions: [], ...more };
}

const specs = [
  classSpec('Component', {}, { kind: 'class', isAbstract: true }),
  classSpec(
    'Stage.Rig',
    {
      level: scalar('Single'),
      at: { of: 'parts', name: 'Vector3' },
      aim: reference('Stage.Lamp'),
      others: references('Stage.Rig'),
      clip: scalar('Asset'),
    },
    { base: 'Component' },
  ),
  classSpec(
    'Stage.Lamp',
    { power: scalar('Int32'), title: scalar('String'), aim: reference('Stage.Rig') },
    { base: 'Component' },
  ),
  classSpec(
    'Stage.Desk',
    {
      fade: scalar('Single'),
      aim: reference('Stage.Rig'),
      lamps: references('Stage.Lamp'),
      stand: reference('GameObjectWithTransform'),
    },
    { kind: 'class' },
  ),
  classSpec('GameObjectWithTransform', {
    name: scalar('String'),
    active: scalar('Boolean'),
    components: references('Component'),
    transform: { of: 'parts', name: 'TransformValue' },
  }),
];
const constructors = {
  Component,
  'Stage.Rig': Rig,
  'Stage.Lamp': Lamp,
  'Stage.Desk': Desk,
  GameObjectWithTransform: GameObject,
} as never;

/** The model with a scene graph. */
export class Stage extends Model {
  /** The numbers of the things, which are indexes into the targets of the subject. */
  readonly numbers = new Map<Thing, number>();

  constructor() {
    super({ classes: specs }, constructors, {});
  }

  get things(): Thing[] {
    return [...this.numbers.keys()];
  }

  get gameObjects(): GameObject[] {
    return this.things.filter((each) => each instanceof GameObject);
  }

  create<T extends Thing>(className: ClassName | 'GameObjectWithTransform', number: number): T {
    const made = new (this.schema.find(className)!.constructorFunction)() as T;
    this.numbers.set(made, number);
    return made;
  }

  addComponent(owner: GameObject, component: Component, instanceId: bigint | undefined): void {
    component.gameObject = owner;
    component.instanceId = instanceId;
    owner.components.push(component);
    if (this.registry.byTarget(owner) !== undefined) component.defaults = this.defaultsOf(component);
  }

  enter(thing: Thing, id: string, key: string): void {
    const gameObject = gameObjectOf(thing);
    const idOf = (each: object) => this.registry.byTarget(each)?.id;
    this.register(thing, this.schema.classOf(thing), {
      id,
      key,
      get name() {
        return gameObject?.name ?? key;
      },
      /** A game object without a handle is represented by its first component with one. */
      get parentId() {
        const parent = gameObject?.parent;
        return parent && [parent, ...parent.components].map(idOf).find((each) => each !== undefined);
      },
    });
    if (thing instanceof GameObject)
      for (const each of thing.components) each.defaults ??= this.defaultsOf(each);
  }

  /** Destroys a thing with all that it contains; references to it become null. */
  kill(thing: Thing): void {
    if (thing instanceof GameObject) {
      for (const child of this.gameObjects.filter(({ parent }) => parent === thing)) this.kill(child);
      for (const component of [...thing.components]) this.kill(component as Thing);
    } else if (thing instanceof Component) {
      thing.gameObject.components.splice(thing.gameObject.components.indexOf(thing), 1);
    }
    const registered = this.registry.byTarget(thing);
    if (registered !== undefined) this.registry.remove(registered);
    this.numbers.delete(thing);
    for (const each of this.things) {
      for (const [name, value] of Object.entries(each)) {
        if (value === thing) Reflect.set(each, name, null);
        else if (Array.isArray(value) && value.includes(thing))
          value.splice(0, value.length, ...value.map((item) => (item === thing ? null : item)));
      }
    }
  }

  reparent({ target }: Registered, parentId: string | null): Answer {
    const child = gameObjectOf(target);
    const resolved = parentId === null ? undefined : this.registry.resolve(parentId);
    const above = resolved && gameObjectOf(resolved.target);
    if (child === undefined || (parentId !== null && above === undefined)) return { status: 400 };
    if (isInside(above, child)) return { status: 400 };
    child.parent = above;
    return {
      status: 200,
      body: this.reader.object(this.registry.byTarget(target)!, Number.POSITIVE_INFINITY),
    };
  }
}

/** True if an object is the other one or below it. */
export function isInside(object: GameObject | undefined, other: GameObject): boolean {
  return object !== undefined && (object === other || isInside(object.parent, other));
}

function gameObjectOf(target: object): GameObject | undefined {
  return target instanceof Part ? target.gameObject : undefined;
}
