import { isWritable, type MemberSpec } from '../table/spec.js';
import type { Captured } from './captured.js';
import type { ModelClass } from './schema.js';
import { Walker } from './walker.js';

/** Restores values from copies: one instance per copy, reusing the current one of the same class. */
export class Restorer extends Walker {
  /** `assign` is called for every member of an instance. */
  restored(
    from: Captured,
    present: unknown,
    assign: (target: object, member: MemberSpec, value: unknown) => void,
  ): unknown {
    const made = new Map<Captured, object>();
    const taken = new Set<object>();
    const pending: (() => void)[] = [];
    const assigned: (() => void)[][] = [];
    const instance = (captured: Captured & { kind: 'instance' }, current: unknown): object => {
      const known = made.get(captured);
      if (known !== undefined) return known;
      if (this.registry.byTarget(captured.origin) !== undefined) return captured.origin;
      const stays = this.#isInstance(current, captured.class) && !taken.has(current);
      const target = stays ? current : new captured.class.constructorFunction();
      made.set(captured, target);
      taken.add(target);
      pending.push(() => {
        const values = captured.class.members.filter(isWritable).map((member) => {
          const before = this.reader.get(target, member);
          return [member, value(captured.members[member.name]!, before)] as const;
        });
        assigned.push(
          values.map(
            ([member, each]) =>
              () =>
                assign(target, member, each),
          ),
        );
      });
      return target;
    };
    const value = (captured: Captured, current: unknown): unknown => {
      switch (captured.kind) {
        case 'value':
          return captured.value;
        case 'reference':
          return captured.target;
        case 'array':
          return captured.elements.map((each, i) => value(each, (current as unknown[] | undefined)?.[i]));
        case 'instance':
          return instance(captured, current);
      }
    };
    const result = value(from, present);
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) next();
    for (const sets of assigned.reverse()) for (const set of sets) set();
    return result;
  }

  #isInstance(value: unknown, cls: ModelClass): value is object {
    if (typeof value !== 'object' || value === null) return false;
    return this.registry.byTarget(value) === undefined && this.schema.classOf(value) === cls;
  }
}
