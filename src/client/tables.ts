import type { HttpClient } from './http.js';
import type { Json } from './json.js';
import type { EnumList, TypeList } from './wire.js';

/** What panels are drawn from, kept until the host tells that it has changed. */
export class Tables {
  readonly #http: HttpClient;
  #answers = new Map<string, Promise<Json>>();
  #keys: ReadonlyMap<string, string> = new Map();

  constructor(http: HttpClient) {
    this.#http = http;
  }

  /** @throws RemoteError */
  async types(): Promise<TypeList['types']> {
    const { types } = (await this.#read('/exposed/types')) as unknown as TypeList;
    return types;
  }

  /** @throws RemoteError */
  async enums(): Promise<EnumList['enums']> {
    return ((await this.#read('/exposed/enums')) as unknown as EnumList).enums;
  }

  /** The key member of a type, as far as types have been read. */
  keyOf(type: string): string | undefined {
    return this.#keys.get(type);
  }

  clear(): void {
    this.#answers = new Map();
  }

  #read(path: string): Promise<Json> {
    const answers = this.#answers;
    let answer = answers.get(path);
    if (answer === undefined) {
      answer = this.#http.request('GET', path).then((json) => {
        if (path === '/exposed/types') this.#keys = keysOf(json as unknown as TypeList);
        return json;
      });
      answers.set(path, answer);
      answer.catch(() => answers.delete(path));
    }
    return answer;
  }
}

function keysOf({ types }: TypeList): ReadonlyMap<string, string> {
  return new Map(
    types.flatMap(({ type, properties }) => {
      const key = properties.find(({ isKey }) => isKey);
      return key === undefined ? [] : [[type, key.name] as const];
    }),
  );
}
