import { Foreseen } from '../access/foreseen.js';
import type { ValueText } from '../access/object-text.js';
import { WritePlan } from '../access/write-plan.js';
import type { Restored } from '../access/writer.js';
import type { ExposedModel } from '../model.js';
import type { PropertyRef } from '../objects/property-ref.js';
import type { Captured } from '../state/defaults.js';
import { MemberValues } from '../state/member-values.js';
import type { Captures } from '../state/tracked-member.js';
import type { ExposedMember } from '../types/exposed-member.js';
import { captureInSlices } from '../types/graph/snapshot.js';
import type { ReadyResets } from './reset.js';

/** A member that does not go back in a slice. */
export interface LongMember {
  readonly ref: PropertyRef;
  /** What its object began with. */
  readonly captured: readonly unknown[];
}

/** What is known of a member once all are set back. */
interface Known {
  readonly snapshot: unknown;
  readonly text: ValueText | undefined;
}

/** What long members go back to, and what will be known of them then, worked out in slices. */
export class PreparedReset implements ReadyResets {
  readonly #isStill: (each: LongMember) => boolean;
  readonly #restored = new Map<LongMember, Restored>();
  readonly #members = new Map<object, Map<ExposedMember, LongMember>>();
  readonly #known = new Map<LongMember, Known>();
  readonly #taken = new Set<LongMember>();
  /** The version of the registry that it is known at; undefined where it is not. */
  #version: number | undefined;
  /** Something else is set back that may have to do with what is in them. */
  #isAmongOthers = false;

  /** @param isStill whether what is worked out of a member, while it was, is still so */
  constructor(isStill: (each: LongMember) => boolean) {
    this.#isStill = isStill;
  }

  *prepare({ writer, texts, objects }: ExposedModel, long: readonly LongMember[]): Generator<void, void> {
    for (const each of long) {
      const { target, member } = each.ref.unit;
      this.#restored.set(each, yield* writer.restored(each.ref, each.captured));
      this.#members.set(target, (this.#members.get(target) ?? new Map()).set(member, each));
    }
    // An object may lie in several of them: what they will be hangs on all.
    const plan = WritePlan.combine([...this.#restored.values()].map((each) => each.plan));
    const foreseen = yield* Foreseen.of(plan.assignments);
    if (foreseen === undefined) return;
    for (const [each, { value }] of this.#restored) {
      const snapshot = yield* captureInSlices(each.ref.unit.member.type, value, foreseen);
      this.#known.set(each, { snapshot, text: yield* texts.foreseenInSlices(each.ref, value, plan) });
    }
    this.#version = objects.version;
  }

  take({ target }: Captured, member: ExposedMember): Restored | undefined {
    const each = this.#members.get(target)?.get(member);
    if (each !== undefined && this.#isStill(each)) {
      this.#taken.add(each);
      return this.#restored.get(each);
    }
    this.#isAmongOthers ||= member.type.kind !== 'leaf' || !member.isOwned;
    return undefined;
  }

  readonly capturesOf = (target: object): Captures | undefined => {
    if (!this.#isAsForeseen) return undefined;
    const captures = new MemberValues();
    for (const [member, each] of this.#members.get(target) ?? [])
      captures.set(member.index, this.#known.get(each)!.snapshot);
    return captures;
  };

  /** Once all are set back. */
  keepTexts({ texts, objects }: ExposedModel): void {
    if (!this.#isAsForeseen || objects.version !== this.#version) return;
    for (const [each, { text }] of this.#known)
      if (text !== undefined) texts.keepNew(each.ref, this.#restored.get(each)!.value, text);
  }

  /** All that was worked out was set back, and nothing beside it that may have to do with it. */
  get #isAsForeseen(): boolean {
    return this.#version !== undefined && !this.#isAmongOthers && this.#taken.size === this.#known.size;
  }
}
