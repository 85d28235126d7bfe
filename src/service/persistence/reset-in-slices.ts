import type { ExposedModel } from '../model.js';
import type { Captured } from '../state/defaults.js';
import { placeOf } from './place.js';
import { type LongMember, PreparedReset } from './prepared-reset.js';
import {
  allUnits,
  editedUnits,
  membersThatGoBack,
  type ReadyResets,
  refAt,
  resetAllToDefault,
  revertAllToDefault,
} from './reset.js';
import { whileTrue } from './until-changed.js';

/** `resetAllToDefault` in slices, between which anything may happen; everything is set back in one. */
export function resetAllInSlices(model: ExposedModel): Generator<void, void> {
  return inSlices(model, allUnits, (ready) => resetAllToDefault(model, ready));
}

/** `revertAllToDefault` in slices, between which anything may happen; everything is set back in one. */
export function revertAllInSlices(model: ExposedModel): Generator<void, void> {
  return inSlices(model, editedUnits, (ready) => revertAllToDefault(model, ready));
}

/** Of a show in which long members change ever again meanwhile the rest is worked out when it is set back. */
const mostRounds = 4;

/** Works out what long members go back to, from the start again where one changes meanwhile. */
function* inSlices(
  model: ExposedModel,
  unitsOf: (model: ExposedModel) => readonly Captured[],
  setBack: (ready: ReadyResets) => void,
): Generator<void, void> {
  for (let round = 1; ; round++) {
    const long = yield* longMembers(model, unitsOf(model));
    const refs = long.map(({ ref }) => ref);
    const isDone = yield* model.texts.watching(refs, function* (isUntouched) {
      const isStill = (each: LongMember) =>
        isUntouched(each.ref) && model.defaults.of(each.ref.unit) === each.captured;
      const areStill = () => long.every(isStill);
      const ready = new PreparedReset(isStill);
      const prepared = yield* whileTrue(areStill, ready.prepare(model, long));
      if (round < mostRounds && (prepared === undefined || !areStill())) return false;
      setBack(ready);
      ready.keepTexts(model);
      return true;
    });
    if (isDone) return;
  }
}

function* longMembers(model: ExposedModel, units: readonly Captured[]): Generator<void, LongMember[]> {
  const long: LongMember[] = [];
  for (const unit of units) {
    const captured = model.defaults.of(unit);
    const place = captured && placeOf(model, unit.target);
    if (place === undefined) continue;
    const goesBack = membersThatGoBack(model, unit);
    for (const member of unit.class.members) {
      if (!member.isPersistable || !member.isOwned || member.type.kind === 'leaf' || !goesBack(member))
        continue;
      const each = { ref: refAt(model, place, member), captured: captured! };
      if (each.ref.root.isOwned && isLong(model, each)) long.push(each);
    }
    yield;
  }
  return long;
}

function isLong({ writer }: ExposedModel, { ref, captured }: LongMember): boolean {
  try {
    return writer.restored(ref, captured).next().done !== true;
  } catch {
    // What fails is told when it is set back.
    return false;
  }
}
