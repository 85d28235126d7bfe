import { closest, distance } from 'fastest-levenshtein';
import { valueText } from '../common/exception-text.js';
import { typeAlias } from './type-aliases.js';

/** A longer text is no slip of anybody's, and comparing it costs the product of the lengths. */
const longestSlip = 128;

/** Names of options; the value of one with options of its own is an object with their names. */
type Names = Readonly<Record<string, unknown>>;

/** The name among `names` that was probably meant; undefined when none is near. */
export function nearestName(wrong: string, names: readonly string[]): string | undefined {
  if (names.length === 0 || wrong.length > longestSlip) return undefined;
  const lower = wrong.toLowerCase();
  const sameButCase = names.find((name) => name.toLowerCase() === lower);
  if (sameButCase !== undefined) return sameButCase;
  const best = closest(wrong, names);
  const mostSlips = Math.min(wrong.length / 2, Math.max(2, wrong.length / 3));
  return distance(wrong, best) <= mostSlips ? best : undefined;
}

/** `; did you mean X?`, or nothing. */
export function didYouMean(wrong: string, names: readonly string[]): string {
  const nearest = nearestName(wrong, names);
  return nearest === undefined ? '' : `; did you mean ${nearest}?`;
}

/**
 * Refuses options that do not exist, and what is not an object of options: plain JavaScript does not.
 * @param known undefined where any name may be given; an object holds the names inside an option
 * @param example options as they may be
 * @param others the options of other calls, which are given here by mistake
 * @throws Error that names the one meant, or all that there are
 */
export function checkNames(
  what: string,
  options: unknown,
  known: Names | undefined,
  example?: string,
  others: Readonly<Record<string, Names>> = {},
): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    const hint = example === undefined ? '' : `, for example ${example}`;
    throw new Error(`${what}: expected an object of options${hint}, got ${valueText(options)}`);
  }
  if (known === undefined) return;
  const names = Object.keys(known);
  for (const name of Object.keys(options)) {
    if (names.includes(name)) continue;
    const meant = pathOf(name, known) ?? elsewhere(name, others);
    const hint = meant === undefined ? didYouMean(name, names) : `; did you mean ${meant}?`;
    throw new Error(`${what}: there is no option "${name}"${hint || `; there are ${names.join(', ')}`}`);
  }
}

function elsewhere(name: string, others: Readonly<Record<string, Names>>): string | undefined {
  for (const [call, names] of Object.entries(others)) {
    const path = pathOf(name, names);
    if (path !== undefined) return `${path} of ${call}`;
  }
  return undefined;
}

/** Returns where options have a name: `port` or `http.port`; undefined if they do not. */
function pathOf(name: string, known: Names): string | undefined {
  if (Object.hasOwn(known, name)) return name;
  const outer = Object.entries(known).find(([, inner]) => isNames(inner) && Object.hasOwn(inner, name));
  return outer && `${outer[0]}.${name}`;
}

function isNames(value: unknown): value is Names {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
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
