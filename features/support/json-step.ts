import { defineParameterType, Then } from '@cucumber/cucumber';
import type { HostWorld } from './world.js';

defineParameterType({ name: 'json', regexp: /[[{].*[\]}]/, transformer: (text: string) => text });

/** Defines a step that ends with JSON: on its own line or, if the JSON is long, as a text below it. */
export function jsonStep<T extends string[]>(
  text: string,
  run: (this: HostWorld, ...args: T) => unknown,
): void {
  Then(`${text} {json}`, run as (...args: string[]) => unknown);
  Then(`${text}:`, run as (...args: string[]) => unknown);
}
