/** Words that cannot be names of types. */
const taken = new Set(
  (
    'any bigint boolean break case catch class const continue debugger default delete do else enum export extends false ' +
    'finally for function if import in instanceof let never new null number object package private protected public ' +
    'return static string super switch symbol this throw true try type typeof undefined unknown var void while with yield ' +
    'implements interface await remote Studio'
  ).split(' '),
);

/** Assigns a unique TypeScript identifier to each exposed name, as similar as possible. */
export class Identifiers {
  readonly #byName = new Map<string, string>();
  readonly #used = new Set(taken);

  of(name: string): string {
    let identifier = this.#byName.get(name);
    if (identifier === undefined) {
      const plain = name.replaceAll(/[^\p{ID_Continue}$]/gu, '_').replace(/^(?!\p{ID_Start}|[$_])/u, '_');
      identifier = plain;
      for (let i = 2; this.#used.has(identifier); i++) identifier = `${plain}_${i}`;
      this.#used.add(identifier);
      this.#byName.set(name, identifier);
    }
    return identifier;
  }
}

/** Returns the name of a member for an interface. */
export function memberName(name: string): string {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) ? name : literal(name);
}

/** Returns a string as a TypeScript literal. */
export function literal(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${inner.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}'`;
}

/** Returns a doc comment; an empty string if there is no text. */
export function comment(indent: string, ...texts: readonly (string | undefined)[]): string {
  const joined = [...new Set(texts.filter((each) => each !== undefined && each !== ''))].join('. ');
  const line = joined
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .replaceAll('*/', '* /')
    .trim();
  return line === '' ? '' : `${indent}/** ${line} */\n`;
}
