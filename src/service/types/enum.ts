import type { EnumDefinition } from '../classes/definition.js';
import { ExposedError } from '../exposed-error.js';
import type { Json } from '../json.js';
import { describeJson } from '../json.js';
import { readOrIgnore } from './read-or-ignore.js';
import type { FilePlace, Type } from './type.js';

/** An exposed enum: names on the wire, numbers or names in memory. Unknown values are refused (wire.md section 3). */
export class EnumType implements Type {
  readonly definition: EnumDefinition;
  readonly needsCurrent = false;
  readonly keepable = true;
  readonly #isFlags: boolean;
  readonly #numbers = new Map<string, number>();
  readonly #names = new Map<number, string>();

  constructor(definition: EnumDefinition) {
    this.definition = definition;
    this.#isFlags = (definition.flags ?? definition.isFlags) === true;
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
    if (value === undefined) {
      const known = this.definition.values.map((entry) => entry.name).join(', ');
      throw new ExposedError(
        'set-failed',
        `${where}: expected ${this.name} (${known}), got ${describeJson(json)}`,
      );
    }
    return this.#store(value);
  }

  write(value: unknown): string {
    return JSON.stringify(this.text(value));
  }

  /** The wire text of a value in memory: a name, `A, B` for flags, digits for a number without a name. */
  text(value: unknown): string {
    if (typeof value === 'string') return value;
    const number = Number(value ?? 0);
    const name = this.#names.get(number);
    if (name !== undefined || !this.#isFlags) return name ?? String(number);
    let rest = number;
    const names: string[] = [];
    for (const entry of this.definition.values) {
      if (entry.value !== 0 && (rest & entry.value) === entry.value) {
        names.push(entry.name);
        rest &= ~entry.value;
      }
    }
    return rest === 0 && names.length > 0 ? names.join(', ') : String(number);
  }

  equal(a: unknown, b: unknown): boolean {
    return this.same(a, b);
  }

  capture(value: unknown): unknown {
    return value;
  }

  same(value: unknown, snapshot: unknown): boolean {
    return value === snapshot || this.text(value) === this.text(snapshot);
  }

  restore(snapshot: unknown): unknown {
    return snapshot;
  }

  persist(value: unknown): Json {
    return this.text(value);
  }

  delta(value: unknown, snapshot: unknown): Json | undefined {
    return snapshot !== undefined && this.same(value, snapshot) ? undefined : this.text(value);
  }

  readDelta(json: Json, _current: unknown, _snapshot: unknown, _plan: unknown, at: FilePlace): unknown {
    return readOrIgnore(at, () => this.read(json, undefined, undefined, at.path));
  }

  #store(value: number): unknown {
    return this.definition.storedAs === 'name' ? this.text(value) : value;
  }

  #parse(json: Json): number | undefined {
    if (typeof json === 'number') return this.#known(json);
    if (typeof json !== 'string') return undefined;
    const names = json.split(',').map((name) => name.trim());
    if (names.length === 1) return this.#single(names[0]!);
    if (!this.#isFlags) return undefined;
    let flags = 0;
    for (const name of names) {
      const value = this.#single(name);
      if (value === undefined) return undefined;
      flags |= value;
    }
    return flags;
  }

  #single(text: string): number | undefined {
    return this.#numbers.get(text) ?? (/^-?\d+$/.test(text) ? this.#known(Number(text)) : undefined);
  }

  #known(value: number): number | undefined {
    if (this.#names.has(value)) return value;
    if (!this.#isFlags || !Number.isInteger(value)) return undefined;
    const all = this.definition.values.reduce((bits, entry) => bits | entry.value, 0);
    return (value & ~all) === 0 ? value : undefined;
  }
}
