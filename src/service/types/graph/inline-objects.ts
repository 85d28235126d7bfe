import type { Type } from '../type.js';
import { isArray, isComposite, isLeaf, isNullable, itemsOf } from './kinds.js';

/** Returns those of `wanted` that a value contains inline, at any depth. */
export function reachedObjects(type: Type, value: unknown, wanted: ReadonlySet<object>): ReadonlySet<object> {
  const reached = new Set<object>();
  const seen = new Set<object>();
  const pending: (readonly [Type, unknown])[] = [[type, value]];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [of, each] = next;
    if (isLeaf(of) || each === null || each === undefined) continue;
    if (isNullable(of)) pending.push([of.inner, each]);
    else if (isArray(of)) {
      if (!isLeaf(of.element)) for (const item of itemsOf(each) ?? []) pending.push([of.element, item]);
    } else if (isComposite(of)) {
      const target = of.living(each);
      const cls = target && of.classOfInline(target);
      if (cls === undefined || seen.has(target!)) continue;
      seen.add(target!);
      if (wanted.has(target!)) reached.add(target!);
      for (const member of cls.members)
        if (!isLeaf(member.type)) pending.push([member.type, member.read(target!)]);
    }
  }
  return reached;
}
