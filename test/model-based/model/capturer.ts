import { isWritable, type MemberSpec, type TypeSpec } from '../table/spec.js';
import type { Captured } from './captured.js';
import { type JsonObject, sameJson } from './json.js';
import { isPersistable } from './persistable.js';
import type { Registered } from './registry.js';
import type { ModelClass } from './schema.js';
import { Walker } from './walker.js';

/** Copies values, and compares values with copies. */
export class Capturer extends Walker {
  /** Copies of the members of `of`. */
  members(target: object, cls: ModelClass, of: (member: MemberSpec) => boolean): Record<string, Captured> {
    return Object.fromEntries(
      cls.members.filter(of).map((member) => [member.name, this.#member(target, member, new Map())]),
    );
  }

  #member(target: object, member: MemberSpec, seen: Map<object, Captured>): Captured {
    return this.#capture(this.reader.get(target, member), member.type, seen);
  }

  /** `seen`: the copies of instances already visited. */
  #capture(value: unknown, type: TypeSpec, seen: Map<object, Captured>): Captured {
    if (type.of === 'array') {
      const elements = (value as unknown[]).map((each) => this.#capture(each, type.element, seen));
      return { kind: 'array', elements };
    }
    if (type.of !== 'class') {
      return { kind: 'value', value, json: this.reader.value(value, type, Number.POSITIVE_INFINITY, []) };
    }
    const target = (value ?? null) as object | null;
    const isReferred = target === null || this.schema.isComponent(type.name);
    if (isReferred || this.registry.byTarget(target) !== undefined) return { kind: 'reference', target };
    const known = seen.get(target);
    if (known !== undefined) return known;
    const members: Record<string, Captured> = {};
    const cls = this.schema.classOf(target);
    const captured: Captured = { kind: 'instance', class: cls, members, origin: target };
    seen.set(target, captured);
    for (const member of cls.members.filter(isCaptured)) {
      members[member.name] = this.#member(target, member, seen);
    }
    return captured;
  }

  /** All members that a read shows. */
  shown({ target, class: cls }: Registered): JsonObject {
    return this.reader.members(target, cls, Number.POSITIVE_INFINITY, [target]);
  }

  /** True if the saved values of a member are unchanged. */
  isSavedSame(target: object, member: MemberSpec, captured: Captured): boolean {
    return this.isSame(this.reader.get(target, member), member.type, captured, true);
  }

  /** `assumed`: pairs already being compared, which ends cycles. */
  isSame(
    value: unknown,
    type: TypeSpec,
    captured: Captured,
    saved: boolean,
    assumed: readonly (readonly [unknown, Captured])[] = [],
  ): boolean {
    switch (captured.kind) {
      case 'value':
        return sameJson(this.reader.value(value, type, Number.POSITIVE_INFINITY, []), captured.json);
      case 'reference':
        return (value ?? null) === captured.target;
      case 'array': {
        const elements = value as unknown[];
        if (elements.length !== captured.elements.length || type.of !== 'array') return false;
        return elements.every((each, i) =>
          this.isSame(each, type.element, captured.elements[i]!, saved, assumed),
        );
      }
      case 'instance': {
        const target = (value ?? null) as object | null;
        if (target === null) return false;
        if (this.registry.byTarget(target) !== undefined) return target === captured.origin;
        if (this.schema.classOf(target) !== captured.class) return false;
        if (assumed.some(([each, as]) => each === target && as === captured)) return true;
        const pairs = [...assumed, [target, captured] as const];
        const members = captured.class.members.filter((member) =>
          saved ? isPersistable(member) : isCaptured(member),
        );
        return members.every((member) => {
          const present = this.reader.get(target, member);
          return this.isSame(present, member.type, captured.members[member.name]!, saved, pairs);
        });
      }
    }
  }
}

/** Objects computed by a getter may be endless; wire.md does not define `changed` for them. */
function isCaptured(member: MemberSpec): boolean {
  const isCode = member.how === 'property' || member.how === 'computed';
  const isLeaf = member.type.of !== 'class' && member.type.of !== 'array';
  return isWritable(member) || !isCode || isLeaf;
}
