import { effect, type Signal, signal } from '@preact/signals';
import { hostUrl } from './session.js';

/** A value that this browser keeps, for the host that is steered or for all. */
export function kept<T>(name: string, initial: T, isOfHost = true): Signal<T> {
  const key = `sim-host:${name}${isOfHost ? `:${hostUrl}` : ''}`;
  const value = signal(read(key, initial));
  effect(() => localStorage.setItem(key, JSON.stringify(value.value)));
  return value;
}

function read<T>(key: string, initial: T): T {
  try {
    const text = localStorage.getItem(key);
    return text === null ? initial : (JSON.parse(text) as T);
  } catch {
    return initial;
  }
}

/** Dark, light, or what the system has. */
export const theme = kept<'auto' | 'dark' | 'light'>('theme', 'auto', false);
/** Keys of objects that the list shows first. */
export const favourites = kept<readonly string[]>('favourites', []);

export function toggleFavourite(key: string): void {
  const is = favourites.value.includes(key);
  favourites.value = is ? favourites.value.filter((each) => each !== key) : [...favourites.value, key];
}
