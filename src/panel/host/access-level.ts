import { computed } from '@preact/signals';
import { persistedSignal } from './persisted-signal.js';
import { menu } from './scene.js';
import { types } from './types.js';

/** Up to which access level sections and menus are shown in this browser; null for all. */
export const level = persistedSignal<number | null>('level', null);

/** The levels that the host tells apart, the lowest first; one when it does not. */
export const levels = computed<readonly number[]>(() => {
  const found = new Set([0]);
  for (const { properties, functions = [] } of types.value.values())
    for (const { section } of [...properties, ...functions]) found.add(section?.accessLevel ?? 0);
  for (const { accessLevel } of menu.value) found.add(accessLevel ?? 0);
  return [...found].sort((a, b) => a - b);
});

export const isAllowed = ({ accessLevel = 0 }: { readonly accessLevel?: number | undefined }) =>
  level.value === null || accessLevel <= level.value;
