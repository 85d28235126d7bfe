/** Values of members by index. An empty one has no map. */
export class MemberValues implements Iterable<readonly [number, unknown]> {
  #values: Map<number, unknown> | undefined;

  constructor(values?: Iterable<readonly [number, unknown]>) {
    for (const [index, value] of values ?? []) this.set(index, value);
  }

  has(index: number): boolean {
    return this.#values?.has(index) ?? false;
  }

  get(index: number): unknown {
    return this.#values?.get(index);
  }

  set(index: number, value: unknown): void {
    this.#values ??= new Map();
    this.#values.set(index, value);
  }

  delete(index: number): void {
    this.#values?.delete(index);
  }

  [Symbol.iterator](): Iterator<readonly [number, unknown]> {
    return (this.#values ?? none)[Symbol.iterator]();
  }
}

const none: ReadonlyMap<number, unknown> = new Map();
