import type { JsonObject } from '../../json.js';
import type { ExposedModel } from '../../model.js';
import { noBaseline } from '../../objects/property-ref.js';
import type { Captured } from '../../state/defaults.js';
import type { Indexes } from '../../state/index-set.js';
import type { ChangedUnit } from '../../state/saved-object.js';
import type { ExposedMember } from '../../types/exposed-member.js';
import { below } from './edit-place.js';
import { EntryEditor } from './entry-editor.js';

/** What a new entry of an object says of those of its members that are not as files say. */
export function changedMembers(
  model: ExposedModel,
  { unit, marks, edited }: ChangedUnit,
  members: readonly ExposedMember[],
): JsonObject {
  return say(model, unit, members, (index) => model.saved.of(unit, index), edited, marks);
}

/** What members of an object differ from its captured defaults in. */
export function differenceOf(
  model: ExposedModel,
  unit: Captured,
  members: readonly ExposedMember[],
): JsonObject {
  return say(model, unit, members, (index) => model.defaults.of(unit)?.[index] ?? noBaseline);
}

function say(
  model: ExposedModel,
  unit: Captured,
  members: readonly ExposedMember[],
  before: (index: number) => unknown,
  edited: Indexes = new Set(),
  marks: ChangedUnit['marks'] = [],
): JsonObject {
  const walk = new EntryEditor(() => model.tellCutShort(unit.target));
  const captured = model.defaults.of(unit);
  for (const member of members) {
    const own = below(marks, member.name);
    // What an entry of something inside said of it went with that.
    if (own.some(({ path, kind }) => path.length === 0 && kind === 'reset')) continue;
    walk.add({
      type: member.type,
      held: undefined,
      file: [member.name],
      before: before(member.index),
      now: member.read(unit.target),
      default: captured === undefined ? noBaseline : captured[member.index],
      marks: own.filter(({ kind }) => kind === 'decided'),
      kept: [],
      under: [],
      awaitedUnder: [],
      elsewhere: [],
      isEdited: edited.has(member.index),
    });
  }
  const said = walk.edits.flatMap((edit) =>
    edit.kind === 'set' ? [[String(edit.path[0]), edit.value] as const] : [],
  );
  return Object.fromEntries(said);
}
