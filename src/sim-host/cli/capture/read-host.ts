import { RemoteError, type RemoteHost } from '../../../client/index.js';
import type { EnumInfo, MenuItem, ObjectInfo, TypeInfo } from './wire-shapes.js';

export interface AssetInfo {
  readonly guid: string;
  readonly name: string;
  readonly type: string;
  readonly loaded?: boolean;
}

/** The data that a copy is made of. */
export interface HostContent {
  readonly applicationName: string;
  readonly version: string;
  /** The language of the texts; undefined if the host has none. */
  readonly language: string | undefined;
  readonly types: readonly TypeInfo[];
  readonly enums: readonly EnumInfo[];
  readonly title: string;
  readonly menuItems: readonly MenuItem[];
  readonly objects: readonly ObjectInfo[];
  readonly assets: readonly AssetInfo[];
}

/** A large scene takes long to send. */
const objectsTimeoutMs = 60_000;

/** Reads the current state of a host. @throws RemoteError */
export async function readHost(host: RemoteHost): Promise<HostContent> {
  const ask = async <T>(path: string, timeoutMs?: number) =>
    (await host.request('GET', path, undefined, { timeoutMs })) as T;
  const [{ applicationName, version }, language, { types }, { enums }, info, menu, assets] =
    await Promise.all([
      host.status(),
      optional(host.language()),
      ask<Pick<HostContent, 'types'>>('/exposed/types'),
      ask<Pick<HostContent, 'enums'>>('/exposed/enums'),
      optional(ask<{ title?: string }>('/ui/info')),
      optional(ask<Partial<Pick<HostContent, 'menuItems'>>>('/ui/sidemenu')),
      optional(host.assets()),
    ]);
  const { objects } = await ask<Pick<HostContent, 'objects'>>('/exposed/objects?nested', objectsTimeoutMs);
  return {
    applicationName,
    version,
    language: language?.current,
    types,
    enums,
    title: info?.title ?? '',
    menuItems: menu?.menuItems ?? [],
    objects,
    assets: assets ?? [],
  };
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
