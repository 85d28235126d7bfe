import { plainType } from '../../../service/types/nullable.js';
import { isNumberType } from '../../../wire/value-types.js';
import { driverKinds } from '../run/drivers.js';
import { reasonOf } from '../run/run-error.js';
import { type DocumentPath, pathText } from '../source.js';
import type { TrialScene } from './trial-scene.js';

/** Warning for a driven member that is saved although it is not edited. */
const isSaved =
  'is saved with the value that it happens to have: give the member persist: false in its class';

/** Finds errors in the drivers of built objects; an error in several copies is reported once. */
export function checkDrivers(trial: TrialScene): void {
  const { found } = trial;
  const checked = new Set<string>();
  /** The path of each member's driver, by object, since plain objects have no engine id. */
  const places = new Map<object, Map<string, DocumentPath>>();
  for (const { handle, path, spec, place } of trial.driven) {
    const at = place();
    if (checked.has(pathText(at))) continue;
    checked.add(pathText(at));
    const end = trial.follow({ handle, class: handle.class }, path, 'at start');
    if (end === undefined) continue;
    if (end instanceof Error) {
      found.add(at, reasonOf(end), { at: 'key' });
      continue;
    }
    const { owner, ownerPath } = end;
    const ofOwner = places.get(owner.target) ?? new Map<string, DocumentPath>();
    places.set(owner.target, ofOwner);
    const member = ownerPath.join('/');
    const other = ofOwner.get(member);
    if (other === undefined) ofOwner.set(member, at);
    else
      found.add(at, `"${path}" is already driven, in ${found.otherPlace(other, 'key')}`, {
        expected: 'one driver for a member',
        at: 'key',
      });
    if (end.isPersistable) found.warn(at, `"${path}" ${isSaved}`);
    const { everyFrames: _, ...drivers } = spec;
    const [kind, ...others] = Object.keys(drivers);
    if (kind === undefined || others.length > 0)
      found.add(at, `it has ${others.length === 0 ? 'no driver' : 'several drivers'}`, {
        expected: `one of ${driverKinds.join(', ')}`,
        at: 'key',
      });
    else if (spec.constant !== undefined) trial.checkValue(end.type, spec.constant, [...at, kind]);
    else if (spec.steps !== undefined)
      for (const [i, value] of spec.steps.values.entries())
        trial.checkValue(end.type, value, [...at, kind, 'values', i]);
    else if (!isNumberType(plainType(end.type).name))
      found.add([...at, kind], `a ${kind} gives numbers, and this is a ${end.type.name}`, { at: 'key' });
    else if (spec.randomWalk !== undefined && spec.randomWalk.min > spec.randomWalk.max)
      found.add([...at, kind, 'min'], `${spec.randomWalk.min} is more than max, ${spec.randomWalk.max}`);
  }
}
