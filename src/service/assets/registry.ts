import type { HostAssets } from '../host.js';
import type { AssetLookup } from '../types/environment.js';

interface AssetDescription {
  readonly guid: string;
  readonly name: string;
  /** Empty when only the name could be derived. */
  readonly type: string;
}

/** One of those that there are. */
interface ListedAsset extends AssetDescription {
  /** False for one that is known and has to be loaded first. */
  readonly loaded: boolean;
}

/** An external key: `file:<path>#<sub>`; the scheme is a word and no GUID, the sub-asset may be missing. */
const externalKey = /^(?![0-9a-f]{32}:)[a-z][a-z0-9+.-]*:(?<path>[^#]+)(?:#(?<sub>.+))?$/i;

/**
 * Finds assets by GUID, `<guid>:<localId>` or external key, so that members can hold them, and by name and display name
 * too, so that the key of one that is not loaded can be labelled (AST-4 to 7).
 */
export class AssetRegistry implements AssetLookup {
  readonly #assets: HostAssets;

  constructor(assets: HostAssets) {
    this.#assets = assets;
  }

  /** Exact: what a member may hold. */
  find(guid: string): AssetDescription | undefined {
    const asset = this.#assets.find(guid);
    return asset && { guid: asset.guid, name: asset.name, type: asset.type };
  }

  /** What can be told of a key; undefined when it resolves to nothing. */
  describe(key: string): AssetDescription | undefined {
    return this.find(key) ?? this.#byName(key, key) ?? this.#ofExternalKey(key);
  }

  /** All assets, or those of a type, in the order of the host. */
  list(ofType: string | undefined): ListedAsset[] {
    const assets = Array.from(this.#assets.all(), ({ guid, name, type, loaded }) => ({
      guid,
      name,
      type,
      loaded,
    }));
    return ofType === undefined ? assets : assets.filter(({ type }) => type === ofType);
  }

  #byName(key: string, name: string): AssetDescription | undefined {
    let byDisplayName: AssetDescription | undefined;
    for (const asset of this.#assets.all()) {
      if (asset.name === name) return { guid: key, name: asset.name, type: asset.type };
      if (asset.displayName === name) byDisplayName ??= { guid: key, name: asset.name, type: asset.type };
    }
    return byDisplayName;
  }

  /** The name of an external key's target is its sub-asset, or its file's name. */
  #ofExternalKey(key: string): AssetDescription | undefined {
    const groups = externalKey.exec(key)?.groups;
    if (groups === undefined) return undefined;
    const fileName = groups
      .path!.split('/')
      .at(-1)!
      .replace(/\.[^.]+$/, '');
    const name = groups.sub ?? fileName;
    if (name === '') return undefined;
    return this.#byName(key, name) ?? { guid: key, name, type: '' };
  }
}
