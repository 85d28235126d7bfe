import { failed } from '../common/application-code.js';
import { ExposedError } from '../common/exposed-error.js';
import { ElementRef } from '../objects/element-ref.js';
import { notCaptured, type PropertyRef } from '../objects/property-ref.js';
import { matches, type OnPair } from '../types/graph/compare.js';
import { type CompositeSnapshot, isCaptured } from '../types/graph/composite-snapshot.js';
import type { Guard } from './guard.js';

/**
 * True if a property differs from its captured default in what the caller may read.
 * @param isChanged true if it differs at all
 */
export function isVisiblyChanged(guard: Guard, ref: PropertyRef, isChanged: boolean): boolean {
  const list = listWithHiddenKeys(guard, ref);
  if (list !== undefined) return differsVisibly(guard, list);
  return isChanged && differsVisibly(guard, ref);
}

/**
 * Returns the outermost list on a path whose element on that path has a key that the caller may not read. Such an
 * element counts as changed if its list does, because the default of the element alone would depend on the key.
 */
function listWithHiddenKeys(guard: Guard, ref: PropertyRef): PropertyRef | undefined {
  let list: PropertyRef | undefined;
  for (let each: PropertyRef | undefined = ref; each !== undefined; each = each.outer) {
    if (each instanceof ElementRef && !guard.canReadKeyOf(each)) list = each.array;
  }
  return list;
}

function differsVisibly(guard: Guard, ref: PropertyRef): boolean {
  const { handle, type, memberPath } = ref;
  const members = guard.model.defaults.of(ref.owner);
  const baseline = members === undefined ? notCaptured : ref.valueIn(members);
  // A new element differs as a whole.
  if (baseline === notCaptured || type.kind === 'leaf') return true;
  const isHidden = (target: object) => {
    const own = guard.model.objects.byTarget(target);
    return own !== undefined && !guard.canRead(own);
  };
  const pending: { target: object; snapshot: CompositeSnapshot; path: string }[] = [];
  const known = new Map<object, Set<CompositeSnapshot>>();
  const lookAt =
    (path: string): OnPair =>
    (target, snapshot) => {
      const before = known.get(target) ?? new Set();
      if (!before.has(snapshot)) pending.push({ target, snapshot, path });
      known.set(target, before.add(snapshot));
      return true;
    };
  if (!matches(type, tryGet(ref), baseline, lookAt(memberPath), isHidden)) return true;
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { target, snapshot, path } = next;
    for (const member of snapshot.class.members) {
      const inner = `${path}/${member.name}`;
      if (!isCaptured(member) || !guard.canReadMember(handle, inner)) continue;
      const onPair = lookAt(inner);
      if (!matches(member.type, member.read(target), snapshot.of(member), onPair, isHidden)) return true;
    }
  }
  return false;
}

function tryGet(ref: PropertyRef): unknown {
  try {
    return ref.get();
  } catch (error) {
    if (error instanceof ExposedError) return failed;
    throw error;
  }
}
