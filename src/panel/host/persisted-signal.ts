import { effect, type Signal, signal } from '@preact/signals';
import { hostUrl } from './session.js';
import { storage } from './storage.js';

/**
 * A value that this browser keeps, for the host that is steered or for all; its tabs have it together.
 * @param check gives back what was kept, or throws for what cannot be used
 */
export function persistedSignal<T>(
  name: string,
  initial: T,
  check: (value: unknown) => T = (value) => value as T,
  isOfHost = true,
): Signal<T> {
  const key = `sim-host:${name}${isOfHost ? `:${hostUrl}` : ''}`;
  const parsed = (text: string | null): T => {
    try {
      return text === null ? initial : check(JSON.parse(text));
    } catch {
      return initial;
    }
  };
  const value = signal(parsed(storage.get(key)));
  let known = JSON.stringify(value.peek());
  effect(() => {
    const text = JSON.stringify(value.value);
    if (text !== known) storage.set(key, text);
    known = text;
  });
  addEventListener('storage', (event) => {
    if (event.key !== key) return;
    const next = parsed(event.newValue);
    known = JSON.stringify(next);
    value.value = next;
  });
  return value;
}

/** Dark, light, or what the system has. */
export const theme = persistedSignal<'auto' | 'dark' | 'light'>('theme', 'auto', undefined, false);
/** Keys of objects that the list shows first. */
export const favourites = persistedSignal<readonly string[]>('favourites', []);

export function toggleFavourite(key: string): void {
  const is = favourites.value.includes(key);
  favourites.value = is ? favourites.value.filter((each) => each !== key) : [...favourites.value, key];
}
