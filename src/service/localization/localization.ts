import { isDeepStrictEqual } from 'node:util';
import { type ApplicationCode, Listeners } from '../application-code.js';
import { ExposedError } from '../exposed-error.js';
import { ownTexts } from './own-texts.js';

export interface LocalizationOptions {
  /** The languages of the application, the one at the start first; those of the service's own texts when left out. */
  readonly languages?: readonly string[];
  /** The application's own texts by language and localization key; they win over the service's. */
  readonly translations?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const fallback = 'en';

/** The language that prompts, notifications, descriptors and menus are in. */
export class Localization {
  #available: readonly string[];
  #translations: NonNullable<LocalizationOptions['translations']>;
  readonly #listeners: Listeners<[]>;
  #current: string;

  /** @internal */
  constructor(
    code: ApplicationCode,
    { languages = Object.keys(ownTexts), translations = {} }: LocalizationOptions = {},
  ) {
    this.#listeners = new Listeners(code, 'A listener of the language');
    this.#available = languages.length > 0 ? languages : [fallback];
    this.#translations = translations;
    this.#current = this.#available[0]!;
  }

  get available(): readonly string[] {
    return this.#available;
  }

  /** Other languages and texts; the current language stays where it is among them. */
  replace({ languages = Object.keys(ownTexts), translations = {} }: LocalizationOptions): void {
    const before = { available: this.#available, translations: this.#translations };
    this.#available = languages.length > 0 ? languages : [fallback];
    this.#translations = translations;
    if (!this.#available.includes(this.#current)) this.#current = this.#available[0]!;
    if (isDeepStrictEqual(before, { available: this.#available, translations })) return;
    this.#listeners.tell();
  }

  get current(): string {
    return this.#current;
  }

  /** @throws ExposedError `invalid-request` for a language that the application does not have */
  set(language: string): void {
    if (!this.available.includes(language)) {
      const known = this.available.join(', ');
      throw new ExposedError('invalid-request', `there is no language "${language}"; there are ${known}`);
    }
    if (language === this.#current) return;
    this.#current = language;
    this.#listeners.tell();
  }

  onChanged(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** The text of a key in the current language, else in English; a text that is no key comes back as it is. */
  readonly translate = (key: string): string =>
    this.#text(this.#current, key) ?? this.#text(fallback, key) ?? key;

  #text(language: string, key: string): string | undefined {
    for (const table of [this.#translations[language], ownTexts[language]]) {
      if (table !== undefined && Object.hasOwn(table, key)) return table[key];
    }
    return undefined;
  }
}
