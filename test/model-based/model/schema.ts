import type { Classes } from '../table/evaluate.js';
import type { ClassSpec, FunctionSpec, MemberSpec, Table } from '../table/spec.js';

/** A class with its inherited members. */
export interface ModelClass {
  readonly name: string;
  readonly spec: ClassSpec;
  readonly constructorFunction: (new () => object) & object;
  /** The members of its bases first. */
  readonly members: readonly MemberSpec[];
  readonly functions: readonly FunctionSpec[];
  /** The names of the class and its bases. */
  readonly isA: ReadonlySet<string>;
}

/** The classes of a world. */
export class Schema {
  readonly classes: readonly ModelClass[];
  /** Names of members that setters and functions set. */
  readonly setByCode: ReadonlySet<string>;

  constructor({ classes }: Table, constructors: Classes) {
    const made: ModelClass[] = [];
    for (const spec of classes) {
      const base = made.find(({ name }) => name === spec.base);
      made.push({
        name: spec.name,
        spec,
        constructorFunction: constructors[spec.name]!,
        members: [...(base?.members ?? []), ...spec.members],
        functions: [...(base?.functions ?? []), ...spec.functions],
        isA: new Set([spec.name, ...(base?.isA ?? [])]),
      });
    }
    this.classes = made;
    const effects = classes.flatMap(({ members, functions }) => [
      ...members.flatMap(({ setter }) => setter?.effects ?? []),
      ...functions.flatMap((each) => each.effects),
    ]);
    this.setByCode = new Set(effects.flatMap((each) => ('member' in each ? [each.member] : [])));
  }

  find(name: string): ModelClass | undefined {
    return this.classes.find((each) => each.name === name);
  }

  classOf(instance: object): ModelClass {
    return this.classes.find(
      (each) => each.constructorFunction === instance.constructor || each.constructorFunction === instance,
    )!;
  }

  isComponent(name: string): boolean {
    return this.find(name)?.spec.kind === 'component';
  }

  /** The class that a write without `@type` instantiates. */
  firstConcrete(name: string): ModelClass | undefined {
    return this.classes.find(
      ({ spec, isA }) => isA.has(name) && !spec.isAbstract && ['class', 'struct'].includes(spec.kind),
    );
  }
}
