import { isJsonObject, type Json } from '../json.js';
import type { AssetLookup } from './environment.js';
import { readOrIgnore } from './read-or-ignore.js';
import { type FilePlace, type Type, unreadable } from './type.js';
import { notConvertible } from './values/value-type.js';

/**
 * An asset reference: a GUID, `<guid>:<localId>` or external key in memory, `{"@type","@guid","@name"}` on the wire
 * (AST-1 to 3). An unknown GUID gives null.
 */
export class AssetType implements Type {
  readonly name: string;
  readonly needsCurrent = false;
  readonly keepable = true;
  readonly #assets: AssetLookup;

  constructor(assetType: string, assets: AssetLookup) {
    this.name = assetType;
    this.#assets = assets;
  }

  defaultValue(): unknown {
    return null;
  }

  read(json: Json, _current: unknown, _plan: unknown, where: string): unknown {
    if (json === null || json === '') return null;
    const guid = isJsonObject(json) ? json['@guid'] : json;
    if (typeof guid !== 'string') {
      throw notConvertible(where, `an asset reference {"@guid"} or a GUID of ${this.name}`, json);
    }
    return this.#assets.find(guid)?.guid ?? null;
  }

  write(value: unknown): string {
    const asset = typeof value === 'string' && value !== '' ? this.#assets.find(value) : undefined;
    if (asset === undefined) return 'null';
    const type = JSON.stringify(asset.type || this.name);
    return `{"@type":${type},"@guid":${JSON.stringify(asset.guid)},"@name":${JSON.stringify(asset.name)}}`;
  }

  equal(a: unknown, b: unknown): boolean {
    return this.same(a, b);
  }

  capture(value: unknown): unknown {
    return value;
  }

  same(value: unknown, snapshot: unknown): boolean {
    return (value || null) === (snapshot || null);
  }

  restore(snapshot: unknown): unknown {
    return snapshot;
  }

  persist(value: unknown): Json {
    if (typeof value !== 'string' || value === '') return null;
    return { '@type': this.#assets.find(value)?.type || this.name, '@guid': value };
  }

  delta(value: unknown, snapshot: unknown): Json | undefined {
    return snapshot !== undefined && this.same(value, snapshot) ? undefined : this.persist(value);
  }

  readDelta(json: Json, current: unknown, _snapshot: unknown, _plan: unknown, at: FilePlace): unknown {
    const value = readOrIgnore(at, () => this.read(json, current, undefined, at.path));
    if (value !== null || json === null || json === '') return value;
    at.problems.unresolved(at.path);
    return unreadable;
  }
}
