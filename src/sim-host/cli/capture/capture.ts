import { type AssetList, type Json, RemoteError, type RemoteHost } from '../../../client/index.js';
import { nestedObjects } from '../exposed/exposed.js';
import { HostTypes } from '../exposed/host-types.js';
import { type Mapping, unlessEmpty } from './mapping.js';
import { objectKeys } from './object-keys.js';
import { SceneClasses } from './scene-classes.js';
import { SceneObjects } from './scene-objects.js';
import { sceneText } from './scene-text.js';

/** A copy of a host as a scene file. */
export interface Capture {
  readonly text: string;
  /** Features of the host that a scene file cannot express. */
  readonly warnings: readonly string[];
}

type Keys = ReadonlyMap<string, string>;
type AssetInfo = Pick<AssetList['assets'][number], 'guid' | 'name' | 'type'> & { readonly loaded?: boolean };

/** Reads a host and converts it to a scene file. @throws RemoteError */
export async function capture(host: RemoteHost): Promise<Capture> {
  const [status, language, types, enums, info, menu, assets, objects] = await Promise.all([
    host.status(),
    optional(host.language()),
    host.types(),
    host.enums(),
    optional(host.request('GET', '/ui/info')),
    optional(host.request('GET', '/ui/sidemenu')),
    optional(host.assets()),
    nestedObjects(host),
  ]);
  const { applicationName, version } = status;
  const warnings = new Set<string>();
  const known = new HostTypes(types, enums, objects);
  const keys = objectKeys(objects, known);
  const classes = new SceneClasses(known, (message) => warnings.add(message));
  const scene = new SceneObjects(objects, known, keys);
  const title = (info as { title?: string } | undefined)?.title;
  const ownTitle = title === applicationName ? undefined : title || undefined;
  const items = unlessEmpty(menuItems(menu, keys));
  const text = sceneText({
    application: {
      name: applicationName || 'Captured',
      version: version || undefined,
      languages: language && [language.current],
    },
    ui: ownTitle || items ? { title: ownTitle, menuItems: items } : undefined,
    enums: unlessEmpty(classes.enums(enums)),
    classes: unlessEmpty(classes.classes()),
    assets: unlessEmpty(assetsOf(unlessEmpty(assets ?? []) ?? assetsIn(objects as unknown as Json))),
    objects: unlessEmpty(scene.plainObjects()),
    scenes: { Main: { buildIndex: 0, objects: scene.gameObjects() } },
  });
  return { text, warnings: [...warnings] };
}

/** Returns undefined if the host lacks a route. */
async function optional<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof RemoteError && [404, 405].includes(error.status)) return undefined;
    throw error;
  }
}

function menuItems(menu: Json | undefined, keys: Keys): Mapping[] {
  const { menuItems: items = [] } = (menu ?? {}) as { readonly menuItems?: readonly Mapping[] };
  const named = (id: unknown) => keys.get(id as string) ?? (id || undefined);
  return items.map((item) => {
    const given = Object.entries(item).filter(([, value]) => value !== null);
    return {
      ...Object.fromEntries(given),
      selectorObjectId: named(item.selectorObjectId),
      factoryObjectId: named(item.factoryObjectId),
    };
  });
}

/** Finds the assets that objects refer to, for a host that does not list its assets. */
function* assetsIn(value: Json | undefined): Generator<AssetInfo> {
  if (typeof value !== 'object' || value === null) return;
  const { '@guid': guid, '@name': name, '@type': type } = value as Mapping;
  if (typeof guid === 'string') yield { guid, name: String(name ?? guid), type: String(type) };
  else for (const each of Object.values(value)) yield* assetsIn(each as Json);
}

function assetsOf(assets: Iterable<AssetInfo>): Mapping {
  const byGuid = new Map([...assets].map((each) => [each.guid, each]));
  return Object.fromEntries(
    [...byGuid.values()].map(({ guid, name, type, loaded }, i) => {
      // JavaScript orders numeric keys first.
      const isNumber = /^\d+$/.test(guid);
      const asset = { name, type, loaded: loaded === false ? false : undefined };
      return [isNumber ? `asset-${i}` : guid, { guid: isNumber ? guid : undefined, ...asset }];
    }),
  );
}
