import type { ExposedMember } from '../exposed-class.js';
import type { Type } from '../type.js';
import { isArray, isComposite, isLeaf, isNullable, itemsOf } from './kinds.js';

/** The inline objects below a value that more than one way leads to. Each is looked at once. */
export function sharedObjects(type: Type, value: unknown): ReadonlySet<object> {
  const seen = new Set<object>();
  const shared = new Set<object>();
  const pending: (readonly [Type, unknown])[] = [[type, value]];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [of, each] = next;
    if (isLeaf(of) || each === null || each === undefined) continue;
    if (isNullable(of)) pending.push([of.inner, each]);
    else if (isArray(of)) for (const item of itemsOf(each) ?? []) pending.push([of.element, item]);
    else if (isComposite(of)) {
      const target = of.living(each);
      const cls = target && of.classOfInline(target);
      if (cls === undefined || cls.isEngineClass) continue;
      if (seen.has(target!)) shared.add(target!);
      else {
        seen.add(target!);
        const inner = (member: ExposedMember) => [member.type, member.read(target!)] as const;
        pending.push(
          ...cls.members.filter((member) => member.isPersistable && !isLeaf(member.type)).map(inner),
        );
      }
    }
  }
  return shared;
}
