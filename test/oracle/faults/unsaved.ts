import { Writer } from '../../../dist/service/access/writer.js';
import { ExposedObjectDefaultRegistry } from '../../../dist/service/state/defaults.js';
import { DirtyTracker } from '../../../dist/service/state/tracker.js';
import { type Faults, prototypeOf, replace } from './replace.js';

const structuralType = await prototypeOf('types/graph/structural.js', 'StructuralType');

/** Faults of what is unsaved, and of what is `changed`. */
export const unsaved: Faults = {
  'mark-clean-does-nothing': () => replace(DirtyTracker.prototype, 'markClean', () => () => undefined),
  'the-member-behind-is-edited': () =>
    noteChanged((note, unit, member, origin) => {
      const { members } = unit.class;
      note(unit, members[(member.index + 1) % members.length] ?? member, origin);
    }),
  'what-the-engine-writes-is-an-edit': () =>
    noteChanged((note, unit, member) => note(unit, member, 'remote')),
  'a-reset-forgets-other-edits': () => {
    let isResetting = false;
    replace(
      Writer.prototype,
      'reset',
      (reset) =>
        function (this: never, ...args: never[]) {
          isResetting = true;
          try {
            return reset.apply(this, args as never);
          } finally {
            isResetting = false;
          }
        },
    );
    noteChanged((note, unit, member, origin, tracker) => {
      if (isResetting) tracker.forget(unit.target);
      note(unit, member, origin);
    });
  },
  'changed-compares-what-is-saved-alone': () =>
    replace(
      ExposedObjectDefaultRegistry.prototype,
      'isChanged',
      (isChanged) =>
        function (this: never, ref: Ref) {
          const same = (value: unknown, snapshot: unknown) => ref.type.same(value, snapshot);
          const type = Object.create(ref.type, { same: { value: same } }) as object;
          return isChanged.call(this, Object.create(ref, { type: { value: type } }) as never);
        } as never,
    ),
  'defaults-are-not-copied': () =>
    replace(structuralType, 'capture', () => ((value: unknown) => value) as never),
};

interface Unit {
  readonly target: object;
  readonly class: { readonly members: readonly Member[] };
}

interface Member {
  readonly index: number;
}

interface Ref {
  readonly type: { same(value: unknown, snapshot: unknown): boolean };
}

type Note = (unit: Unit, member: Member, origin: string) => void;

function noteChanged(
  make: (note: Note, unit: Unit, member: Member, origin: string, tracker: DirtyTracker) => void,
): void {
  replace(
    DirtyTracker.prototype,
    'noteChanged',
    (noteChanged) =>
      function (this: DirtyTracker, unit: Unit, member: Member, origin: string) {
        const note: Note = (...args) => void noteChanged.apply(this as never, args as never);
        make(note, unit, member, origin, this);
      } as never,
  );
}
