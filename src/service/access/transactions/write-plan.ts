import { failed } from '../../application-code.js';
import { type Assignable, type Plan, setterFailed } from '../../types/plan.js';

export interface Assignment {
  readonly target: object;
  readonly to: Assignable;
  readonly value: unknown;
}

/** An assignment that was made. */
interface Made {
  readonly target: object;
  readonly to: Assignable;
  /** What was there before; `failed` when nothing is known of it. */
  readonly old: unknown;
  isChange: boolean;
}

/** How something that was done is taken back: by assigning what was there, or by a function. */
export type UndoStep = Assignment | (() => void);

/** What a plan needs of the unit of work that it is carried out in. */
export interface Carrier {
  /**
   * Whether old values are compared, so that equal ones are no change. Without, they are not read where it can be helped
   * (EVT-2).
   */
  readonly compares: boolean;
  readonly units: {
    /** The innermost one: how what is done in it is taken back. */
    readonly current: { readonly undo: UndoStep[] } | undefined;
    /** A setter is called next. What a decorated accessor reports of itself until `wasSet` is no news. */
    willSet(target: object, to: Assignable): void;
    wasSet(): void;
  };
  /** What is known of an old value without reading it; `failed` when nothing is. */
  known(target: object, to: Assignable): unknown;
}

/**
 * The assignments that a write consists of. Conversion fills it and changes nothing; `carryOut` makes all of them and says
 * how each is undone, the one that fails included: a setter may have assigned before it throws.
 */
export class WritePlan implements Plan {
  readonly #assignments: Assignment[] = [];
  readonly #parts: readonly WritePlan[];
  readonly #made: Made[] = [];
  /** What is made is noted, since a place may be set more than once. */
  #isNoted = false;
  /** What is there before anything is written, where the application's code gives it. */
  #first: readonly unknown[] | undefined;
  #changed = false;

  constructor(parts: readonly WritePlan[] = []) {
    this.#parts = parts;
  }

  /** One plan of several, which are carried out together and each say what they changed. */
  static combine(parts: readonly WritePlan[]): WritePlan {
    return new WritePlan(parts);
  }

  /** After `carryOut`: whether a value was changed, or might have been where old values were not compared. */
  get changed(): boolean {
    return this.#changed;
  }

  /** True when the application's code runs in it. */
  get runsCode(): boolean {
    for (const { target, to } of this.#assignments) if (to.runsCode(target)) return true;
    for (const part of this.#parts) if (part.runsCode) return true;
    return false;
  }

  /** What it assigns, in order. */
  get assignments(): readonly Assignment[] {
    if (this.#parts.length === 0) return this.#assignments;
    return [...this.#parts.flatMap((part) => part.assignments), ...this.#assignments];
  }

  assign(target: object, to: Assignable, value: unknown): void {
    this.#assignments.push({ target, to, value });
  }

  /** Makes the assignments. @throws ExposedError `function-failed` when a setter throws; the carrier undoes it then. */
  carryOut(carrier: Carrier): void {
    const isAlone = this.#parts.length === 0 && this.#assignments.length === 1;
    if (!isAlone && this.runsCode) this.#readFirst();
    const mayBeSetBack = !isAlone && carrier.compares && isAnyPlaceTwice(this.assignments);
    if (mayBeSetBack) this.#note();
    this.#carryOut(carrier, isAlone);
    if (mayBeSetBack && this.#changed) this.#forgetWhatWasSetBack();
  }

  #note(): void {
    this.#isNoted = true;
    for (const part of this.#parts) part.#note();
  }

  /** On a way that leads back to itself a place may be set and set back. */
  #forgetWhatWasSetBack(): void {
    const places = new Map<object, Map<Assignable, Made[]>>();
    for (const made of this.#allMade()) {
      const members = mapAt(places, made.target);
      const times = members.get(made.to);
      if (times === undefined) members.set(made.to, [made]);
      else times.push(made);
    }
    for (const [target, members] of places) {
      for (const [to, times] of members) {
        const { old } = times[0]!;
        if (times.length === 1 || old === failed || !to.type.equal(old, to.read(target))) continue;
        for (const each of times) each.isChange = false;
      }
    }
    this.#recount();
  }

  *#allMade(): Generator<Made> {
    for (const part of this.#parts) yield* part.#allMade();
    yield* this.#made;
  }

  #recount(): void {
    for (const part of this.#parts) part.#recount();
    this.#changed = this.#parts.some(({ changed }) => changed) || this.#made.some(({ isChange }) => isChange);
  }

  /** A getter that works now may throw with what else is written. */
  #readFirst(): void {
    for (const part of this.#parts) part.#readFirst();
    this.#first = this.#assignments.map(({ target, to }) => (to.runsCode(target) ? to.read(target) : failed));
  }

  /** `isAlone`: there is no other assignment to take back, so that the old value is needed for comparing only. */
  #carryOut(carrier: Carrier, isAlone: boolean): void {
    for (const part of this.#parts) {
      part.#carryOut(carrier, false);
      this.#changed ||= part.#changed;
    }
    const { compares } = carrier;
    for (let i = 0; i < this.#assignments.length; i++) {
      const { target, to, value } = this.#assignments[i]!;
      const present = compares || !isAlone ? to.read(target) : carrier.known(target, to);
      const old = present === failed && this.#first !== undefined ? this.#first[i] : present;
      if (old !== failed) carrier.units.current!.undo.push({ target, to, value: old });
      if (to.isOwned) to.set?.(target, value);
      else this.#call(carrier, target, to, value);
      const isChange =
        !compares ||
        old === failed ||
        // A setter may take something else than it is given.
        !to.type.equal(old, to.runsCode(target) ? to.read(target) : value);
      if (isChange) this.#changed = true;
      if (this.#isNoted) this.#made.push({ target, to, old, isChange });
    }
  }

  /** Code may run that reports what it sets. */
  #call({ units }: Carrier, target: object, to: Assignable, value: unknown): void {
    units.willSet(target, to);
    try {
      to.set?.(target, value);
    } catch (error) {
      throw setterFailed(to, error);
    } finally {
      units.wasSet();
    }
  }
}

/** So many members of one object are compared with each other. */
const fewMembers = 16;

/** Whether a place is assigned more than once, as far as it costs little to know: what belongs to one object comes together. */
function isAnyPlaceTwice(assignments: readonly Assignment[]): boolean {
  const before = new Set<object>();
  for (let i = 0; i < assignments.length; ) {
    const { target } = assignments[i]!;
    if (before.has(target)) return true;
    before.add(target);
    const first = i++;
    for (; i < assignments.length && assignments[i]!.target === target; i++) {
      if (i - first >= fewMembers) return true;
      const { to } = assignments[i]!;
      for (let other = first; other < i; other++) if (assignments[other]!.to === to) return true;
    }
  }
  return false;
}

function mapAt(places: Map<object, Map<Assignable, Made[]>>, target: object): Map<Assignable, Made[]> {
  let members = places.get(target);
  if (members === undefined) {
    members = new Map();
    places.set(target, members);
  }
  return members;
}
