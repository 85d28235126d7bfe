import { closest, distance } from 'fastest-levenshtein';
import { valueText } from '../common/exception-text.js';
import { typeAlias } from './type-aliases.js';

/** A longer text is no slip of anybody's, and comparing it costs the product of the lengths. */
const longestSlip = 128;

/** The name among `names` that was probably meant; undefined when none is near. */
export function nearestName(wrong: string, names: readonly string[]): string | undefined {
  if (names.length === 0 || wrong.length > longestSlip) return undefined;
  const lower = wrong.toLowerCase();
  const sameButCase = names.find((name) => name.toLowerCase() === lower);
  if (sameButCase !== undefined) return sameButCase;
  const best = closest(wrong, names);
  return distance(wrong, best) <= Math.max(2, wrong.length / 3) ? best : undefined;
}

/** `; did you mean X?`, or nothing. */
export function didYouMean(wrong: string, names: readonly string[]): string {
  const nearest = nearestName(wrong, names);
  return nearest === undefined ? '' : `; did you mean ${nearest}?`;
}

/**
 * Refuses options that do not exist, and what is not an object of options: plain JavaScript does not.
 * @param known undefined where any name may be given
 * @param example options as they may be
 * @throws Error that names the nearest one, or all that there are
 */
export function checkNames(
  what: string,
  options: unknown,
  known: Readonly<Record<string, unknown>> | undefined,
  example?: string,
): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    const hint = example === undefined ? '' : `, for example ${example}`;
    throw new Error(`${what}: expected an object of options${hint}, got ${valueText(options)}`);
  }
  if (known === undefined) return;
  const names = Object.keys(known);
  for (const name of Object.keys(options)) {
    if (names.includes(name)) continue;
    throw new Error(
      `${what}: there is no option "${name}"${didYouMean(name, names) || `; there are ${names.join(', ')}`}`,
    );
  }
}

/** Refuses what is not a function, as plain JavaScript may give. @throws Error that shows one */
export function checkFunction(what: string, value: unknown, example: string): void {
  if (typeof value !== 'function')
    throw new Error(`${what}: expected a function, such as ${example}, got ${valueText(value)}`);
}

/** Refuses a value that is none of `names`; what is left out may be undefined. @throws Error that names the nearest one */
export function checkChoice(what: string, value: unknown, names: readonly string[]): void {
  if (value === undefined || names.includes(value as string)) return;
  const hint = typeof value === 'string' ? didYouMean(value, names) : '';
  throw new Error(`${what} must be one of ${names.join(', ')}, and is ${valueText(value)}${hint}`);
}

/** What a type may be called that was not found, the nearest one if there is one. */
export function typeHint(wrong: string, names: readonly string[]): string {
  const nearest = typeAlias(wrong) ?? nearestName(wrong, names);
  if (nearest !== undefined) return `; did you mean '${nearest}'?`;
  return `; it may be a value type (${names.slice(0, 7).join(', ')}, …), an exposed class or enum, 'Asset<…>', or one of them with [] for an array`;
}
