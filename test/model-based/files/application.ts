import { exposedClass, exposedField, exposedFunction, exposedProperty, exposeEnum } from 'sim-host';
import { Component } from '../../../dist/sim-host/engine/index.js';

/** The application of every run, with one class for each kind of member that files support. */

export const Mode = { Off: 0, Spot: 1, Wash: 5 };
exposeEnum(Mode, { name: 'Model.Mode' });

@exposedClass({ name: 'Model.Tint', kind: 'struct' })
export class Tint {
  @exposedField({ type: 'Single' }) accessor hue = 0.5;
  @exposedField({ type: 'Int32' }) accessor steps = 3;
}

@exposedClass({ name: 'Model.Lens' })
export class Lens {
  @exposedField({ type: 'Single' }) accessor focal = 35;
  @exposedField({ type: 'Single' }) accessor depth = 1;
  @exposedField({ type: 'String', nullable: true }) accessor label: string | null = 'lens';
  @exposedField({ type: Tint }) accessor tint = new Tint();
  @exposedField({ type: 'Model.Rig', nullable: true }) accessor aim: Rig | null = null;
}

@exposedClass({ name: 'Model.Shape', abstract: true })
export class Shape {
  @exposedField({ type: 'Int32' }) accessor sides = 0;
}

@exposedClass({ name: 'Model.Disc' })
export class Disc extends Shape {
  @exposedField({ type: 'Single' }) accessor radius = 1;
}

@exposedClass({ name: 'Model.Box' })
export class Box extends Shape {
  @exposedField({ type: 'Vector3' }) accessor size = { x: 1, y: 1, z: 1 };
}

@exposedClass({ name: 'Model.Cue' })
export class Cue {
  @exposedField({ type: 'String', key: true }) accessor name = 'cue';
  @exposedField({ type: 'Single' }) accessor weight = 0;
}

function lens(focal: number): Lens {
  const made = new Lens();
  made.focal = focal;
  return made;
}

function cue(name: string): Cue {
  const made = new Cue();
  made.name = name;
  return made;
}

@exposedClass({ name: 'Model.Rig', kind: 'component' })
export class Rig extends Component {
  @exposedField({ type: 'Int32' }) accessor count = 1;
  @exposedField({ type: 'Single' }) accessor gain = 0.5;
  @exposedField({ type: 'Double' }) accessor exact = 0.1;
  @exposedField({ type: 'Int64' }) accessor big = 9007199254740993n;
  @exposedField({ type: 'Boolean' }) accessor on = true;
  @exposedField({ type: 'String', nullable: true }) accessor title: string | null = 'rig';
  @exposedField({ type: 'Model.Mode' }) accessor mode = 0;
  @exposedField({ type: 'Vector3' }) accessor place = { x: 1, y: 2, z: 3 };
  @exposedField({ type: 'Color' }) accessor color = { r: 1, g: 1, b: 1, a: 1 };
  @exposedField({ type: Lens }) accessor lens = new Lens();
  @exposedField({ type: 'Model.Lens', nullable: true }) accessor spare: Lens | null = null;
  @exposedField({ type: 'Model.Shape', nullable: true }) accessor shape: Shape | null = new Disc();
  @exposedField({ type: 'Model.Lens[]' }) accessor lenses = [lens(1), lens(2), lens(3)];
  @exposedField({ type: 'Model.Shape[]' }) accessor shapes: Shape[] = [new Disc(), new Box()];
  @exposedField({ type: 'Model.Cue[]' }) accessor cues = [cue('Joy'), cue('Calm')];
  @exposedField({ type: 'Int32[]' }) accessor numbers = [1, 2, 3];
  @exposedField({ type: 'String[]' }) accessor names: (string | null)[] = ['a', 'b'];
  @exposedField({ type: 'Model.Rig', nullable: true }) accessor target: Rig | null = null;
  @exposedField({ type: 'Model.Rig[]' }) accessor targets: (Rig | null)[] = [];
  @exposedField({ type: 'Asset<Clip>', nullable: true }) accessor clip: string | null = null;
  @exposedProperty({ type: 'Int32', persist: false }) accessor momentary = 0;
  @exposedProperty({ type: 'Int32', persist: true, persistScope: 'project' }) accessor level = 4;
  @exposedProperty({ type: 'Model.Rig', nullable: true, persist: true, persistScope: 'project' })
  accessor master: Rig | null = null;
  @exposedProperty({ type: 'Model.Lens', persist: true, persistScope: 'project' })
  accessor house = new Lens();
}

/** A component with a key of its own. */
@exposedClass({ name: 'Model.Fan', kind: 'component' })
export class Fan extends Component {
  @exposedField({ type: 'Single' }) accessor speed = 2;
  @exposedField({ type: Lens }) accessor lens = new Lens();
  @exposedField({ type: 'Model.Lens[]' }) accessor lenses = [lens(1), lens(2)];
  @exposedField({ type: 'Model.Rig', nullable: true }) accessor target: Rig | null = null;
}

/** An object outside the engine. */
@exposedClass({ name: 'Model.Desk' })
export class Desk {
  @exposedField({ type: 'Single' }) accessor fade = 2;
  @exposedField({ type: 'String' }) accessor note = '';
  @exposedField({ type: Lens }) accessor lens = new Lens();
  @exposedField({ type: 'String[]' }) accessor presets: (string | null)[] = ['Wide', 'Close'];
  @exposedField({ type: 'Model.Rig', nullable: true }) accessor target: Rig | null = null;
  @exposedProperty({ type: 'Single', persist: true, persistScope: 'project' }) accessor master = 1;
}

/** Functions of the application with which a user changes the scene. */
export interface Hands {
  spawn(key: string): void;
  destroy(key: string): void;
}

@exposedClass({ name: 'Model.Maker' })
export class Maker {
  readonly #hands: Hands;

  constructor(hands: Hands) {
    this.#hands = hands;
  }

  @exposedFunction({ parameters: { key: { type: 'String' } } })
  spawn(key: string): void {
    this.#hands.spawn(key);
  }

  @exposedFunction({ parameters: { key: { type: 'String' } } })
  destroy(key: string): void {
    this.#hands.destroy(key);
  }
}
