import type { Json } from '../../common/json.js';
import type { Plan } from '../plan.js';
import type { FileLocation, Type } from '../type.js';
import { same } from './compare.js';
import { BodyWalk } from './composite-body.js';
import { Capture } from './composite-snapshot.js';
import { FileJsonWriter } from './file-json-writer.js';
import { FileReader } from './file-reader.js';
import { Restore } from './restore.js';
import { sanitizeValue } from './sanitize.js';
import { TextWalk } from './text-walk.js';

/**
 * Base of nullable, array and composite types, which lead to other objects in any graph. The walks are separate
 * modules. Walks of values are iterative; walks of bodies and files, whose depth is limited, are recursive.
 */
export abstract class StructuralType implements Type {
  abstract readonly kind: 'nullable' | 'array' | 'composite';
  abstract readonly name: string;
  abstract readonly keepable: boolean;
  abstract readonly refers: boolean;
  readonly size = 1;
  readonly needsCurrent = true;

  abstract defaultValue(): unknown;
  abstract equal(a: unknown, b: unknown): boolean;

  sanitize(value: unknown): unknown {
    return sanitizeValue(this, value);
  }

  read(json: Json, current: unknown, plan: Plan, where: string): unknown {
    return new BodyWalk(plan).value(this, json, current, where, false);
  }

  write(value: unknown, remaining: number, refuseAt?: string): string {
    return new TextWalk(refuseAt).value(this, value, remaining);
  }

  capture(value: unknown): unknown {
    return new Capture().whole(this, value);
  }

  same(value: unknown, snapshot: unknown, inFull?: boolean): boolean {
    return same(this, value, snapshot, inFull);
  }

  restore(snapshot: unknown, current: unknown, plan: Plan): unknown {
    return new Restore(plan).whole(this, snapshot, current);
  }

  persist(value: unknown): Json | undefined {
    return new FileJsonWriter().whole(this, value);
  }

  delta(value: unknown, snapshot: unknown): Json | undefined {
    return new FileJsonWriter().delta(this, value, snapshot);
  }

  readDelta(json: Json, current: unknown, snapshot: unknown, plan: Plan, at: FileLocation): unknown {
    return new FileReader(plan).read(this, json, current, snapshot, at);
  }
}
