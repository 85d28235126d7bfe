import { computed, effect, signal } from '@preact/signals';
import { type MemberRef, memberSet } from './member-set.js';
import { connection } from './session.js';

/** The access that the host gives this panel; `full` for hosts that do not report it. */
export const access = signal<'full' | 'read' | 'some'>('full');
/** True while the connection is open but the host does not respond. */
export const isSilent = signal(false);

/** False while no write would reach the host. */
export const isReached = computed(
  () => !isSilent.value && (connection.value === 'live' || connection.value === 'connecting'),
);
export const mayWrite = computed(() => access.value !== 'read' && isReached.value);

/** True for a control that cannot be edited. False without a connection, so that controls keep their size then. */
export const isFixed = (readOnly: boolean) => readOnly && isReached.value;

/** Members and functions that the host has refused, if it allows only some. */
const refused = memberSet();
export const isRefused = refused.has;
export const noteRefusal = (member: MemberRef) => refused.put(member, true);

/** Clears the refusals after a reconnection, since the access may have changed. */
export function followRights(): void {
  effect(() => {
    if (connection.value === 'live') refused.clear();
  });
}
