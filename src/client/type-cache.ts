import type { HttpClient } from './http.js';
import { expectList } from './responses.js';
import type { EnumList, PropertyDescriptor, TypeList } from './wire.js';

type Types = TypeList['types'];
type Enums = EnumList['enums'];

/** Types and enums of the host, cached until it reports that they changed. */
export class TypeCache {
  readonly #http: HttpClient;
  #answers = new Map<string, Promise<readonly unknown[]>>();
  #members: ReadonlyMap<string, readonly PropertyDescriptor[]> = new Map();

  constructor(http: HttpClient) {
    this.#http = http;
  }

  /** @throws RemoteError */
  types(): Promise<Types> {
    return this.#read('types', (types: Types) => {
      this.#members = new Map(types.map(({ type, properties }) => [type, properties]));
    });
  }

  /** @throws RemoteError */
  enums(): Promise<Enums> {
    return this.#read('enums', () => {});
  }

  /** The key member of a type, if its types have been read. */
  keyOf(type: string): string | undefined {
    return this.#members.get(type)?.find(({ isKey }) => isKey)?.name;
  }

  /** The descriptor of a member, if its types have been read. */
  memberOf(type: string, name: string): PropertyDescriptor | undefined {
    return this.#members.get(type)?.find((each) => each.name === name);
  }

  clear(): void {
    this.#answers = new Map();
  }

  #read<T extends Types | Enums>(name: 'types' | 'enums', taken: (list: T) => void): Promise<T> {
    const answers = this.#answers;
    let answer = answers.get(name) as Promise<T> | undefined;
    if (answer === undefined) {
      answer = this.#http.request('GET', `/exposed/${name}`).then((json) => {
        const list = expectList(json, name, ['type']) as unknown as T;
        for (const each of list)
          expectList(each as never, name === 'types' ? 'properties' : 'values', ['name']);
        taken(list);
        return list;
      });
      answers.set(name, answer);
      answer.catch(() => answers.delete(name));
    }
    return answer;
  }
}
