import { ExposedError } from '../../common/exposed-error.js';
import { describeJson, type Json } from '../../common/json.js';
import { didYouMean } from '../../common/nearest-name.js';

/**
 * A value type of wire.md section 3: how its values are read from and written to JSON. Values are immutable:
 * a write replaces them. docs/architecture.md says how to add one.
 */
export interface ValueType {
  /** Name on the wire: `Single`, `Color`, … */
  readonly name: string;
  /** True if reading needs the present value, since missing components of a vector stay. */
  readonly merges: boolean;
  /** The components of a composite value, which are path segments; undefined for a scalar. */
  readonly parts?: ReadonlyMap<string, ValueType>;
  defaultValue(): unknown;
  /** @throws ExposedError `set-failed` if `json` cannot be converted; `where` names the member */
  read(json: Json, current: unknown, where: string): unknown;
  /** Returns the value as JSON. */
  write(value: unknown): string;
  equal(a: unknown, b: unknown): boolean;
  /** Describes what `fits` accepts, for messages. */
  readonly expected: string;
  /** True if `value` may be an initial value; other values would be read as something else. */
  fits(value: unknown): boolean;
}

/**
 * Returns the error for a value that cannot be converted: member, expected type and the given value (ERR-3), and the
 * nearest of the `names` that the type accepts.
 */
export function notConvertible(
  where: string,
  expected: string,
  json: Json | undefined,
  names: readonly string[] = [],
): ExposedError {
  const hint = typeof json === 'string' ? didYouMean(json, names) : '';
  return new ExposedError('set-failed', `${where}: expected ${expected}, got ${describeJson(json)}${hint}`);
}
