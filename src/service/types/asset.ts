import { isJsonObject, type Json } from '../common/json.js';
import type { AssetLookup } from './environment.js';
import { LeafType } from './leaf.js';
import { readOrIgnore } from './read-or-ignore.js';
import { type FileLocation, unreadable } from './type.js';
import { notConvertible } from './values/value-type.js';

/**
 * An asset reference: a GUID, `<guid>:<localId>` or external key in memory, `{"@type","@guid","@name"}` on the wire
 * (AST-1 to 3). An unknown GUID gives null.
 */
export class AssetType extends LeafType {
  readonly name: string;
  readonly needsCurrent = false;
  readonly #assets: AssetLookup;

  constructor(assetType: string, assets: AssetLookup) {
    super();
    this.name = assetType;
    this.#assets = assets;
  }

  defaultValue(): unknown {
    return null;
  }

  read(json: Json, _current: unknown, _plan: unknown, where: string): unknown {
    if (json === null || json === '') return null;
    const guid = isJsonObject(json) ? (Object.hasOwn(json, '@guid') ? json['@guid'] : undefined) : json;
    if (typeof guid !== 'string') {
      throw notConvertible(where, `an asset reference {"@guid"} or a GUID of ${this.name}`, json);
    }
    return this.#assets.find(guid)?.guid ?? null;
  }

  get expected(): string {
    return `the GUID of an asset of the type ${this.name}`;
  }

  fits(value: unknown): boolean {
    return typeof value === 'string';
  }

  equal(a: unknown, b: unknown): boolean {
    return (a || null) === (b || null);
  }

  override readDelta(
    json: Json,
    current: unknown,
    _snapshot: unknown,
    _plan: unknown,
    at: FileLocation,
  ): unknown {
    const value = readOrIgnore(at, () => this.read(json, current, undefined, at.path));
    if (value !== null || json === null || json === '') return value;
    at.problems.unresolved(at);
    return unreadable;
  }

  protected toText(value: unknown): string {
    const asset = typeof value === 'string' && value !== '' ? this.#assets.find(value) : undefined;
    if (asset === undefined) return 'null';
    const type = JSON.stringify(asset.type || this.name);
    return `{"@type":${type},"@guid":${JSON.stringify(asset.guid)},"@name":${JSON.stringify(asset.name)}}`;
  }

  protected toJson(value: unknown): Json {
    if (typeof value !== 'string' || value === '') return null;
    return { '@type': this.#assets.find(value)?.type || this.name, '@guid': value };
  }
}
