import { computed, effect, signal } from '@preact/signals';
import { connection } from './session.js';

/** What the host allows this panel; `full` for hosts that do not report it. */
export const access = signal<'full' | 'read' | 'some'>('full');
/** True while the connection is open but the host does not respond. */
export const isSilent = signal(false);

/** False while no write would reach the host. */
export const isReached = computed(
  () => !isSilent.value && (connection.value === 'live' || connection.value === 'connecting'),
);
export const mayWrite = computed(() => access.value !== 'read' && isReached.value);

/** True for a control that cannot be edited; one that only waits for the connection keeps its size. */
export const isFixed = (readOnly: boolean) => readOnly && isReached.value;

interface MemberRef {
  readonly key: string;
  readonly path: string;
}

/** Members and functions that the host has refused, if it allows only some. */
const refused = signal<ReadonlySet<string>>(new Set());

export const isRefused = ({ key, path }: MemberRef) => refused.value.has(`${key}/${path}`);

export function noteRefusal({ key, path }: MemberRef): void {
  refused.value = new Set(refused.value).add(`${key}/${path}`);
}

/** Clears the refusals after a reconnection, since the access may have changed. */
export function followRights(): void {
  effect(() => {
    if (connection.value === 'live') refused.value = new Set();
  });
}
