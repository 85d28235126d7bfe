import { valueText } from './exception-text.js';
import { didYouMean, meantOrAvailable } from './nearest-name.js';

/** Names of options; the value of an option with its own options is an object with their names. */
type Names = Readonly<Record<string, unknown>>;

/**
 * Rejects unknown options, and values that are not an object of options, since plain JavaScript has no types.
 * @param known undefined if any name may be given
 * @param example valid options, for the message
 * @param others the options of other calls, to suggest the right call
 * @throws Error that names the option meant, or all options
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
    const path = pathOf(name, known);
    const meant = path === undefined ? elsewhere(name, others) : `"${path}"`;
    const hint = meant === undefined ? meantOrAvailable(name, names) : `; did you mean ${meant}?`;
    throw new Error(`${what}: unknown option "${name}"${hint}`);
  }
}

function elsewhere(name: string, others: Readonly<Record<string, Names>>): string | undefined {
  for (const [call, names] of Object.entries(others)) {
    const path = pathOf(name, names);
    if (path !== undefined) return `"${path}" of ${call}`;
  }
  return undefined;
}

/** Returns the path of an option, such as `port` or `http.port`; undefined if there is none. */
function pathOf(name: string, known: Names): string | undefined {
  if (Object.hasOwn(known, name)) return name;
  const outer = Object.entries(known).find(
    ([, inner]) => typeof inner === 'object' && inner !== null && Object.hasOwn(inner, name),
  );
  return outer && `${outer[0]}.${name}`;
}

/** Rejects a value that is not a function. @throws Error that shows an example */
export function checkFunction(what: string, value: unknown, example: string): void {
  if (typeof value !== 'function')
    throw new Error(`${what}: expected a function, such as ${example}, got ${valueText(value)}`);
}

/** Rejects a value that is not one of `names`, unless it is undefined. @throws Error that names the nearest one */
export function checkChoice(what: string, value: unknown, names: readonly string[]): void {
  if (value === undefined || names.includes(value as string)) return;
  const hint = typeof value === 'string' ? didYouMean(value, names) : '';
  throw new Error(`${what} must be one of ${names.join(', ')}, and is ${valueText(value)}${hint}`);
}
