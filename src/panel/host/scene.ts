import { batch, computed, effect, signal } from '@preact/signals';
import type {
  Language,
  ObjectList,
  RemoteHost,
  SideMenu,
  Status,
  UiInfo,
  WireObject,
} from '../../client/index.js';
import { truncate, urlSegment } from '../ui/truncate.js';
import { gather } from './gather.js';
import { access } from './rights.js';
import { ask, connection, readTogether, remoteHost } from './session.js';
import { type EnumDescriptor, enums, type TypeDescriptor, types } from './types.js';
import { textOf } from './values.js';

/** An object as lists show it. */
export interface Entry {
  /** The source key, or the most permanent name that the host allows. */
  readonly key: string;
  /** The name of the object for the client: its source key, or its session id. */
  readonly handle: string;
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly icon: string;
  readonly category: string;
  /** Name, key and type in lower case, for the search; computed on first use. */
  readonly text: string;
}

const listed = signal<readonly WireObject[]>([]);
/** True after the first list has arrived. */
export const isKnown = signal(false);
export const title = signal('');
export const application = signal<Status | undefined>(undefined);
export const menu = signal<SideMenu['menuItems']>([]);
export const languages = signal<Language>({ current: '', available: [] });

/** All objects with their permanent keys. */
export const entries = computed<readonly Entry[]>(() => {
  const seen = new Map<string, number>();
  for (const each of listed.value)
    if (each['@source'] === undefined) seen.set(typedName(each), (seen.get(typedName(each)) ?? 0) + 1);
  return listed.value.map((each) => {
    const type = types.value.get(each['@type']);
    const isOnly = seen.get(typedName(each)) === 1;
    const key = each['@source'] ?? (isOnly ? typedName(each) : each['@id']);
    const name = truncate(each['@name'] || each['@type']);
    return {
      key,
      handle: each['@source'] ?? each['@id'],
      id: each['@id'],
      type: each['@type'],
      name,
      icon: each['@icon'] || type?.icon || 'deployed_code',
      category: truncate(type?.category ?? ''),
      get text() {
        const text =
          `${name} ${truncate(key)} ${truncate(each['@type'])} ${truncate(type?.category ?? '')}`.toLowerCase();
        Object.defineProperty(this, 'text', { value: text });
        return text;
      },
    };
  });
});

const byId = computed(() => new Map(entries.value.map((each) => [each.id, each])));
const byKey = computed(() => new Map(entries.value.map((each) => [each.key, each])));

/** Returns the client's name of an object; the key itself while the object is unknown. */
export const handleOf = (key: string): string => entryOf(key)?.handle ?? key;

/** Finds an object by key or session id. */
export const entryOf = (key: string): Entry | undefined => byKey.value.get(key) ?? byId.value.get(key);

/** Loaders of the objects, types and presentation of the host. */
const loads = {
  objects: async () => {
    const { objects } = await ask<ObjectList>('GET', '/exposed/objects');
    listed.value = objects;
    isKnown.value = true;
  },
  // The client also uses and caches the types.
  types: async () => {
    const host = remoteHost.peek()!;
    const [all, values] = await Promise.all([host.types(), host.enums()]);
    // Only a change is published, because everything drawn depends on them.
    const text = textOf([all, values]);
    if (text === typesText) return;
    typesText = text;
    batch(() => {
      types.value = new Map((all as readonly TypeDescriptor[]).map((each) => [each.type, each]));
      enums.value = new Map((values as readonly EnumDescriptor[]).map((each) => [each.type, each]));
    });
  },
  presentation: async () => {
    const [status, info, side, language] = await Promise.all([
      ask<Status>('GET', '/api/status'),
      ask<UiInfo>('GET', '/ui/info'),
      ask<SideMenu>('GET', '/ui/sidemenu'),
      ask<Language>('GET', '/api/language'),
    ]);
    application.value = status;
    access.value = status.access ?? 'full';
    title.value = truncate(info.title);
    menu.value = [...side.menuItems].sort((a, b) => a.order - b.order);
    languages.value = language;
  },
};

/** Delay of the second load after the connection, when the first view is complete, in milliseconds. */
const settledMs = 1500;
/** Milliseconds within which several requests of a load run it once. */
const loadMs = 20;
/** Maximum milliseconds that the first list waits for the stream. */
const streamMs = 400;
let typesText: string | undefined;
const load = gather<keyof typeof loads>(loadMs, (parts) => {
  // A failed part is loaded again after the next connection.
  for (const part of parts) loads[part]().catch(() => {});
});

/** Keeps the list, types and presentation up to date while the panel is open. */
export function followScene(): void {
  effect(() => remoteHost.value && followList(remoteHost.value));
  effect(() => remoteHost.value?.onEvent(() => load('types', 'presentation', 'objects'), ['types_update']));
  // Loads the parts that are visible first before the stream is open, and again afterwards, because changes in
  // between are not reported. The list, which may be large, is normally loaded only once.
  effect(() => {
    if (remoteHost.value === undefined) return;
    load('types', 'presentation');
    setTimeout(() => isKnown.peek() || load('objects'), streamMs);
  });
  effect(() => {
    if (connection.value !== 'live') return;
    const isFirst = !isKnown.peek();
    if (isFirst) load('objects');
    setTimeout(() => load('types', 'presentation'), isFirst ? settledMs : 0);
  });
  effect(() => {
    document.title = title.value || 'sim-host';
  });
  effect(() => {
    if (languages.value.current !== '') document.documentElement.lang = languages.value.current;
  });
}

/** Maximum number of new objects that are read individually; beyond it, the whole list is loaded. */
const maxAsked = 200;
/** Milliseconds for which new objects are collected before they are read. */
const gatherMs = 150;

/** Updates the list by events, and loads it again after changes that no event describes. */
function followList(host: RemoteHost): () => void {
  let hasEvent = false;
  const noteEvent = () => {
    hasEvent = true;
    queueMicrotask(() => {
      hasEvent = false;
    });
    return isKnown.peek();
  };
  const askFor = gather<string>(gatherMs, (ids) => {
    if (ids.length > maxAsked) load('objects');
    else readListed(ids).then(mergeListed, () => load('objects'));
  });
  const ends = [
    host.onEvent(
      ({ added, removed }) => {
        if (!noteEvent()) return;
        const gone = new Set(removed);
        if (gone.size > 0) listed.value = listed.peek().filter((each) => !gone.has(each['@id']));
        for (const id of added) askFor(id);
      },
      ['exposed_objects_changed'],
    ),
    host.onEvent(
      ({ id, path }) => {
        if ((path === 'name' || path === '') && noteEvent()) askFor(id);
      },
      ['exposed_object_updated'],
    ),
    // `onObjects` calls this before the events of the same turn, and after a gap without events.
    host.onObjects(() => queueMicrotask(() => hasEvent || !isKnown.peek() || load('objects'))),
  ];
  return () => {
    askFor.cancel();
    for (const end of ends) end();
  };
}

/** @throws RemoteError from hosts without batches */
async function readListed(ids: readonly string[]): Promise<readonly WireObject[]> {
  const reads = await readTogether<WireObject>(ids.map((id) => `/exposed/object/${urlSegment(id)}`));
  // An event reports objects that were removed in the meantime.
  return reads.flatMap(({ status, body }) => (status === 200 && body !== undefined ? [body] : []));
}

function mergeListed(read: readonly WireObject[]): void {
  const byId = new Map(read.map((each) => [each['@id'], each]));
  const known = listed.peek().map((each) => byId.get(each['@id']) ?? each);
  for (const { '@id': id } of listed.peek()) byId.delete(id);
  listed.value = [...known, ...byId.values()];
}

function typedName(each: WireObject): string {
  return `${each['@type']}:${each['@name'] ?? ''}`;
}
