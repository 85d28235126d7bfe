import type { Json } from '../../json.js';
import type { PropertyRef } from '../../objects/property-ref.js';
import { InlineSets } from '../inline-sets.js';
import type { ChangeOrigin } from '../origin.js';
import type { UndoStep, WritePlan } from './write-plan.js';

/** What the write path did, exactly: what a file that waits for the place, or has it, must know. */
export interface Written {
  readonly ref: PropertyRef;
  readonly origin: ChangeOrigin;
  /** What the place was set to, by JSON; undefined for a value or an array operation. */
  readonly json?: Json | undefined;
  /** The JSON is in the shape of files. */
  readonly isOfFile?: boolean | undefined;
  /** It was set back to its captured default. */
  readonly isReset: boolean;
  /** Of an array operation: the index that an element has now, undefined for the one that was removed. */
  readonly moved: ((index: number) => number | undefined) | undefined;
}

/** What is to be written to one place, with the plan that does it. */
export interface Planned extends Omit<Written, 'origin'> {
  readonly plan: WritePlan;
}

/** A change that is told when its unit has succeeded. */
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
