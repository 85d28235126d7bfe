import type { Json, RemoteHost } from '../../../client/index.js';
import { CapturedTexts } from './captured-texts.js';
import { CapturedTypes } from './captured-types.js';
import { CapturedValues } from './captured-values.js';
import { type AssetInfo, type HostPicture, readHost } from './host-reader.js';
import { ObjectKeys } from './object-keys.js';
import { type Mapping, present, SceneClasses } from './scene-classes.js';
import { SceneObjects } from './scene-objects.js';
import { sceneText } from './scene-text.js';
import type { MenuItem } from './wire-shapes.js';

/** A host as a scene file. */
export interface Capture {
  readonly text: string;
  /** What of the host a scene file cannot say. */
  readonly warnings: readonly string[];
}

/** Gives a picture of the host to a file beside the scene; what stands in the scene for it. */
export type KeepImage = (url: string, name: string) => Promise<string>;

const testCard: KeepImage = async () => 'testcard';

/** Reads a host, and writes it down as a scene file. @throws RemoteError */
export async function capture(studio: RemoteHost, keepImage = testCard): Promise<Capture> {
  const picture = await readHost(studio);
  const warnings = new Set<string>();
  const [texts] = picture.texts.values();
  const types = new CapturedTypes(texts!.types, texts!.enums, picture.objects);
  const keys = new ObjectKeys(picture.objects, types);
  const values = new CapturedValues(types, picture, keys.refer);
  const files = new Map<string, string>();
  const gathered = () =>
    new SceneObjects(picture.objects, types, values, keys, (url) => files.get(url) ?? 'testcard');
  // The first time tells what is referred to, and which pictures there are.
  const first = gathered();
  first.gather();
  for (const { url, file } of first.images) files.set(url, await keepImage(url, file));
  const objects = gathered().gather();
  const translated = new CapturedTexts(picture.texts);
  const classes = new SceneClasses(types, values, translated, (message) => warnings.add(message));
  const combined = new Set([...combinations(picture, types)]);
  const scene: Mapping = present({
    application: applicationOf(picture),
    ui: uiOf(picture, translated, keys),
    translations: unlessEmpty(translated.translations),
    enums: unlessEmpty(classes.enums(texts!.enums, (name) => combined.has(name))),
    classes: unlessEmpty(classes.classes()),
    assets: unlessEmpty(assetsOf(assetsIn(picture))),
    objects: objects.standing.length > 0 ? objects.standing : undefined,
    order: objects.order.length > 0 ? objects.order : undefined,
    scenes: { Main: present({ buildIndex: 0, objects: objects.inScene }) },
  });
  return { text: sceneText(scene), warnings: [...warnings] };
}

function applicationOf({ applicationName, version, language }: HostPicture): Mapping {
  const isFirst = language === undefined || language.current === language.available[0];
  return present({
    name: applicationName || 'Captured',
    version: version || undefined,
    languages: language?.available,
    language: isFirst ? undefined : language.current,
  });
}

function uiOf(
  { texts, applicationName, objects }: HostPicture,
  translated: CapturedTexts,
  keys: ObjectKeys,
): Mapping | undefined {
  const [{ title, menuItems }] = texts.values() as unknown as [
    { title: string; menuItems: readonly MenuItem[] },
  ];
  const titleKey = translated.at('ui|title');
  const isOwn = title !== '' && (title !== applicationName || titleKey !== title);
  const ids = new Set(objects.map((each) => each['@id']));
  const named = (id: string | undefined) => (id !== undefined && ids.has(id) ? (keys.of(id) ?? id) : id);
  const items = menuItems.map(({ selectorObjectId, factoryObjectId, ...item }) =>
    present({
      ...Object.fromEntries(Object.entries(item).filter(([, value]) => value !== null)),
      label: translated.at(`ui|${item.id}`),
      selectorObjectId: named(selectorObjectId) || undefined,
      factoryObjectId: named(factoryObjectId) || undefined,
    }),
  );
  return unlessEmpty(
    present({ title: isOwn ? titleKey : undefined, menuItems: items.length > 0 ? items : undefined }),
  );
}

/** The assets that a host lists, else those that its objects refer to. */
function assetsIn({ assets, objects }: HostPicture): readonly AssetInfo[] {
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
      // JavaScript puts keys that are numbers first.
      const isNumber = /^\d+$/.test(guid);
      const asset = { name, type, loaded: loaded === false ? false : undefined };
      return [isNumber ? `asset-${i}` : guid, present({ guid: isNumber ? guid : undefined, ...asset })];
    }),
  );
}

/** Enums whose values combine: hosts say so of properties, else a value that is a combination tells. */
function* combinations({ objects, texts }: HostPicture, types: CapturedTypes): Generator<string> {
  for (const { properties, functions = [] } of types.all) {
    for (const each of [...properties, ...functions.flatMap(({ parameters }) => parameters)])
      if (each.isFlags) yield each.type.replace(/(\[\])+$/, '');
  }
  const enums = [...texts.values()][0]!.enums.map(({ type }) => type);
  for (const instance of mappingsIn(objects as unknown as Json)) {
    for (const { name, type } of types.find(String(instance['@type']))?.properties ?? []) {
      if (enums.includes(type) && String(instance[name]).includes(', ')) yield type;
    }
  }
}

function* mappingsIn(value: Json | undefined): Generator<{ readonly [member: string]: Json | undefined }> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as { readonly [member: string]: Json };
  for (const each of Object.values(value)) yield* mappingsIn(each as Json);
}

function unlessEmpty(mapping: Mapping): Mapping | undefined {
  return Object.keys(mapping).length === 0 ? undefined : mapping;
}
