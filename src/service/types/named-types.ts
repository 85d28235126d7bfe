import { anyComponent } from '../classes/any-component.js';
import { typeHint } from '../classes/type-aliases.js';
import { ArrayType } from './array.js';
import { AssetType } from './asset.js';
import { CompositeType } from './composite.js';
import { EnumType } from './enum.js';
import type { EnumTable } from './enum-table.js';
import type { TypeEnvironment } from './environment.js';
import { NullableType } from './nullable.js';
import type { Type } from './type.js';
import { ValueMemberType } from './value.js';
import { valueTypes } from './values/table.js';

const assetTypeName = /^Asset<(.+)>$/;

/** Resolves class names. */
interface ClassNames {
  readonly all: Iterable<string>;
  /** Returns the current name of a class for a current or former one; undefined if there is none. */
  current(name: string): string | undefined;
}

/** Types by name, each created once until the tables change. */
export class NamedTypes {
  readonly #environment: TypeEnvironment;
  readonly #classes: ClassNames;
  readonly #enums: EnumTable;
  readonly #made = new Map<string, Type>();

  constructor(environment: TypeEnvironment, classes: ClassNames, enums: EnumTable) {
    this.#environment = environment;
    this.#classes = classes;
    this.#enums = enums;
  }

  /**
   * Returns the type with that name: a value type, `Asset<T>`, an enum, a class, `T[]`, `T?`. @throws Error if
   * there is none
   */
  get(name: string): Type {
    let type = this.#made.get(name);
    if (type === undefined) {
      type = this.#make(name);
      this.#made.set(name, type);
    }
    return type;
  }

  /** True if the type was requested since the tables last changed. */
  isInUse(name: string): boolean {
    return this.#made.has(name);
  }

  /** Clears the cache after a change of the tables. */
  forget(): void {
    this.#made.clear();
  }

  #make(name: string): Type {
    if (name.endsWith('[]')) return new ArrayType(this.get(name.slice(0, -2)));
    if (name.endsWith('?')) return new NullableType(this.get(name.slice(0, -1)));
    const valueType = valueTypes.get(name);
    if (valueType !== undefined) return new ValueMemberType(valueType);
    const assetType = assetTypeName.exec(name)?.[1];
    if (assetType !== undefined) return new AssetType(assetType, this.#environment.assets);
    const enumDefinition = this.#enums.find(name);
    if (enumDefinition !== undefined) return new EnumType(enumDefinition);
    if (name === anyComponent) return new CompositeType(name, () => undefined, this.#environment);
    const current = this.#classes.current(name);
    if (current === undefined) throw new Error(`unknown type "${name}"${typeHint(name, this.#names())}`);
    return new CompositeType(current, () => this.#environment.classes.find(current), this.#environment);
  }

  #names(): string[] {
    const enums = this.#enums.all().map((each) => each.name);
    return [...valueTypes.keys(), ...enums, ...this.#classes.all];
  }
}
