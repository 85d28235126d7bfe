import type { HostAssets } from '../host.js';
import type { AssetLookup } from '../types/environment.js';

interface AssetDescription {
  readonly guid: string;
  readonly name: string;
  /** Empty if only the name could be derived. */
  readonly type: string;
}

/** An entry of the list of assets. */
interface ListedAsset extends AssetDescription {
  /** False for a known asset that was not loaded yet. */
  readonly loaded: boolean;
}

/** An external key: `file:<path>#<sub>`. The scheme is a word and not a GUID; the sub-asset is optional. */
const externalKey = /^(?![0-9a-f]{32}:)[a-z][a-z0-9+.-]*:(?<path>[^#]+)(?:#(?<sub>.+))?$/i;

/**
 * Finds assets for members by GUID, `<guid>:<localId>` or external key. Labels of assets that are not loaded are also
 * found by name and display name (AST-4 to 7).
 */
export class AssetRegistry implements AssetLookup {
  readonly #assets: HostAssets;

  constructor(assets: HostAssets) {
    this.#assets = assets;
  }

  /** Finds the asset that a member may refer to, by its exact key. */
  find(guid: string): AssetDescription | undefined {
    const asset = this.#assets.find(guid);
    return asset && { guid: asset.guid, name: asset.name, type: asset.type };
  }

  /** Describes the asset of a key; undefined if the key resolves to nothing. */
  describe(key: string): AssetDescription | undefined {
    return this.find(key) ?? this.#findByName(key, key) ?? this.#describeExternalKey(key);
  }

  /** Returns all assets, or those of a type, in the order of the host. */
  list(ofType: string | undefined): ListedAsset[] {
    const assets = Array.from(this.#assets.all(), ({ guid, name, type, loaded }) => ({
      guid,
      name,
      type,
      loaded,
    }));
    return ofType === undefined ? assets : assets.filter(({ type }) => type === ofType);
  }

  #findByName(key: string, name: string): AssetDescription | undefined {
    let byDisplayName: AssetDescription | undefined;
    for (const asset of this.#assets.all()) {
      if (asset.name === name) return { guid: key, name: asset.name, type: asset.type };
      if (asset.displayName === name) byDisplayName ??= { guid: key, name: asset.name, type: asset.type };
    }
    return byDisplayName;
  }

  /** Describes an external key; its name is the sub-asset or the file name. */
  #describeExternalKey(key: string): AssetDescription | undefined {
    const groups = externalKey.exec(key)?.groups;
    if (groups === undefined) return undefined;
    const fileName = groups
      .path!.split('/')
      .at(-1)!
      .replace(/\.[^.]+$/, '');
    const name = groups.sub ?? fileName;
    if (name === '') return undefined;
    return this.#findByName(key, name) ?? { guid: key, name, type: '' };
  }
}
