import { Listeners } from '../../service/common/listeners.js';
import type { AssetInfo, Unsubscribe } from '../../service/host.js';

export interface AssetDefinition {
  /** GUID, `<guid>:<localId>` of a sub-asset, or an external key `file:<path>#<sub>`. */
  readonly guid: string;
  /** A second name for commands and actions, such as `chair`. */
  readonly key?: string;
  readonly name: string;
  /** Type name, for example `AnimationClip`. */
  readonly type: string;
  readonly displayName?: string;
  /** Defaults to true. */
  readonly loaded?: boolean;
  /** Number of frames that a load takes. Defaults to 1. */
  readonly loadFrames?: number;
  /** Called when a load has ended, before other listeners; creates the objects of the asset. */
  readonly onLoad?: () => void;
}

export interface EngineAsset extends AssetInfo {
  readonly definition: AssetDefinition;
  loaded: boolean;
}

/** The application's assets. Loading one takes frames, as loading from a disk would. */
export class AssetDatabase {
  readonly #byGuid = new Map<string, EngineAsset>();
  readonly #byKey = new Map<string, EngineAsset>();
  /** The assets that are loading, with the number of frames until they are loaded. */
  readonly #loading = new Map<EngineAsset, number>();
  readonly #onLoaded = new Listeners<[EngineAsset]>();

  /** @throws Error if the GUID or the key is taken */
  add(definition: AssetDefinition): EngineAsset {
    const { guid, key, name, type, displayName, loaded = true } = definition;
    if (this.#byGuid.has(guid)) throw new Error(`asset GUID "${guid}" is already taken`);
    if (key !== undefined && this.#byKey.has(key)) throw new Error(`asset key "${key}" is already taken`);
    const asset: EngineAsset = {
      definition,
      guid,
      name,
      type,
      ...(displayName !== undefined && { displayName }),
      loaded,
    };
    this.#byGuid.set(guid, asset);
    if (key !== undefined) this.#byKey.set(key, asset);
    return asset;
  }

  /** Removes all assets and cancels their loads. */
  forgetAll(): void {
    this.#byGuid.clear();
    this.#byKey.clear();
    this.#loading.clear();
  }

  /** Finds an asset by its GUID. */
  find(guid: string): EngineAsset | undefined {
    return this.#byGuid.get(guid);
  }

  /** Finds an asset by its GUID, else by its key. */
  resolve(guidOrKey: string): EngineAsset | undefined {
    return this.#byGuid.get(guidOrKey) ?? this.#byKey.get(guidOrKey);
  }

  all(): Iterable<EngineAsset> {
    return this.#byGuid.values();
  }

  /**
   * Starts loading an asset unless it is loaded or loading; the load takes its `loadFrames`.
   * @returns the asset; undefined if it does not exist
   */
  load(guidOrKey: string): EngineAsset | undefined {
    const asset = this.resolve(guidOrKey);
    if (asset !== undefined && !asset.loaded && !this.isLoading(asset))
      this.#loading.set(asset, asset.definition.loadFrames ?? 1);
    return asset;
  }

  isLoading(asset: EngineAsset): boolean {
    return this.#loading.has(asset);
  }

  /** Counts a frame of every load; called by the player loop. */
  advance(): void {
    for (const [asset, framesLeft] of this.#loading) {
      if (framesLeft > 1) {
        this.#loading.set(asset, framesLeft - 1);
        continue;
      }
      this.#loading.delete(asset);
      asset.loaded = true;
      asset.definition.onLoad?.();
      this.#onLoaded.notify(asset);
    }
  }

  /** Returns every asset to its initial state and cancels all loads. */
  reset(): void {
    this.#loading.clear();
    for (const asset of this.all()) asset.loaded = asset.definition.loaded ?? true;
  }

  onLoaded(listener: (asset: EngineAsset) => void): Unsubscribe {
    return this.#onLoaded.add(listener);
  }
}
