/** Words that no type of a module can be called. */
const taken = new Set(
  (
    'any bigint boolean break case catch class const continue debugger default delete do else enum export extends false ' +
    'finally for function if import in instanceof let never new null number object package private protected public ' +
    'return static string super switch symbol this throw true try type typeof undefined unknown var void while with yield ' +
    'implements interface await remote Studio'
  ).split(' '),
);

/** Names for TypeScript: each exposed name gets one of its own, as like it as may be. */
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

/** A member's name as it stands in an interface. */
export function memberName(name: string): string {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) ? name : literal(name);
}

/** A text as a literal of TypeScript. */
export function literal(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${inner.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}'`;
}

/** A comment, or nothing where there is nothing to say. */
export function comment(indent: string, ...texts: readonly (string | undefined)[]): string {
  const said = [...new Set(texts.filter((each) => each !== undefined && each !== ''))].join('. ');
  const line = said
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .replaceAll('*/', '* /')
    .trim();
  return line === '' ? '' : `${indent}/** ${line} */\n`;
}
