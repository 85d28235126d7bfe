import { closest, distance } from 'fastest-levenshtein';

/** Names that other languages have for value types. */
const otherNames: ReadonlyMap<string, string> = new Map([
  ['number', 'Double'],
  ['float', 'Single'],
  ['integer', 'Int32'],
  ['int', 'Int32'],
  ['long', 'Int64'],
  ['bigint', 'Int64'],
  ['short', 'Int16'],
  ['uint8', 'Byte'],
  ['bool', 'Boolean'],
  ['text', 'String'],
  ['vec2', 'Vector2'],
  ['vec3', 'Vector3'],
  ['vec4', 'Vector4'],
]);

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

/** Refuses options that do not exist: plain JavaScript does not. @throws Error that names the nearest one, or all that there are. */
export function checkNames(what: string, options: object, known: Readonly<Record<string, true>>): void {
  const names = Object.keys(known);
  for (const name of Object.keys(options)) {
    if (names.includes(name)) continue;
    throw new Error(
      `${what}: there is no option "${name}"${didYouMean(name, names) || `; there are ${names.join(', ')}`}`,
    );
  }
}

/** What a type may be called that was not found, the nearest one if there is one. */
export function typeHint(wrong: string, names: readonly string[]): string {
  const nearest = otherNames.get(wrong.toLowerCase()) ?? nearestName(wrong, names);
  if (nearest !== undefined) return `; did you mean '${nearest}'?`;
  return `; it may be a value type (${names.slice(0, 7).join(', ')}, …), an exposed class or enum, 'Asset<…>', or one of them with [] for an array`;
}
