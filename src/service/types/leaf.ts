import { failed } from '../common/application-code.js';
import { ExposedError } from '../common/exposed-error.js';
import type { Json } from '../common/json.js';
import type { Plan } from './plan.js';
import { readOrIgnore } from './read-or-ignore.js';
import { type FileLocation, type Type, unknownJson } from './type.js';

/**
 * Base of value, enum and asset types, which lead to no other object. Writing never throws, whatever application code
 * stores. A value that throws is written as null, never counts as different, and stays unchanged in files.
 */
export abstract class LeafType implements Type {
  readonly kind = 'leaf';
  readonly size: number = 1;
  readonly keepable = true;
  readonly refers = false;
  abstract readonly name: string;
  abstract readonly needsCurrent: boolean;

  abstract defaultValue(): unknown;
  abstract read(json: Json, current: unknown, plan: Plan | undefined, where: string): unknown;
  abstract equal(a: unknown, b: unknown): boolean;
  /** See `ValueType`. */
  abstract readonly expected: string;
  abstract fits(value: unknown): boolean;
  protected abstract toText(value: unknown): string;
  protected abstract toJson(value: unknown): Json;

  /** Returns the part of a value that differs from `snapshot`. */
  protected difference(value: unknown, _snapshot: unknown): Json {
    return this.toJson(value);
  }

  /** Returns a copy of a value that application code may mutate. */
  protected copy(value: unknown): unknown {
    return value;
  }

  sanitize(value: unknown): unknown {
    return value;
  }

  write(value: unknown): string {
    if (value === failed) return 'null';
    try {
      return this.toText(value);
    } catch {
      return 'null';
    }
  }

  capture(value: unknown): unknown {
    try {
      return value === failed ? failed : this.copy(value);
    } catch {
      return failed;
    }
  }

  same(value: unknown, snapshot: unknown): boolean {
    if (value === snapshot || value === failed || snapshot === failed) return true;
    try {
      return this.equal(value, snapshot);
    } catch {
      return true;
    }
  }

  restore(snapshot: unknown): unknown {
    if (snapshot !== failed) return this.copy(snapshot);
    throw new ExposedError('set-failed', 'the captured default is not known: it could not be read');
  }

  persist(value: unknown): Json {
    if (value === failed) return unknownJson;
    try {
      return this.toJson(value);
    } catch {
      return unknownJson;
    }
  }

  delta(value: unknown, snapshot: unknown): Json | undefined {
    if (value === failed) return unknownJson;
    if (this.same(value, snapshot)) return undefined;
    try {
      return this.difference(value, snapshot);
    } catch {
      return unknownJson;
    }
  }

  readDelta(json: Json, current: unknown, _snapshot: unknown, _plan: Plan, at: FileLocation): unknown {
    return readOrIgnore(at, () => this.read(json, current, undefined, at.path));
  }
}
