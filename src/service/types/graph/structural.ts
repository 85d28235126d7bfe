import type { Json } from '../../common/json.js';
import type { Plan } from '../plan.js';
import type { FileLocation, Type } from '../type.js';
import { same } from './compare.js';
import { readBody } from './composite-body.js';
import { capture } from './composite-snapshot.js';
import { FileJsonWriter } from './file-json-writer.js';
import { readFile } from './file-reader.js';
import { restore } from './restore.js';
import { sanitizeValue } from './sanitize.js';
import { writeText } from './text-walk.js';

/**
 * Base of nullable, array and composite types, which lead to other objects in any graph. The walks are separate
 * modules. Those of values visit iteratively; those of bodies and files, whose depth is limited, recursively.
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
    return readBody(this, json, current, plan, where);
  }

  write(value: unknown, remaining: number, refuseAt?: string): string {
    return writeText(this, value, remaining, refuseAt);
  }

  capture(value: unknown): unknown {
    return capture(this, value);
  }

  same(value: unknown, snapshot: unknown, inFull?: boolean): boolean {
    return same(this, value, snapshot, inFull);
  }

  restore(snapshot: unknown, current: unknown, plan: Plan): unknown {
    return restore(this, snapshot, current, plan);
  }

  persist(value: unknown): Json | undefined {
    return new FileJsonWriter().whole(this, value);
  }

  delta(value: unknown, snapshot: unknown): Json | undefined {
    return new FileJsonWriter().delta(this, value, snapshot);
  }

  readDelta(json: Json, current: unknown, snapshot: unknown, plan: Plan, at: FileLocation): unknown {
    return readFile(this, json, current, snapshot, plan, at);
  }
}
