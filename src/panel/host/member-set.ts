import { signal } from '@preact/signals';

/** A member or function of an object. */
export interface MemberRef {
  readonly key: string;
  readonly path: string;
}

/** A set of members; a component that asks for one is drawn again when the set changes. */
export function memberSet() {
  const members = signal<ReadonlySet<string>>(new Set());
  const nameOf = ({ key, path }: MemberRef) => `${key}/${path}`;
  return {
    has: (member: MemberRef) => members.value.has(nameOf(member)),
    put(member: MemberRef, isIn: boolean): void {
      const name = nameOf(member);
      if (members.peek().has(name) === isIn) return;
      const next = new Set(members.peek());
      if (isIn) next.add(name);
      else next.delete(name);
      members.value = next;
    },
    clear(): void {
      members.value = new Set();
    },
  };
}
