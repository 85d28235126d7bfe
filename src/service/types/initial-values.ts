import { failed } from '../common/application-code.js';
import { valueText } from '../common/exception-text.js';
import type { ExposedClass } from './exposed-class.js';
import type { ExposedMember } from './exposed-member.js';
import { isArray, isComposite, isNullable, itemsOf } from './graph/kinds.js';
import { LeafType } from './leaf.js';
import type { Type } from './type.js';

/**
 * Rejects an object whose values do not fit the declared members. Inline objects are checked as well; members that run
 * application code are not. @throws Error that names the class, the member and the expected value
 */
export function checkInitialValues(cls: ExposedClass, target: object): void {
  const seen = new Set<object>();
  const waiting: [cls: ExposedClass, target: object][] = [[cls, target]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [owner, holder] = next;
    if (seen.has(holder)) continue;
    seen.add(holder);
    for (const member of owner.members) {
      if (member.backing === 'owned' || member.runsCode(holder)) continue;
      const where = `${owner.name}.${member.name}`;
      checkInitialValue(member.type, heldBy(member, holder), where, (inner, value) =>
        waiting.push([inner, value]),
      );
    }
  }
}

/** Returns the value of a member; `failed` if it cannot be read. */
function heldBy(member: ExposedMember, holder: object): unknown {
  try {
    const held = member.get(holder);
    return typeof held === 'object' ? member.read(holder) : held;
  } catch {
    return failed;
  }
}

/** @throws Error that names `where` and the expected value */
export function checkInitialValue(
  type: Type,
  value: unknown,
  where: string,
  enter: (cls: ExposedClass, target: object) => void = () => {},
): void {
  if (value === failed || value === undefined || value === null) return;
  if (isNullable(type)) return checkInitialValue(type.inner, value, where, enter);
  if (isArray(type)) {
    const items = itemsOf(value);
    if (items === undefined) throw misfit(where, `${type.name}, an array`, value);
    for (let i = 0; i < items.length; i++) checkInitialValue(type.element, items[i], `${where}[${i}]`, enter);
  } else if (isComposite(type)) {
    if (typeof value !== 'object' && typeof value !== 'function')
      throw misfit(where, `an object of ${type.name}`, value);
    const inline = type.isReference ? undefined : type.classOfInline(value);
    if (inline !== undefined) enter(inline, value);
  } else if (type instanceof LeafType && !type.fits(value)) throw misfit(where, type.expected, value);
}

function misfit(where: string, expected: string, value: unknown): Error {
  return new Error(`${where}: expected ${expected}, got ${valueText(value)}`);
}
