import type { MemberSpec } from '../table/spec.js';
import type { Schema } from './schema.js';

/** Where a member's value is kept in an instance. */
function slotOf({ name, how }: MemberSpec): string | undefined {
  if (how === 'computed') return undefined;
  return how === 'property' ? `_${name}` : name;
}

/** Copies all that can be reached from `roots`; the answer puts everything back. */
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
