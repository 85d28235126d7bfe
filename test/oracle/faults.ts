import { Changes } from '../../dist/service/access/changes.js';
import { KeptTexts } from '../../dist/service/access/kept-texts.js';
import { WritePlan } from '../../dist/service/access/write-plan.js';
import { ElementRef, noBaseline } from '../../dist/service/objects/property-ref.js';
import { DirtyTracker } from '../../dist/service/state/tracker.js';

type Method = (this: never, ...args: never[]) => unknown;

/** Puts `make(original)` in place of a method. */
function replace(prototype: object, name: string, make: (original: Method) => Method): void {
  Reflect.set(prototype, name, make(Reflect.get(prototype, name) as Method));
}

/** Old faults of the service, each put back from outside: the oracle must find every one of them. */
export const faults: Readonly<Record<string, () => void>> = {
  'kept-text-is-not-compared': () =>
    replace(
      KeptTexts.prototype,
      'member',
      () =>
        ((handle: Kept, member: { index: number }, _value: unknown, version: number) => {
          const kept = handle.kept?.members[member.index];
          return kept?.version === version ? kept.text : undefined;
        }) as Method,
    ),
  'kept-text-is-not-forgotten': () => replace(KeptTexts.prototype, 'forget', () => () => undefined),
  'failing-assignment-is-not-undone': () => afterThrow((undo) => undo.splice(-1)),
  'nothing-is-undone': () => afterThrow((undo) => undo.splice(0)),
  'refused-requests-send-events': () =>
    replace(
      Changes.prototype,
      'carryOut',
      (carryOut) =>
        function (
          this: Changes,
          plan: never,
          origin: never,
          handle: never,
          changedBy: () => Iterable<never>,
        ) {
          try {
            return carryOut.call(this as never, plan, origin, handle, changedBy as never);
          } catch (error) {
            for (const ref of changedBy()) this.note(ref, origin);
            throw error;
          }
        } as Method,
    ),
  'functions-are-not-observed': () =>
    replace(
      Changes.prototype,
      'observing',
      () => ((_origin: unknown, action: () => unknown) => action()) as Method,
    ),
  'await-ends-what-is-noted': () => replace(Changes.prototype, 'noteSince', () => () => undefined),
  'static-accessors-are-not-observed': () =>
    replace(
      Changes.prototype,
      'accessorWasSet',
      (wasSet) =>
        function (this: never, target: never, ...rest: never[]) {
          return typeof target === 'function' ? undefined : wasSet.call(this, target, ...rest);
        } as Method,
    ),
  'default-by-index-not-by-key': () =>
    replace(
      ElementRef.prototype,
      'baseline',
      () =>
        function (this: ElementRef, members: readonly unknown[]) {
          const array = this.array.baseline(members);
          return Array.isArray(array) && this.index() in array ? array[this.index()] : noBaseline;
        } as Method,
    ),
  'mark-clean-does-nothing': () => replace(DirtyTracker.prototype, 'markClean', () => () => undefined),
};

interface Kept {
  readonly kept?: { readonly members: readonly ({ text: string; version: number } | undefined)[] };
}

function afterThrow(spoil: (undo: unknown[]) => void): void {
  replace(
    WritePlan.prototype,
    'carryOut',
    (carryOut) =>
      function (this: never, carrier: { undo: unknown[] }) {
        try {
          return carryOut.call(this, carrier as never);
        } catch (error) {
          spoil(carrier.undo);
          throw error;
        }
      } as Method,
  );
}
