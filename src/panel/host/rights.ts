import { computed, effect, signal } from '@preact/signals';
import { connection } from './session.js';

/** What the host lets this page do; hosts that do not say let it try. */
export const access = signal<'full' | 'read' | 'some'>('full');
/** The connection is open, and the host does not answer all the same. */
export const isSilent = signal(false);

/** False while nothing that is written would arrive. */
export const isReached = computed(
  () => !isSilent.value && (connection.value === 'live' || connection.value === 'connecting'),
);
export const mayWrite = computed(() => access.value !== 'read' && isReached.value);

/** True for a control that stays as it is; one that only waits for the host keeps its place. */
export const isFixed = (readOnly: boolean) => readOnly && isReached.value;

interface MemberRef {
  readonly key: string;
  readonly path: string;
}

/** Places that the host has refused to write or call, where it lets this page do some things and not others. */
const refused = signal<ReadonlySet<string>>(new Set());

export const isRefused = ({ key, path }: MemberRef) => refused.value.has(`${key}/${path}`);

export function noteRefusal({ key, path }: MemberRef): void {
  refused.value = new Set(refused.value).add(`${key}/${path}`);
}

/** Rights may have been given since a connection came back. */
export function followRights(): void {
  effect(() => {
    if (connection.value === 'live') refused.value = new Set();
  });
}
