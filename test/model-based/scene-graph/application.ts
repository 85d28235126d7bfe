import { exposedClass, exposedField, type RemoteControlService } from 'sim-host';
import { Component, type GameObject } from '../../../dist/sim-host/engine/index.js';

/** A component of the application. */
@exposedClass({ name: 'Stage.Rig', kind: 'component' })
export class Rig extends Component {
  @exposedField({ type: 'Single' }) accessor level = 0.5;
  @exposedField({ type: 'Vector3' }) accessor at = { x: 1, y: 2, z: 3 };
  @exposedField({ type: 'Stage.Lamp', nullable: true }) accessor aim: Lamp | null = null;
  @exposedField({ type: 'Stage.Rig[]' }) accessor others: (Rig | null)[] = [];
  @exposedField({ type: 'Asset<Clip>', nullable: true }) accessor clip: string | null = null;
}

/** A component as scene files declare it, whose values the service stores. */
export class Lamp extends Component {
  power = 1;
  title: string | null = 'lamp';
  aim: Rig | null = null;
}

/** An object outside the engine. */
@exposedClass({ name: 'Stage.Desk' })
export class Desk {
  @exposedField({ type: 'Single' }) accessor fade = 2;
  @exposedField({ type: 'Stage.Rig', nullable: true }) accessor aim: Rig | null = null;
  @exposedField({ type: 'Stage.Lamp[]' }) accessor lamps: (Lamp | null)[] = [];
  @exposedField({ type: 'GameObjectWithTransform', nullable: true }) accessor stand: GameObject | null = null;
}

export type ClassName = 'Stage.Rig' | 'Stage.Lamp' | 'Stage.Desk';

export function defineLamp({ classes }: RemoteControlService): void {
  const types = { power: 'Int32', title: 'String', aim: 'Stage.Rig' };
  classes.define({
    name: 'Stage.Lamp',
    kind: 'component',
    constructorFunction: Lamp,
    functions: [],
    members: Object.entries(types).map(([name, type]) => ({
      name,
      type,
      kind: 'field' as const,
      observed: true,
      ...(name === 'aim' && { nullable: true }),
      get: (target) => Reflect.get(target, name) as unknown,
      set: (target, value) => void Reflect.set(target, name, value),
    })),
  });
}

/** Creates an instance of an application class as engine code does. */
export function create(className: ClassName): Rig | Lamp | Desk {
  switch (className) {
    case 'Stage.Rig':
      return new Rig();
    case 'Stage.Lamp':
      return new Lamp();
    case 'Stage.Desk':
      return new Desk();
  }
}
