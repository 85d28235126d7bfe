import { isDeepStrictEqual } from 'node:util';
import type { EnumDefinition } from '../classes/definition.js';

/** The enums of a service: the application's own, and external ones, which survive a reset (DSC-12 to 14). */
export class EnumTable {
  readonly #own = new Map<string, EnumDefinition>();
  /** External enums as they were registered, and as clients see them. */
  readonly #external = new Map<string, Record<'definition' | 'shown', EnumDefinition>>();

  /** Returns an enum; one of the application hides an external one of its name. */
  find(name: string): EnumDefinition | undefined {
    return this.#own.get(name) ?? this.#external.get(name)?.shown;
  }

  /** Returns all enums, external ones last. */
  all(): EnumDefinition[] {
    const external = [...this.#external].filter(([name]) => !this.#own.has(name));
    return [...this.#own.values(), ...external.map(([, { shown }]) => shown)];
  }

  has(name: string): boolean {
    return this.#own.has(name) || this.#external.has(name);
  }

  /** @returns true if clients see a change */
  define(definition: EnumDefinition): boolean {
    const present = this.#own.get(definition.name);
    this.#own.set(definition.name, definition);
    return present !== definition && !isDeepStrictEqual(present, definition);
  }

  /** @returns true if clients see a change */
  defineExternal(definition: EnumDefinition, excludeNames: readonly string[] = []): boolean {
    const { name } = definition;
    const excluded = new Set(excludeNames);
    const shown = { ...definition, values: definition.values.filter((value) => !excluded.has(value.name)) };
    const present = this.#external.get(name);
    this.#external.set(name, { definition, shown });
    return !isDeepStrictEqual(present?.shown, shown);
  }

  /** Removes the application's enums. */
  reset(): void {
    this.#own.clear();
  }

  /** Removes the enums with a name. @returns their definitions */
  undefine(name: string): EnumDefinition[] {
    const found = [this.#own.get(name), this.#external.get(name)?.definition];
    this.#own.delete(name);
    this.#external.delete(name);
    return found.filter((each) => each !== undefined);
  }
}
