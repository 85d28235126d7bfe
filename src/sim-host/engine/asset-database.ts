import type { AssetInfo, Unsubscribe } from '../../service/host.js';
import { Listeners } from './listeners.js';

export interface AssetDefinition {
  /** GUID, `<guid>:<localId>` of a sub-asset, or an external key `file:<path>#<sub>`. */
  readonly guid: string;
  /** The name under which the host's own commands know it, for example `chair`. */
  readonly key?: string;
  readonly name: string;
  /** Type name, for example `AnimationClip`. */
  readonly type: string;
  readonly displayName?: string;
  /** True when left out. */
  readonly loaded?: boolean;
  /** How many frames a load takes; 1 when left out. */
  readonly loadFrames?: number;
  /** Called when a load is done, before anybody else hears of it: creates what appears with the asset. */
  readonly onLoad?: () => void;
}

/** An asset and where its load stands. */
export class EngineAsset implements AssetInfo {
  readonly definition: AssetDefinition;
  readonly guid: string;
  readonly name: string;
  readonly type: string;
  readonly displayName?: string;
  #framesLeft: number | undefined;
  #loaded: boolean;

  constructor(definition: AssetDefinition) {
    this.definition = definition;
    this.guid = definition.guid;
    this.name = definition.name;
    this.type = definition.type;
    if (definition.displayName !== undefined) this.displayName = definition.displayName;
    this.#loaded = definition.loaded ?? true;
  }

  get loaded(): boolean {
    return this.#loaded;
  }

  get isLoading(): boolean {
    return this.#framesLeft !== undefined;
  }

  /** Begins a load unless it is loaded or loading. */
  beginLoad(): void {
    if (!this.#loaded) this.#framesLeft ??= this.definition.loadFrames ?? 1;
  }

  /** It is there, without the frames that a load takes. */
  loadNow(): void {
    this.#framesLeft = undefined;
    this.#loaded = true;
  }

  /** As it was at the start. */
  restart(): void {
    this.#framesLeft = undefined;
    this.#loaded = this.definition.loaded ?? true;
  }

  /** Counts a frame; true when the load is done with it. */
  advance(): boolean {
    if (this.#framesLeft === undefined || --this.#framesLeft > 0) return false;
    this.#framesLeft = undefined;
    this.#loaded = true;
    return true;
  }
}

/** The application's assets. A load takes frames, as one from a disk would. */
export class AssetDatabase {
  readonly #byGuid = new Map<string, EngineAsset>();
  readonly #byKey = new Map<string, EngineAsset>();
  readonly #loading = new Set<EngineAsset>();
  readonly #onLoaded = new Listeners<[EngineAsset]>();

  /** @throws Error when the GUID or key is taken. */
  add(definition: AssetDefinition): EngineAsset {
    const { guid, key } = definition;
    if (this.#byGuid.has(guid)) throw new Error(`There is an asset with the GUID "${guid}" already`);
    if (key !== undefined && this.#byKey.has(key))
      throw new Error(`There is an asset with the key "${key}" already`);
    const asset = new EngineAsset(definition);
    this.#byGuid.set(guid, asset);
    if (key !== undefined) this.#byKey.set(key, asset);
    return asset;
  }

  /** Forgets all assets; loads that are under way end. */
  forgetAll(): void {
    this.#byGuid.clear();
    this.#byKey.clear();
    this.#loading.clear();
  }

  /** Exactly by GUID. */
  find(guid: string): EngineAsset | undefined {
    return this.#byGuid.get(guid);
  }

  /** By GUID, else by key. */
  resolve(guidOrKey: string): EngineAsset | undefined {
    return this.#byGuid.get(guidOrKey) ?? this.#byKey.get(guidOrKey);
  }

  all(): Iterable<EngineAsset> {
    return this.#byGuid.values();
  }

  /**
   * Begins to load an asset; it is there after its `loadFrames`. One that is loaded or loading is left alone.
   * @returns the asset, undefined when there is none
   */
  load(guidOrKey: string): EngineAsset | undefined {
    const asset = this.resolve(guidOrKey);
    if (asset === undefined) return undefined;
    asset.beginLoad();
    if (asset.isLoading) this.#loading.add(asset);
    return asset;
  }

  /** Counts a frame for all loads; called by the player loop. */
  advance(): void {
    for (const asset of this.#loading) {
      if (!asset.advance()) continue;
      this.#loading.delete(asset);
      asset.definition.onLoad?.();
      this.#onLoaded.notify(asset);
    }
  }

  /** Every asset is as it was at the start; loads that are under way end. */
  restart(): void {
    this.#loading.clear();
    for (const asset of this.all()) asset.restart();
  }

  onLoaded(listener: (asset: EngineAsset) => void): Unsubscribe {
    return this.#onLoaded.add(listener);
  }
}
