import { types } from 'node:util';

/** True for typed arrays; does not access the value, which may throw. */
export function isTyped(value: unknown): value is readonly unknown[] {
  return types.isTypedArray(value);
}

/** Returns the items in a typed array of the present kind; unchanged if there is none, or it cannot contain them. */
export function likeTyped(items: readonly unknown[], present: () => unknown): readonly unknown[] {
  try {
    const before = present();
    if (!isTyped(before)) return items;
    const isBig = types.isBigInt64Array(before) || types.isBigUint64Array(before);
    const numbers = items.map((item) => (isBig ? BigInt(item as number) : Number(item)));
    return (before.constructor as unknown as { from(items: unknown[]): readonly unknown[] }).from(numbers);
  } catch {
    return items;
  }
}
