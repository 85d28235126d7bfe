import { types } from 'node:util';

/** Asks nothing of the value, which may be anything of the application's. */
export function isTyped(value: unknown): value is readonly unknown[] {
  return types.isTypedArray(value);
}

/** The items in a typed array of the kind that is there now; as they are where none is, or it cannot hold them. */
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
