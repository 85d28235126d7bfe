import type { Json } from '../../common/json.js';
import type { PropertyRef } from '../../objects/property-ref.js';
import { InlineSets } from '../inline-sets.js';
import type { ChangeOrigin } from '../origin.js';
import type { UndoStep, WritePlan } from './write-plan.js';

/** A completed write, with the details that files need for pending and saved values. */
export interface Written {
  readonly ref: PropertyRef;
  readonly origin: ChangeOrigin;
  /** The JSON that was written; undefined for a value or an array operation. */
  readonly json?: Json | undefined;
  /** True if the JSON has the shape of files. */
  readonly isOfFile?: boolean | undefined;
  /** True if the property was reset to its captured default. */
  readonly isReset?: boolean | undefined;
  /** For an array operation: returns the new index of an element; undefined for the removed one. */
  readonly moved?: ((index: number) => number | undefined) | undefined;
}

/** A planned write of one property. */
export interface Planned extends Omit<Written, 'origin'> {
  readonly plan: WritePlan;
}

/** A change that is reported after its transaction has succeeded. */
interface Note {
  readonly ref: PropertyRef;
  readonly origin: ChangeOrigin;
  readonly isWritten: boolean;
}

/** A transaction: its changes are all made and reported, or all rolled back and not reported. */
export class Transaction {
  readonly origin: ChangeOrigin;
  readonly notes: Note[] = [];
  readonly written: Written[] = [];
  readonly undo: UndoStep[] = [];
  /** Accessors of inline objects that were set in it. */
  readonly inline = new InlineSets();

  constructor(origin: ChangeOrigin) {
    this.origin = origin;
  }
}
