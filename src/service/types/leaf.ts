import { failed } from '../application-code.js';
import { ExposedError } from '../exposed-error.js';
import type { Json } from '../json.js';
import type { Plan } from './plan.js';
import { readOrIgnore } from './read-or-ignore.js';
import { type FilePlace, type Type, unknownJson } from './type.js';

/**
 * What values, enums and assets have in common: they lead to no other object. Application code may hold anything where a
 * value is declared; what it holds is written in some sane way and never throws.
 */
export abstract class LeafType implements Type {
  readonly kind = 'leaf';
  readonly size: number = 1;
  readonly keepable = true;
  abstract readonly name: string;
  abstract readonly needsCurrent: boolean;

  abstract defaultValue(): unknown;
  abstract read(json: Json, current: unknown, plan: Plan | undefined, where: string): unknown;
  abstract equal(a: unknown, b: unknown): boolean;
  protected abstract toText(value: unknown): string;
  protected abstract toJson(value: unknown): Json;

  /** What a value of parts says of what differs from `snapshot`. */
  protected difference(value: unknown, _snapshot: unknown): Json {
    return this.toJson(value);
  }

  /** A copy, for values that application code may mutate. */
  protected copy(value: unknown): unknown {
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
    return value === snapshot || value === failed || snapshot === failed || this.equal(value, snapshot);
  }

  restore(snapshot: unknown): unknown {
    if (snapshot !== failed) return this.copy(snapshot);
    throw new ExposedError('set-failed', 'the captured default is not known: it could not be read');
  }

  persist(value: unknown): Json {
    return value === failed ? unknownJson : this.toJson(value);
  }

  delta(value: unknown, snapshot: unknown): Json | undefined {
    if (value === failed) return unknownJson;
    return this.same(value, snapshot) ? undefined : this.difference(value, snapshot);
  }

  readDelta(json: Json, current: unknown, _snapshot: unknown, _plan: Plan, at: FilePlace): unknown {
    return readOrIgnore(at, () => this.read(json, current, undefined, at.path));
  }
}
