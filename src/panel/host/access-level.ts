import { computed } from '@preact/signals';
import { persistedSignal } from './persisted-signal.js';
import { menu } from './scene.js';
import { types } from './types.js';

/** The access level up to which this browser shows sections and menus; null for all. */
export const level = persistedSignal<number | null>('level', null);

/** The access levels that the host uses, the lowest first. */
export const levels = computed<readonly number[]>(() => {
  const found = new Set([0]);
  for (const { properties, functions = [] } of types.value.values())
    for (const { section } of [...properties, ...functions]) found.add(section?.accessLevel ?? 0);
  for (const { accessLevel } of menu.value) found.add(accessLevel ?? 0);
  return [...found].sort((a, b) => a - b);
});

export const isAllowed = ({ accessLevel = 0 }: { readonly accessLevel?: number | undefined }) =>
  level.value === null || accessLevel <= level.value;
