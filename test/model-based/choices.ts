/** Decisions from a list of numbers, which fast-check generates and shrinks; smaller numbers are simpler choices. */
export class Choices {
  readonly #numbers: readonly number[];
  #next = 0;

  constructor(numbers: readonly number[]) {
    this.#numbers = numbers;
  }

  /** From 0 up to `n` - 1; 0 after the end of the list. */
  below(n: number): number {
    const number = this.#numbers[this.#next++] ?? 0;
    return n <= 1 ? 0 : number % n;
  }

  /** True with this probability in percent. */
  chance(percent: number): boolean {
    return this.below(100) >= 100 - percent;
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }

  /** A name, chosen by its weight. */
  among<Name extends string>(weights: Readonly<Record<Name, number>>): Name {
    return this.weighted(Object.entries<number>(weights).map(([name, weight]) => [weight, name as Name]));
  }

  /** One of the items, chosen by weight. */
  weighted<T>(items: readonly (readonly [weight: number, item: T])[]): T {
    let at = this.below(items.reduce((sum, [weight]) => sum + weight, 0));
    for (const [weight, item] of items) {
      if (at < weight) return item;
      at -= weight;
    }
    return items[0]![1];
  }
}
