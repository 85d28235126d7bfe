import { isDeepStrictEqual } from 'node:util';
import type { ApplicationCode } from '../common/application-code.js';
import { ExposedError } from '../common/exposed-error.js';
import { Listeners } from '../common/listeners.js';
import { ownTexts } from './own-texts.js';

export interface LocalizationOptions {
  /** The application's languages, the initial one first (default: those of the service's own texts). */
  readonly languages?: readonly string[];
  /** The application's texts by language and localization key; they override the service's. */
  readonly translations?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const fallbackLanguage = 'en';

/** The language of prompts, notifications, descriptors and menus, and its texts. */
export class Localization {
  #available: readonly string[] = [];
  #translations: NonNullable<LocalizationOptions['translations']> = {};
  readonly #listeners: Listeners<[]>;
  #current = fallbackLanguage;

  /** @internal */
  constructor(code: ApplicationCode, options: LocalizationOptions = {}) {
    this.#listeners = new Listeners((error) => code.report('A listener of the language', error));
    this.#take(options);
    this.#current = this.#available[0]!;
  }

  get available(): readonly string[] {
    return this.#available;
  }

  /** Replaces languages and texts; the current language is kept if it is among them. */
  replace(options: LocalizationOptions): void {
    const before = [this.#available, this.#translations];
    this.#take(options);
    if (!this.#available.includes(this.#current)) this.#current = this.#available[0]!;
    if (isDeepStrictEqual(before, [this.#available, this.#translations])) return;
    this.#listeners.notify();
  }

  #take({ languages = Object.keys(ownTexts), translations = {} }: LocalizationOptions): void {
    this.#available = languages.length > 0 ? languages : [fallbackLanguage];
    this.#translations = translations;
  }

  get current(): string {
    return this.#current;
  }

  /**
   * Changes the language.
   * @throws ExposedError `invalid-request` for a language that the application does not have
   */
  set(language: string): void {
    if (!this.available.includes(language)) {
      const known = this.available.join(', ');
      throw new ExposedError('invalid-request', `unknown language "${language}"; available: ${known}`);
    }
    if (language === this.#current) return;
    this.#current = language;
    this.#listeners.notify();
  }

  onChanged(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** Returns the text of a key in the current language, else in English, else the key itself. */
  readonly translate = (key: string): string =>
    this.#text(this.#current, key) ?? this.#text(fallbackLanguage, key) ?? key;

  #text(language: string, key: string): string | undefined {
    for (const table of [this.#translations[language], ownTexts[language]]) {
      if (table !== undefined && Object.hasOwn(table, key)) return table[key];
    }
    return undefined;
  }
}
