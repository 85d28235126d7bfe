import type { ExposedClass } from '../exposed-class.js';
import type { ExposedMember } from '../exposed-member.js';
import type { Type } from '../type.js';
import { isArray, isComposite, isLeaf, isNullable, itemsOf } from './kinds.js';

/**
 * Yields the inline objects of a value, once per path to them; the contents of an object are visited once.
 * @param leads returns the members of a class to follow, except leaves; undefined to skip an object
 */
function* inlineObjects(
  type: Type,
  value: unknown,
  leads: (cls: ExposedClass) => readonly ExposedMember[] | undefined,
): Generator<object> {
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
      const members = cls && leads(cls);
      if (members === undefined) continue;
      yield target!;
      if (seen.has(target!)) continue;
      seen.add(target!);
      for (const member of members)
        if (!isLeaf(member.type)) pending.push([member.type, member.read(target!)]);
    }
  }
}

/** Returns those of `wanted` that a value contains inline. */
export function reachedObjects(type: Type, value: unknown, wanted: ReadonlySet<object>): ReadonlySet<object> {
  const reached = new Set<object>();
  for (const target of inlineObjects(type, value, ({ members }) => members))
    if (wanted.has(target)) reached.add(target);
  return reached;
}
