import type { ExposedClass } from '../exposed-class.js';
import type { ExposedMember } from '../exposed-member.js';
import type { Type } from '../type.js';
import { isArray, isComposite, isLeaf, isNullable, itemsOf } from './kinds.js';

/**
 * The inline objects that a value leads to, once for each way that leads to one; what an object holds itself is gone
 * through once.
 * @param leads says through which members of a class, leaves aside, it goes; undefined for an object that is left out
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

/** Those of `wanted` that a value leads to inline. */
export function reachedObjects(type: Type, value: unknown, wanted: ReadonlySet<object>): ReadonlySet<object> {
  const reached = new Set<object>();
  for (const target of inlineObjects(type, value, ({ members }) => members))
    if (wanted.has(target)) reached.add(target);
  return reached;
}

/** The inline objects of what files hold of a value that more than one way leads to. */
export function sharedObjects(type: Type, value: unknown): ReadonlySet<object> {
  const saved = (cls: ExposedClass) =>
    cls.isEngineClass ? undefined : cls.members.filter(({ isPersistable }) => isPersistable);
  const seen = new Set<object>();
  const shared = new Set<object>();
  for (const target of inlineObjects(type, value, saved)) (seen.has(target) ? shared : seen).add(target);
  return shared;
}
