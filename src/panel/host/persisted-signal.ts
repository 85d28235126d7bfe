import { effect, type Signal, signal } from '@preact/signals';
import { hostUrl } from './session.js';
import { storage } from './storage.js';

/**
 * A signal whose value this browser stores, for the current host or for all, and shares between tabs.
 * @param check returns a stored value, or throws if it is invalid
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

/** `auto` follows the system. */
export const theme = persistedSignal<'auto' | 'dark' | 'light'>('theme', 'auto', undefined, false);
/** Keys of objects that are listed first. */
export const favourites = persistedSignal<readonly string[]>('favourites', []);

export function toggleFavourite(key: string): void {
  const is = favourites.value.includes(key);
  favourites.value = is ? favourites.value.filter((each) => each !== key) : [...favourites.value, key];
}
