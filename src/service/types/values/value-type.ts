import { ExposedError } from '../../exposed-error.js';
import { describeJson, type Json } from '../../json.js';

/**
 * A value type of wire.md section 3: how its values are read from and written to JSON. Values are immutable: a write
 * replaces them. docs/architecture.md says how to add one.
 */
export interface ValueType {
  /** Name on the wire: `Single`, `Color`, … */
  readonly name: string;
  /** True when reading needs the present value: missing components of a vector stay. */
  readonly merges: boolean;
  /** The components of a composite value, addressable as path segments; undefined for a scalar. */
  readonly parts?: ReadonlyMap<string, ValueType>;
  defaultValue(): unknown;
  /** @throws ExposedError `set-failed` when `json` cannot be converted; `where` names the member. */
  read(json: Json, current: unknown, where: string): unknown;
  /** The value as JSON text. */
  write(value: unknown): string;
  equal(a: unknown, b: unknown): boolean;
  /** What `fits` accepts, for messages. */
  readonly expected: string;
  /** Whether application code may begin with `value`: anything else would be shown as something else. */
  fits(value: unknown): boolean;
}

/** The error of a value that cannot be converted: member, expected type and what was given (ERR-3). */
export function notConvertible(where: string, expected: string, json: Json | undefined): ExposedError {
  return new ExposedError('set-failed', `${where}: expected ${expected}, got ${describeJson(json)}`);
}
