import { ownTexts } from '../../../service/localization/own-texts.js';
import type { HostTexts } from './host-reader.js';
import type { ShownInfo } from './wire-shapes.js';

/** The language in which texts are looked up that another language lacks. */
const fallback = 'en';

/**
 * What a host shows in all its languages, as the texts of a scene file: of each place a key, which is its text in English or in
 * the first language where no other place has that, and the translations of the keys.
 */
export class CapturedTexts {
  readonly #keys = new Map<string, string>();
  readonly #taken = new Map<string, string>();
  readonly translations: Record<string, Record<string, string>> = {};

  constructor(texts: ReadonlyMap<string, HostTexts>) {
    const languages = [...texts.keys()];
    const shown = languages.map((language) => new Map(textsIn(texts.get(language)!)));
    const base = shown[Math.max(0, languages.indexOf(fallback))]!;
    // Lists may be asked for by category: its key is its text.
    const places = [...base.keys()].sort((a, b) => Number(isCategory(b)) - Number(isCategory(a)));
    for (const place of places) {
      const own = shown.map((each) => each.get(place) ?? base.get(place)!);
      this.#keys.set(place, this.#keyOf(base.get(place)!, own, languages));
    }
  }

  /** The key for a text at a place; undefined where there is none. */
  at(place: string): string | undefined {
    return this.#keys.get(place);
  }

  #keyOf(text: string, own: readonly string[], languages: readonly string[]): string {
    const same = JSON.stringify(own);
    let key = text;
    for (let i = 2; (this.#taken.get(key) ?? same) !== same; i++) key = `${text} (${i})`;
    if (this.#taken.has(key)) return key;
    this.#taken.set(key, same);
    // English first: the others fall back to it.
    for (const i of [...own.keys()].sort(
      (a, b) => Number(languages[b] === fallback) - Number(languages[a] === fallback),
    )) {
      const language = languages[i] === '' ? fallback : languages[i]!;
      if (this.#translated(language, key) === own[i]) continue;
      this.translations[language] = { ...this.translations[language], [key]: own[i]! };
    }
    return key;
  }

  #translated(language: string, key: string): string {
    const find = (name: string) => this.translations[name]?.[key] ?? ownTexts[name]?.[key];
    return find(language) ?? find(fallback) ?? key;
  }
}

function isCategory(place: string): boolean {
  return place.endsWith('|category');
}

/** Every text that is translated, with its place. */
function* textsIn({ types, enums, title, menuItems }: HostTexts): Generator<[string, string]> {
  yield ['ui|title', title];
  for (const { id, label } of menuItems) yield [`ui|${id}`, label];
  for (const { type, help, values } of enums) {
    if (help !== undefined) yield [`enum ${type}|help`, help];
    for (const { name, displayName = name } of values) yield [`enum ${type}|${name}`, displayName];
  }
  for (const { type, category, help, properties, functions = [] } of types) {
    if (category !== undefined) yield [`${type}|category`, category];
    if (help !== undefined) yield [`${type}|help`, help];
    for (const property of properties) yield* shownIn(`${type}|${property.name}`, property);
    for (const func of functions) {
      yield* shownIn(`${type}|${func.name}()`, func);
      for (const parameter of func.parameters)
        yield* shownIn(`${type}|${func.name}(${parameter.name})`, parameter);
    }
  }
}

function* shownIn(place: string, { label, help, section }: ShownInfo): Generator<[string, string]> {
  if (label !== undefined) yield [`${place}|label`, label];
  if (help !== undefined) yield [`${place}|help`, help];
  if (section?.title !== undefined) yield [`${place}|section`, section.title];
  if (section?.subtitle !== undefined) yield [`${place}|subtitle`, section.subtitle];
}
