/** The frequencies of events in a run: weights for `Choices.weighted`, and chances in percent. */
export interface Mix {
  readonly via: Weights<'decorators' | 'exposeClass' | 'define' | 'scene'>;
  readonly kind: Weights<'class' | 'struct' | 'static'>;
  readonly how: Weights<'accessor' | 'field' | 'property' | 'computed'>;
  readonly types: Weights<'scalar' | 'enum' | 'parts' | 'class' | 'array'>;
  /** When a setter throws. */
  readonly throws: Weights<undefined | 'before' | 'after'>;
  readonly steps: Weights<'request' | 'engine' | 'batch' | 'register' | 'unregister'>;
  readonly requests: Weights<'get' | 'put' | 'putObject' | 'array' | 'reset' | 'call'>;
  readonly engine: Weights<'set' | 'assign' | 'link' | 'clean' | 'keep' | 'useKept'>;
  /** A property has a setter with side effects or other behaviour. */
  readonly setter: number;
  /** A setter that does not throw also sets other members. */
  readonly effects: number;
  /** A function is asynchronous. */
  readonly later: number;
  /** A function unregisters its own object or another. */
  readonly destroys: number;
  /** A class has a key. */
  readonly keyed: number;
  /** A getter sometimes throws. */
  readonly touchy: number;
  /** A member shares its instance or contains others of its own class. */
  readonly graph: number;
  /** A value is one that throwing setters reject. */
  readonly refused: number;
  /** A value has another type than the member. */
  readonly wrong: number;
  /** A value refers to a registered object if one fits. */
  readonly references: number;
  /** An assigned instance is a long chain of instances. */
  readonly chains: number;
  /** A member of an object is in its body. */
  readonly listed: number;
}

type Weights<T> = readonly (readonly [weight: number, item: T])[];

const anything: Mix = {
  via: [
    [6, 'decorators'],
    [2, 'exposeClass'],
    [2, 'define'],
    [2, 'scene'],
  ],
  kind: [
    [7, 'class'],
    [2, 'struct'],
    [1, 'static'],
  ],
  how: [
    [4, 'accessor'],
    [2, 'field'],
    [3, 'property'],
    [1, 'computed'],
  ],
  types: [
    [5, 'scalar'],
    [1, 'enum'],
    [2, 'parts'],
    [3, 'class'],
    [3, 'array'],
  ],
  throws: [
    [4, undefined],
    [1, 'before'],
    [1, 'after'],
  ],
  steps: [
    [24, 'request'],
    [6, 'engine'],
    [3, 'batch'],
    [1, 'register'],
    [1, 'unregister'],
  ],
  requests: [
    [3, 'get'],
    [8, 'put'],
    [4, 'putObject'],
    [6, 'array'],
    [3, 'reset'],
    [4, 'call'],
  ],
  engine: [
    [4, 'set'],
    [3, 'assign'],
    [1, 'link'],
    [1, 'clean'],
    [1, 'keep'],
    [1, 'useKept'],
  ],
  setter: 60,
  effects: 50,
  later: 30,
  destroys: 6,
  keyed: 40,
  touchy: 0,
  graph: 5,
  refused: 3,
  wrong: 6,
  references: 25,
  chains: 3,
  listed: 40,
};

/**
 * Faults need focused mixes, so most runs are of one kind; the first is the simplest one to shrink to.
 */
export const mixes = {
  anything: [4, anything],
  // Setters that throw and set others.
  throwing: [
    2,
    {
      ...anything,
      via: [
        [3, 'decorators'],
        [1, 'exposeClass'],
        [1, 'define'],
      ],
      how: [
        [2, 'accessor'],
        [1, 'field'],
        [6, 'property'],
      ],
      types: [
        [8, 'scalar'],
        [1, 'class'],
      ],
      throws: [
        [2, undefined],
        [1, 'before'],
        [2, 'after'],
      ],
      requests: [
        [2, 'put'],
        [8, 'putObject'],
        [1, 'reset'],
        [1, 'call'],
      ],
      setter: 90,
      refused: 20,
    },
  ],
  // Functions, most of them asynchronous, that change unreported members.
  functions: [
    1,
    {
      ...anything,
      how: [
        [1, 'accessor'],
        [4, 'field'],
        [1, 'property'],
        [1, 'computed'],
      ],
      requests: [
        [1, 'put'],
        [6, 'call'],
      ],
      later: 80,
      destroys: 30,
    },
  ],
  // Static classes and assignments by application code.
  statics: [
    1,
    {
      ...anything,
      kind: [
        [1, 'class'],
        [3, 'static'],
      ],
      steps: [
        [1, 'request'],
        [1, 'engine'],
      ],
    },
  ],
  // Elements with keys.
  keyed: [
    1,
    {
      ...anything,
      kind: [
        [2, 'class'],
        [2, 'struct'],
      ],
      how: [
        [2, 'accessor'],
        [1, 'field'],
      ],
      types: [
        [2, 'scalar'],
        [3, 'class'],
        [5, 'array'],
      ],
      requests: [
        [3, 'put'],
        [4, 'array'],
        [3, 'reset'],
      ],
      keyed: 90,
    },
  ],
  // Classes of scene files, whose values the service stores.
  scene: [
    1,
    {
      ...anything,
      via: [
        [8, 'scene'],
        [1, 'decorators'],
      ],
    },
  ],
  // Getters that throw; setters do not, because an unreadable value cannot be rolled back.
  touchy: [
    1,
    {
      ...anything,
      how: [
        [2, 'accessor'],
        [1, 'field'],
        [6, 'property'],
        [1, 'computed'],
      ],
      types: [
        [5, 'scalar'],
        [2, 'class'],
        [1, 'array'],
      ],
      throws: [[1, undefined]],
      setter: 20,
      touchy: 70,
      refused: 25,
    },
  ],
  // Shared instances and cycles.
  graphs: [
    2,
    {
      ...anything,
      types: [
        [3, 'scalar'],
        [4, 'class'],
        [2, 'array'],
      ],
      engine: [
        [1, 'set'],
        [1, 'assign'],
        [8, 'link'],
      ],
      steps: [
        [4, 'request'],
        [3, 'engine'],
      ],
      graph: 40,
    },
  ],
  // Side effects of setters in bodies where a later setter throws.
  undone: [
    1,
    {
      ...anything,
      via: [
        [4, 'decorators'],
        [1, 'exposeClass'],
        [1, 'define'],
      ],
      kind: [[1, 'class']],
      how: [
        [2, 'accessor'],
        [2, 'field'],
        [4, 'property'],
      ],
      types: [[1, 'scalar']],
      throws: [
        [2, undefined],
        [1, 'before'],
        [1, 'after'],
      ],
      requests: [
        [1, 'put'],
        [4, 'putObject'],
      ],
      engine: [
        [4, 'set'],
        [1, 'clean'],
      ],
      setter: 95,
      effects: 90,
      refused: 65,
      wrong: 1,
      listed: 70,
    },
  ],
  // References to objects that are added and removed, in cached JSON.
  references: [
    1,
    {
      ...anything,
      via: [
        [8, 'scene'],
        [1, 'decorators'],
      ],
      kind: [[1, 'class']],
      types: [
        [2, 'scalar'],
        [6, 'class'],
        [1, 'array'],
      ],
      steps: [
        [8, 'request'],
        [1, 'engine'],
        [3, 'register'],
        [4, 'unregister'],
      ],
      requests: [
        [6, 'put'],
        [2, 'putObject'],
        [1, 'reset'],
      ],
      references: 80,
    },
  ],
  // Paths below vectors and colours that are null.
  nulls: [
    1,
    {
      ...anything,
      types: [
        [1, 'scalar'],
        [8, 'parts'],
        [2, 'class'],
        [1, 'array'],
      ],
      requests: [
        [4, 'get'],
        [6, 'put'],
        [2, 'putObject'],
        [1, 'array'],
        [3, 'reset'],
      ],
      engine: [
        [3, 'set'],
        [2, 'assign'],
      ],
    },
  ],
  // Long chains.
  chains: [
    1,
    {
      ...anything,
      via: [
        [2, 'decorators'],
        [1, 'exposeClass'],
        [1, 'define'],
      ],
      kind: [[1, 'class']],
      types: [
        [3, 'scalar'],
        [1, 'class'],
      ],
      engine: [[1, 'link']],
      steps: [
        [1, 'request'],
        [2, 'engine'],
      ],
      graph: 60,
      chains: 60,
    },
  ],
  // Properties kept by the application while keyed elements move.
  kept: [
    1,
    {
      ...anything,
      kind: [
        [2, 'class'],
        [1, 'struct'],
      ],
      how: [
        [2, 'accessor'],
        [1, 'field'],
      ],
      types: [
        [1, 'scalar'],
        [1, 'class'],
        [6, 'array'],
      ],
      requests: [
        [1, 'put'],
        [4, 'array'],
      ],
      engine: [
        [2, 'keep'],
        [3, 'useKept'],
      ],
      steps: [
        [1, 'request'],
        [1, 'engine'],
      ],
      keyed: 95,
    },
  ],
} satisfies Readonly<Record<string, readonly [weight: number, mix: Mix]>>;

export type MixName = keyof typeof mixes;

/** The kind for a number below the sum of the weights. */
export const drawnMixes: Weights<Mix> = Object.values(mixes);
