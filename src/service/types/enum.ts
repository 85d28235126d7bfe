import type { EnumDefinition } from '../classes/definition.js';
import type { Json } from '../common/json.js';
import { LeafType } from './leaf.js';
import { notConvertible } from './values/value-type.js';

/**
 * An exposed enum: names on the wire, numbers or names in memory. Unknown values are rejected (wire.md section 3).
 */
export class EnumType extends LeafType {
  readonly definition: EnumDefinition;
  readonly needsCurrent = false;
  /** True if a value may combine several names. */
  readonly isFlags: boolean;
  readonly #numbers = new Map<string, number>();
  readonly #names = new Map<number, string>();

  constructor(definition: EnumDefinition) {
    super();
    this.definition = definition;
    this.isFlags = definition.flags === true;
    for (const { name, value } of definition.values) {
      this.#numbers.set(name, value);
      if (!this.#names.has(value)) this.#names.set(value, name);
    }
  }

  get name(): string {
    return this.definition.name;
  }

  defaultValue(): unknown {
    const zero = this.#names.get(0) ?? this.definition.values[0]?.name;
    return this.#store(zero === undefined ? 0 : this.#numbers.get(zero)!);
  }

  read(json: Json, _current: unknown, _plan: unknown, where: string): unknown {
    const value = this.#parse(json);
    if (value === undefined) throw notConvertible(where, this.expected, json, [...this.#numbers.keys()]);
    return this.#store(value);
  }

  get expected(): string {
    return `${this.name} (${this.definition.values.map((entry) => entry.name).join(', ')})`;
  }

  fits(value: unknown): boolean {
    return this.#parse(value as Json) !== undefined;
  }

  /**
   * Returns the wire form of a value: a name, `A, B` for flags, digits for a number without a name.
   * @throws TypeError if application code stores something that is neither a name nor a number
   */
  text(value: unknown): string {
    if (typeof value === 'string') return value;
    if (typeof value === 'object' && value !== null) throw new TypeError(`no value of ${this.name}`);
    const number = Number(value ?? 0);
    const name = this.#names.get(number);
    if (name !== undefined || !this.isFlags || !Number.isSafeInteger(number)) return name ?? String(number);
    // A bigint, since bitwise operators on numbers are limited to 32 bits.
    let rest = BigInt(number);
    const names: string[] = [];
    for (const entry of this.definition.values) {
      const bits = BigInt(entry.value);
      if (bits !== 0n && (rest & bits) === bits) {
        names.push(entry.name);
        rest &= ~bits;
      }
    }
    return rest === 0n && names.length > 0 ? names.join(', ') : String(number);
  }

  equal(a: unknown, b: unknown): boolean {
    return a === b || this.write(a) === this.write(b);
  }

  protected toText(value: unknown): string {
    return JSON.stringify(this.text(value));
  }

  protected toJson(value: unknown): Json {
    return JSON.parse(this.write(value)) as Json;
  }

  #store(value: number): unknown {
    return this.definition.storedAs === 'name' ? this.text(value) : value;
  }

  #parse(json: Json): number | undefined {
    if (typeof json === 'number') return this.#known(json);
    if (typeof json !== 'string') return undefined;
    if (!json.includes(',')) return this.#single(json.trim());
    if (!this.isFlags) return undefined;
    let flags = 0n;
    const seen = new Set<number>();
    // Does not split the string, which may contain a name a million times.
    for (let start = 0, end = 0; end < json.length; start = end + 1) {
      const comma = json.indexOf(',', start);
      end = comma < 0 ? json.length : comma;
      const value = this.#single(json.slice(start, end).trim());
      if (value === undefined) return undefined;
      if (seen.has(value)) continue;
      seen.add(value);
      flags |= BigInt(value);
    }
    return Number(flags);
  }

  #single(text: string): number | undefined {
    return this.#numbers.get(text) ?? (/^-?\d+$/.test(text) ? this.#known(Number(text)) : undefined);
  }

  #known(value: number): number | undefined {
    if (this.#names.has(value)) return value;
    if (!this.isFlags || !Number.isSafeInteger(value)) return undefined;
    const all = this.definition.values.reduce((bits, entry) => bits | BigInt(entry.value), 0n);
    return (BigInt(value) & ~all) === 0n ? value : undefined;
  }
}
