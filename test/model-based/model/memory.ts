import type { MemberSpec } from '../table/spec.js';
import type { Schema } from './schema.js';

/** The storage of a member in an instance. */
function slotOf({ name, how }: MemberSpec): string | undefined {
  if (how === 'computed') return undefined;
  return how === 'property' ? `_${name}` : name;
}

/** Copies everything reachable from `roots` and returns a function that restores it. */
export function remember(schema: Schema, roots: readonly object[]): () => void {
  const undo: (() => void)[] = [];
  const seen = new Set<object>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' && typeof value !== 'function') return;
    if (value === null || seen.has(value)) return;
    seen.add(value);
    if (Array.isArray(value)) {
      const copy = [...value];
      undo.push(() => void value.splice(0, value.length, ...copy));
      copy.forEach(visit);
      return;
    }
    for (const member of schema.classOf(value)?.members ?? []) {
      const slot = slotOf(member);
      if (slot === undefined) continue;
      const kept: unknown = Reflect.get(value, slot);
      undo.push(() => void Reflect.set(value, slot, kept));
      visit(kept);
    }
  };
  for (const root of roots) visit(root);
  return () => {
    for (const each of undo) each();
  };
}
