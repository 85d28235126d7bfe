/** The types of the independent host. */

// biome-ignore lint/suspicious/noExplicitAny: values are JSON
export type Json = any;

export interface Member {
  readonly name: string;
  readonly type: string;
  readonly isReadOnly?: true;
  readonly isKey?: true;
  /** The application changes it by itself, and files do not contain it. */
  readonly isOwn?: true;
  /** Adjusts a written value to the limits of the application. */
  readonly settle?: (value: Json) => Json;
  /** Maximum length of a list. */
  readonly most?: number;
}

export interface HostFunction {
  readonly name: string;
  readonly returnType: string;
  readonly parameters: readonly { readonly name: string; readonly type: string; readonly value?: Json }[];
  readonly run: (self: Json, ...args: Json[]) => Json;
}

export interface HostClass {
  readonly kind: 'component' | 'class' | 'struct' | 'static';
  readonly base?: string;
  readonly isAbstract?: true;
  readonly members: readonly Member[];
  readonly functions?: readonly HostFunction[];
}

export class Refusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const within = (low: number, high: number) => (value: number) => Math.min(high, Math.max(low, value));

export const stages = ['Seed', 'Sprout', 'Bloom'];

/** Components of vector values. */
export const vectors: Readonly<Record<string, string>> = { Vector3: 'xyz', Color: 'rgba' };

export const classes: Readonly<Record<string, HostClass>> = {
  Plant: {
    kind: 'component',
    isAbstract: true,
    members: [
      { name: 'height', type: 'Single', isOwn: true },
      { name: 'water', type: 'Int32', settle: within(0, 100) },
      { name: 'stage', type: 'Stage' },
    ],
  },
  Rose: {
    kind: 'component',
    base: 'Plant',
    members: [
      { name: 'soil', type: 'Soil' },
      { name: 'petals', type: 'Petal[]', most: 4 },
      { name: 'gardener', type: 'Gardener' },
      { name: 'labels', type: 'String[]', most: 3 },
      { name: 'at', type: 'Vector3' },
    ],
    functions: [
      {
        name: 'Pour',
        returnType: 'Int32',
        parameters: [{ name: 'litres', type: 'Int32', value: 2 }],
        run: (self, litres) => {
          self.water = within(0, 100)(self.water + litres);
          return self.water;
        },
      },
    ],
  },
  Moss: { kind: 'component', base: 'Plant', members: [{ name: 'isDry', type: 'Boolean' }] },
  Gardener: {
    kind: 'component',
    members: [
      { name: 'motto', type: 'String' },
      { name: 'wage', type: 'Double', settle: within(10, 20) },
      { name: 'hours', type: 'Double', isReadOnly: true },
    ],
  },
  Bee: { kind: 'component', members: [{ name: 'honey', type: 'Int32' }] },
  Sky: {
    kind: 'static',
    members: [
      { name: 'light', type: 'Double', isOwn: true },
      { name: 'tint', type: 'Color' },
    ],
    functions: [{ name: 'Clear', returnType: 'Void', parameters: [], run: () => null }],
  },
  Soil: {
    kind: 'class',
    members: [
      { name: 'acidity', type: 'Double' },
      { name: 'mix', type: 'Mix' },
    ],
  },
  Mix: {
    kind: 'struct',
    members: [
      { name: 'sand', type: 'Single' },
      { name: 'grain', type: 'Grain' },
    ],
  },
  Grain: { kind: 'struct', members: [{ name: 'size', type: 'Int32' }] },
  Petal: {
    kind: 'class',
    members: [
      { name: 'code', type: 'String', isKey: true },
      { name: 'tint', type: 'Color' },
    ],
  },
};

export function membersOf(type: string): readonly Member[] {
  const { base, members } = classes[type]!;
  return base === undefined ? members : [...membersOf(base), ...members];
}

export function functionsOf(type: string): readonly HostFunction[] {
  const { base, functions = [] } = classes[type]!;
  return base === undefined ? functions : [...functionsOf(base), ...functions];
}

export function isA(type: string, wanted: string): boolean {
  return type === wanted || (classes[type]?.base !== undefined && isA(classes[type].base, wanted));
}

export const elementOf = (type: string) => (type.endsWith('[]') ? type.slice(0, -2) : undefined);

export const isReference = (type: string) => ['component', 'static'].includes(classes[type]?.kind ?? '');

/** The type of a member of a vector or composite, or of a list element. */
export function typeWithin(type: string, name: string): string | undefined {
  if (vectors[type]?.includes(name)) return 'Single';
  return classes[type] && membersOf(type).find((member) => member.name === name)?.type;
}
