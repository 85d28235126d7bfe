/** Reads and writes numbers as people do: with local separators, and any digits and signs. */
interface Separators {
  readonly decimal: string;
  readonly group: string;
}

/** A number for the wire, or an error message. */
export type Read = { readonly value: number | bigint | string } | { readonly error: string };

interface Wanted {
  readonly integer?: boolean | undefined;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
}

export function separatorsOf(locale: string | undefined): Separators {
  const parts = new Intl.NumberFormat(locale).formatToParts(1234567.8);
  const of = (type: string) => parts.find((each) => each.type === type)?.value;
  return { decimal: of('decimal') ?? '.', group: of('group') ?? ',' };
}

/** Returns a value as text, with the local decimal separator. */
export const written = (value: unknown, { decimal }: Separators) =>
  value === undefined || value === null ? '' : String(value).replace('.', decimal);

/** Parses a typed number. */
export function readNumber(text: string, separators: Separators, wanted: Wanted = {}): Read {
  const { integer, minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = wanted;
  const plain = normal(text);
  if (plain === '') return { error: 'Enter a number' };
  const special = /^([+-]?)(?:(nan)|(?:inf(?:inity)?|∞))$/i.exec(plain);
  if (special !== null && !integer)
    return { value: special[2] !== undefined ? 'NaN' : special[1] === '-' ? '-Infinity' : 'Infinity' };
  const value = /^[+-]?\d{16,}$/.test(plain) && integer ? BigInt(plain) : numberOf(plain, separators);
  if (value === undefined) return { error: `“${text.trim()}” is not a number` };
  if (typeof value === 'number' && !Number.isFinite(value))
    return { error: `${text.trim()} is too large a number` };
  if (integer && typeof value === 'number' && !Number.isInteger(value))
    return { error: `${text.trim()} is not a whole number` };
  if (value < minimum || value > maximum)
    return {
      error: `It must be between ${written(minimum, separators)} and ${written(maximum, separators)}`,
    };
  return { value };
}

/** Replaces digits and signs of all scripts by ASCII. */
function normal(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\u2010-\u2015\u2212\u30FC]/g, '-')
    .replace(/、/g, ',')
    .replace(/。/g, '.')
    .replace(/\p{Nd}/gu, digit)
    .replace(/\s+/g, ' ')
    .trim();
}

/** Unicode has the digits of each script in order, from zero to nine. */
function digit(character: string): string {
  if (character <= '9') return character;
  const code = character.codePointAt(0)!;
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1)) && code - zero < 9) zero--;
  return String(code - zero);
}

const numeral = /^([+-]?)(\d[\d.,'’ ]*|[.,]\d+)(?:e([+-]?\d+))?$/i;

/** Returns the number that a text represents; undefined if there is none. */
function numberOf(text: string, separators: Separators): number | undefined {
  const [, sign, digits = '', exponent = '0'] = numeral.exec(text) ?? [];
  const plain = withPoint(digits, separators);
  return plain === undefined ? undefined : Number(`${sign}${plain}e${exponent}`);
}

const grouped = /^\d{1,3}(?:([.,'’ ])\d{3})(?:\1\d{3})*$/;

/** Removes groups and writes a decimal point; undefined for an invalid number. */
function withPoint(text: string, { decimal, group }: Separators): string | undefined {
  const ungrouped = (part: string) =>
    /^\d*$/.test(part) ? part : grouped.test(part) ? part.replace(/\D/g, '') : undefined;
  const marks = [...text].filter((each) => each === '.' || each === ',');
  const last = marks.at(-1);
  if (last === undefined) return ungrouped(text) || undefined;
  const isOnce = marks.filter((each) => each === last).length === 1;
  // 1,000 means a thousand or one, depending on the country; 1.000.000 is unambiguous.
  const isGroup = !isOnce || (marks.length === 1 && last !== decimal && last === group && grouped.test(text));
  if (isGroup) return ungrouped(text);
  const at = text.lastIndexOf(last);
  const [whole, fraction] = [ungrouped(text.slice(0, at)), text.slice(at + 1)];
  return whole === undefined || !/^\d*$/.test(fraction) ? undefined : `${whole || '0'}.${fraction || '0'}`;
}
