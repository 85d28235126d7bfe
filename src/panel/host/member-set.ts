import { signal } from '@preact/signals';

/** A member or function of an object. */
export interface MemberRef {
  readonly key: string;
  readonly path: string;
}

/** A set of members; a component that asks for one is drawn again when the set changes. */
export function memberSet() {
  const members = new Set<string>();
  /** Counts the changes, so that the set need not be copied for each. */
  const version = signal(0);
  const nameOf = ({ key, path }: MemberRef) => `${key}/${path}`;
  // An effect that changes the set must not depend on it.
  const changed = () => {
    version.value = version.peek() + 1;
  };
  return {
    has: (member: MemberRef) => version.value >= 0 && members.has(nameOf(member)),
    put(member: MemberRef, isIn: boolean): void {
      const name = nameOf(member);
      if (members.has(name) === isIn) return;
      if (isIn) members.add(name);
      else members.delete(name);
      changed();
    },
    clear(): void {
      members.clear();
      changed();
    },
  };
}
