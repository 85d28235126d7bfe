import { type ParseErrorCode, printParseErrorCode, visit } from 'jsonc-parser';

/** The first error of a text that is not JSON. */
export interface BrokenJson {
  readonly offset: number;
  readonly reason: string;
}

/** Descriptions of what the parser expected, by error name. */
const expected: Readonly<Record<string, string>> = {
  InvalidNumberFormat: 'a number of JSON',
  PropertyNameExpected: 'the name of a member in quotes',
  ValueExpected: 'a value',
  ColonExpected: '":" after the name of a member',
  CommaExpected: '"," between two members or elements',
  CloseBraceExpected: '"," or "}" after a member',
  CloseBracketExpected: '"," or "]" after an element',
  EndOfFileExpected: 'nothing after the outer object',
};

/** Descriptions of errors inside one token, by error name. */
const badTokens: Readonly<Record<string, string>> = {
  UnexpectedEndOfString: 'a string has no closing quote on its line',
  UnexpectedEndOfNumber: 'a number ends without a digit',
  InvalidUnicode: 'a string has a \\u without four hexadecimal digits',
  InvalidEscapeCharacter: 'a string has an escape that JSON lacks',
  InvalidCharacter: 'a string has a control character; write an escape such as \\n',
};

/** Finds the first error of a text that JSON.parse rejects. */
export function findBroken(text: string): BrokenJson {
  let first: { readonly name: string; readonly offset: number } | undefined;
  const onError = (code: ParseErrorCode, offset: number) => {
    first ??= { name: printParseErrorCode(code), offset };
  };
  visit(text, { onError }, { disallowComments: true });
  const { name, offset } = first ?? { name: 'InvalidSymbol', offset: 0 };
  const token = badTokens[name];
  if (token !== undefined) return { offset, reason: token };
  const [character] = text.slice(offset, offset + 2);
  const got = character === undefined ? 'but the text ends' : `got ${JSON.stringify(character)}`;
  return { offset, reason: `expected ${expected[name] ?? 'JSON'}, ${got}${hintAt(text, offset)}` };
}

const conflictMarker = /^(<{7}|={7}|>{7})/;

/** Returns a hint about a typical error of editing by hand or merging. */
function hintAt(text: string, offset: number): string {
  const rest = text.slice(offset, offset + 7);
  if (conflictMarker.test(rest))
    return '; it is a conflict of a merge: keep one side, or both with a comma between';
  if (/^(\/\/|\/\*|#)/.test(rest)) return '; JSON has no comments';
  if (rest.startsWith("'")) return '; use double quotes for strings';
  const isPastComma = /^[}\]]/.test(rest) && /,\s*$/.test(text.slice(Math.max(0, offset - 200), offset));
  return isPastComma ? '; take out the comma before it' : '';
}
