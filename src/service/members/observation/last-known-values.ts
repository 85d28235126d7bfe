import type { ExposedObjectRegistry } from '../../objects/object-registry.js';
import type { ExposedMember } from '../../types/exposed-member.js';
import type { Assignable } from '../../types/plan.js';
import type { ChangeSink } from '../change-sink.js';
import { type JsonCache, unknownValue } from '../texts/json-cache.js';
import type { WritePlan } from '../transactions/write-plan.js';

/** Last known values, used while nobody is subscribed and old values are not read (EVT-2). */
export class LastKnownValues {
  readonly #sink: Pick<ChangeSink, 'active' | 'captured'>;
  readonly #objects: ExposedObjectRegistry;
  readonly #jsonCache: JsonCache;

  constructor(
    sink: Pick<ChangeSink, 'active' | 'captured'>,
    objects: ExposedObjectRegistry,
    jsonCache: JsonCache,
  ) {
    this.#sink = sink;
    this.#objects = objects;
    this.#jsonCache = jsonCache;
  }

  /** Returns the value of a member that is known without reading it; `failed` if none is. */
  of(target: object, to: Assignable): unknown {
    const handle = this.#objects.byTarget(target);
    const member = handle?.class.member(to.name);
    if (handle === undefined || member !== to) return to.read(target);
    const last = this.#jsonCache.last(handle, member as ExposedMember);
    return last === unknownValue ? this.#sink.captured(handle, member as ExposedMember) : last;
  }

  /** Notes the values that setters were last given. */
  noteWritten(plan: WritePlan): void {
    if (this.#sink.active || !plan.runsCode) return;
    for (const { target, to, value } of plan.assignments) {
      const handle = this.#objects.byTarget(target);
      const member = handle?.class.member(to.name);
      if (handle !== undefined && member === to)
        this.#jsonCache.noteWritten(handle, member as ExposedMember, value);
    }
  }
}
