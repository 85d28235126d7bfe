import type { Json } from '../../../../client/index.js';
import { connect, type RemoteHost } from '../../../../client/index.js';
import { parseJson, toJson } from '../../../../client/json.js';

/** All that a remote app reads of a host, as text: two that answer alike, ids and times apart, have the same. */
export async function comparable(url: string, asksForChanges = true): Promise<Record<string, unknown>> {
  const studio = await connect(url);
  try {
    const { current, available } = await studio.language();
    const told: Record<string, unknown> = { language: { current, available } };
    for (const language of available) {
      await studio.setLanguage(language);
      for (const path of ['/exposed/types', '/exposed/enums', '/ui/info', '/ui/sidemenu'])
        told[`${language} ${path}`] = await studio.request('GET', path);
    }
    await studio.setLanguage(current);
    const { applicationName, version } = await studio.status();
    told.status = { applicationName, version };
    told.assets = await studio.assets();
    const objects = (await studio.request('GET', '/exposed/objects?nested')) as {
      objects: { '@id': string; '@type': string; '@instanceID'?: number }[];
    };
    told.nested = objects;
    told.flat = await studio.request('GET', '/exposed/objects');
    if (asksForChanges) told.changed = await changedOf(studio, objects.objects);
    // Ids are numbered as lists have them.
    const ids = new Map<string, string>();
    for (const [i, each] of objects.objects.entries()) {
      ids.set(each['@id'], `id ${i}`);
      if (each['@instanceID'] !== undefined) ids.set(String(each['@instanceID']), `instance ${i}`);
    }
    const text = toJson(told).replaceAll(/"@instanceID":\d+/g, (found) => {
      const id = found.slice('"@instanceID":'.length);
      return `"@instanceID":"${ids.get(id) ?? 'inline'}"`;
    });
    return parseJson(
      text
        .replaceAll(/"(\d{6,})"/g, (found, id: string) => (ids.has(id) ? `"${ids.get(id)}"` : found))
        .replaceAll(
          /\/exposed\/image\/(\d+)\//g,
          (_, id: string) => `/exposed/image/${ids.get(id) ?? 'inline'}/`,
        ),
    ) as Record<string, unknown>;
  } finally {
    studio.close();
  }
}

/** Every place of every object that is told to be changed. */
async function changedOf(studio: RemoteHost, objects: readonly object[]): Promise<string[]> {
  const changed: string[] = [];
  let places = objects.flatMap((object, i) => membersOf(object as Json).map((name) => ({ i, path: name })));
  while (places.length > 0) {
    const next: typeof places = [];
    for (let at = 0; at < places.length; at += 2000) {
      const some = places.slice(at, at + 2000);
      const requests = some.map(({ i, path }) => ({
        method: 'GET',
        path: `/exposed/object/${(objects[i] as { '@id': string })['@id']}/${path.split('/').map(encodeURIComponent).join('/')}`,
      }));
      const { responses } = (await studio.request('POST', '/exposed/batch', { requests })) as unknown as {
        responses: { body: { changed?: boolean; value: Json } }[];
      };
      for (const [n, { body }] of responses.entries()) {
        if (!body.changed) continue;
        const { i, path } = some[n]!;
        changed.push(`${i}/${path}`);
        next.push(...membersOf(body.value).map((name) => ({ i, path: `${path}/${name}` })));
      }
    }
    places = next;
  }
  return changed;
}

function membersOf(value: Json): string[] {
  if (Array.isArray(value)) return value.map((_, i) => String(i));
  if (typeof value !== 'object' || value === null || '@ref' in value || '@guid' in value) return [];
  return Object.keys(value).filter((name) => !name.startsWith('@'));
}
