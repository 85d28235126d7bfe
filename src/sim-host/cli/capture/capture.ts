import type { Json, RemoteHost } from '../../../client/index.js';
import { CapturedTypes } from './captured-types.js';
import { CapturedValues } from './captured-values.js';
import { objectKeys } from './object-keys.js';
import { type AssetInfo, type HostContent, readHost } from './read-host.js';
import { type Mapping, present, SceneClasses } from './scene-classes.js';
import { SceneObjects } from './scene-objects.js';
import { sceneText } from './scene-text.js';
import { mappingsIn } from './wire-shapes.js';

/** A copy of a host as a scene file. */
export interface Capture {
  readonly text: string;
  /** Features of the host that a scene file cannot express. */
  readonly warnings: readonly string[];
}

/** Reads a host and converts it to a scene file. @throws RemoteError */
export async function capture(host: RemoteHost): Promise<Capture> {
  const content = await readHost(host);
  const warnings = new Set<string>();
  const types = new CapturedTypes(content);
  const keys = objectKeys(content.objects, types);
  const values = new CapturedValues(types, (id) => keys.get(id) ?? id);
  const objects = new SceneObjects(content.objects, types, values, keys);
  const classes = new SceneClasses(types, (message) => warnings.add(message));
  const scene: Mapping = present({
    application: present({
      name: content.applicationName || 'Captured',
      version: content.version || undefined,
      languages: content.language === undefined ? undefined : [content.language],
    }),
    ui: uiOf(content, keys),
    enums: unlessEmpty(classes.enums(content.enums)),
    classes: unlessEmpty(classes.classes()),
    assets: unlessEmpty(assetsOf(assetsIn(content))),
    objects: unlessNone(objects.plainObjects()),
    scenes: { Main: present({ buildIndex: 0, objects: objects.gameObjects() }) },
  });
  return { text: sceneText(scene), warnings: [...warnings] };
}

function uiOf(
  { title, menuItems, applicationName }: HostContent,
  keys: ReadonlyMap<string, string>,
): Mapping | undefined {
  const named = (id: string | undefined) => (id && keys.get(id)) || id || undefined;
  const items = menuItems.map(({ selectorObjectId, factoryObjectId, ...item }) =>
    present({
      ...Object.fromEntries(Object.entries(item).filter(([, value]) => value !== null)),
      selectorObjectId: named(selectorObjectId),
      factoryObjectId: named(factoryObjectId),
    }),
  );
  const ownTitle = title === applicationName ? '' : title;
  return unlessEmpty(present({ title: ownTitle || undefined, menuItems: unlessNone(items) }));
}

/** Returns the assets that the host lists, else those that its objects refer to. */
function assetsIn({ assets, objects }: HostContent): readonly AssetInfo[] {
  if (assets.length > 0) return assets;
  const found = new Map<string, AssetInfo>();
  for (const { '@guid': guid, '@name': name, '@type': type } of mappingsIn(objects as unknown as Json)) {
    if (typeof guid === 'string') found.set(guid, { guid, name: String(name ?? guid), type: String(type) });
  }
  return [...found.values()];
}

function assetsOf(assets: readonly AssetInfo[]): Mapping {
  return Object.fromEntries(
    assets.map(({ guid, name, type, loaded }, i) => {
      // JavaScript orders numeric keys first.
      const isNumber = /^\d+$/.test(guid);
      const asset = { name, type, loaded: loaded === false ? false : undefined };
      return [isNumber ? `asset-${i}` : guid, present({ guid: isNumber ? guid : undefined, ...asset })];
    }),
  );
}

function unlessEmpty(mapping: Mapping): Mapping | undefined {
  return Object.keys(mapping).length === 0 ? undefined : mapping;
}

function unlessNone<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length === 0 ? undefined : list;
}
