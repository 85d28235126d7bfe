import { type Json, RemoteError, type RemoteHost } from '../../../client/index.js';
import type { EnumInfo, MenuItem, ObjectInfo, PropertyInfo, TypeInfo } from './wire-shapes.js';

/** The texts of a host in one language. */
export interface HostTexts {
  readonly types: readonly TypeInfo[];
  readonly enums: readonly EnumInfo[];
  readonly title: string;
  readonly menuItems: readonly MenuItem[];
}

/** A property's value, with which of its parts differ from the captured default. */
export interface Change {
  readonly value: Json;
  readonly changed: boolean;
  /** By member, component or index; undefined where nothing in it was asked for. */
  readonly parts?: ReadonlyMap<string, Change>;
}

export interface AssetInfo {
  readonly guid: string;
  readonly name: string;
  readonly type: string;
  readonly loaded?: boolean;
}

/** All that a copy is made of. */
export interface HostPicture {
  readonly applicationName: string;
  readonly version: string;
  /** Undefined for a host that has no languages. */
  readonly language: { readonly current: string; readonly available: readonly string[] } | undefined;
  /** In the order of the languages; one for a host without. */
  readonly texts: ReadonlyMap<string, HostTexts>;
  readonly objects: readonly ObjectInfo[];
  /** By object id: the members that were changed. */
  readonly changes: ReadonlyMap<string, ReadonlyMap<string, Change>>;
  readonly assets: readonly AssetInfo[];
}

/** Items of one batch: enough to be quick, and few enough for a frame of the host. */
const batchSize = 1000;
/** Requests at once to a host without batches. */
const atOnce = 8;
const longMs = 60_000;

/** Reads a host. Its language is switched for a moment, and put back. @throws RemoteError */
export async function readHost(studio: RemoteHost): Promise<HostPicture> {
  const { applicationName, version } = await studio.status();
  const language = await optional(studio.language());
  const texts = await readTexts(studio, language);
  const objects = (await objectsOf(studio)) as readonly ObjectInfo[];
  const [first] = texts.values();
  const changes = await new ChangeReader(studio, first!.types).read(objects);
  return {
    applicationName,
    version,
    language,
    texts,
    objects,
    changes,
    assets: (await optional(studio.assets())) ?? [],
  };
}

async function objectsOf(studio: RemoteHost): Promise<readonly ObjectInfo[]> {
  const answer = await studio.request('GET', '/exposed/objects?nested', undefined, { timeoutMs: longMs });
  return (answer as unknown as { objects: readonly ObjectInfo[] }).objects;
}

async function readTexts(
  studio: RemoteHost,
  language: HostPicture['language'],
): Promise<ReadonlyMap<string, HostTexts>> {
  const { current = '', available = [''] } = language ?? {};
  const texts = new Map<string, HostTexts>();
  try {
    for (const each of available) {
      if (available.length > 1) await studio.setLanguage(each);
      texts.set(each, await textsOf(studio));
    }
  } finally {
    if (available.length > 1) await studio.setLanguage(current);
  }
  return texts;
}

async function textsOf(studio: RemoteHost): Promise<HostTexts> {
  const ask = async (path: string) => (await studio.request('GET', path)) as unknown;
  const [types, enums, info, menu] = await Promise.all([
    ask('/exposed/types') as Promise<Pick<HostTexts, 'types'>>,
    ask('/exposed/enums') as Promise<Pick<HostTexts, 'enums'>>,
    optional(ask('/ui/info') as Promise<{ title?: string }>),
    optional(ask('/ui/sidemenu') as Promise<Partial<Pick<HostTexts, 'menuItems'>>>),
  ]);
  return {
    types: types.types,
    enums: enums.enums,
    title: info?.title ?? '',
    menuItems: menu?.menuItems ?? [],
  };
}

/** Undefined for what a host does not have. */
async function optional<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof RemoteError && [404, 405].includes(error.status)) return undefined;
    throw error;
  }
}

interface Asked {
  readonly id: string;
  readonly path: string;
}

interface Answered {
  readonly value: Json;
  readonly changed: boolean;
}

/** Asks for what was changed: of each member, and of what has changed for its parts. */
class ChangeReader {
  readonly #studio: RemoteHost;
  readonly #members: ReadonlyMap<string, readonly PropertyInfo[]>;
  #hasBatches = true;

  constructor(studio: RemoteHost, types: readonly TypeInfo[]) {
    this.#studio = studio;
    this.#members = new Map(types.map(({ type, properties }) => [type, properties]));
  }

  async read(objects: readonly ObjectInfo[]): Promise<Map<string, Map<string, Change>>> {
    const asked = objects.flatMap((object) =>
      (this.#members.get(object['@type']) ?? []).map(({ name }) => ({ id: object['@id'], path: name })),
    );
    const changes = new Map<string, Map<string, Change>>();
    for (const { id, path, change } of await this.#readAll(asked)) {
      if (!changes.has(id)) changes.set(id, new Map());
      changes.get(id)!.set(path, change);
    }
    return changes;
  }

  /** Those of the places that were changed, with their parts. */
  async #readAll(asked: readonly Asked[]): Promise<(Asked & { change: Change })[]> {
    const answers = await this.#ask(asked);
    const changed = asked.flatMap((each, i) => {
      const answer = answers[i];
      return answer?.changed ? [{ ...each, answer }] : [];
    });
    const parts = changed.flatMap(({ id, path, answer }) =>
      partsOf(answer.value).map((part) => ({ id, path: `${path}/${part}` })),
    );
    const below = new Map<string, Change>();
    if (parts.length > 0) {
      for (const { id, path, change } of await this.#readAll(parts)) below.set(`${id} ${path}`, change);
    }
    return changed.map(({ id, path, answer }) => {
      const own = partsOf(answer.value).flatMap((part): [string, Change][] => {
        const change = below.get(`${id} ${path}/${part}`);
        return change === undefined ? [] : [[part, change]];
      });
      return { id, path, change: { ...answer, ...(own.length > 0 && { parts: new Map(own) }) } };
    });
  }

  async #ask(asked: readonly Asked[]): Promise<(Answered | undefined)[]> {
    const answers: (Answered | undefined)[] = [];
    for (let i = 0; i < asked.length; i += batchSize) {
      const some = asked.slice(i, i + batchSize);
      answers.push(...((await this.#askTogether(some)) ?? (await this.#askSingly(some))));
    }
    return answers;
  }

  async #askTogether(asked: readonly Asked[]): Promise<(Answered | undefined)[] | undefined> {
    if (!this.#hasBatches) return undefined;
    const requests = asked.map((each, id) => ({ id, method: 'GET', path: pathOf(each) }));
    const batch = this.#studio.request('POST', '/exposed/batch', { requests }, { timeoutMs: longMs });
    const answer = await optional(batch);
    if (answer === undefined) this.#hasBatches = false;
    const { responses } = (answer ?? {}) as unknown as { responses?: { status: number; body: Answered }[] };
    return responses?.map(({ status, body }) => (status === 200 ? body : undefined));
  }

  async #askSingly(asked: readonly Asked[]): Promise<(Answered | undefined)[]> {
    const answers: (Answered | undefined)[] = [];
    for (let i = 0; i < asked.length; i += atOnce) {
      const some = asked.slice(i, i + atOnce).map((each) => this.#studio.request('GET', pathOf(each)));
      // A getter that throws costs its member.
      for (const each of await Promise.allSettled(some)) {
        const isThere = each.status === 'fulfilled';
        if (!isThere && (each.reason as RemoteError).status === 0) throw each.reason;
        answers.push(isThere ? (each.value as unknown as Answered) : undefined);
      }
    }
    return answers;
  }
}

function pathOf({ id, path }: Asked): string {
  return `/exposed/object/${id}/${path.split('/').map(encodeURIComponent).join('/')}`;
}

/** What of a value may have changed by itself; the inside of another object is that object's. */
function partsOf(value: Json): string[] {
  if (Array.isArray(value)) return value.map((_, i) => String(i));
  if (typeof value !== 'object' || value === null || '@ref' in value || '@guid' in value) return [];
  return Object.keys(value).filter((name) => !name.startsWith('@'));
}
