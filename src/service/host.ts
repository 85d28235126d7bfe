import type { ConfirmChoice } from '../wire/confirm-choices.js';

/**
 * The ports of the service: everything it needs from its application. The simulated host implements all of them;
 * `createPlainHost` makes a host for a TypeScript application without an engine. Time, ids and files come only from
 * here, so that a manual clock drives every window and limit in tests.
 */

/** Describes the application; `mode` distinguishes a built player from the editor. */
export interface ApplicationInfo {
  readonly name: string;
  readonly version: string;
  readonly engineVersion: string;
  readonly mode: 'player' | 'editor';
}

/** The host's time. A manual clock advances only with frames. */
export interface HostClock {
  readonly mode: 'real' | 'manual';
  /** Milliseconds since the host started; never decreases. */
  now(): number;
  /** Milliseconds since 1970, UTC; for time stamps only, never for intervals. */
  wallTime(): number;
}

/** Ends a subscription; calling it twice does nothing. */
export type Unsubscribe = () => void;

/** The player loop, as the service sees it. */
export interface HostFrames {
  /** Frames since the start. */
  readonly count: number;
  /** Frames counted over the last full second of host time (PRF-2). */
  fps(): number;
  /** Runs `task` on the main thread at the start of the next frame, in the order of the calls (EVT-6). */
  post(task: () => void): void;
  /** Calls `listener` at the end of every frame, after the engine's late update. */
  onFrameEnd(listener: () => void): Unsubscribe;
  /**
   * Called by a service that starts: frames are needed until the returned function is called. Several services may call
   * it. A host whose frames run anyway, like an engine's, omits it.
   */
  run?(): Unsubscribe;
}

/** Draws session ids and engine object ids from one counter, so that every number is unique (wire.md section 2). */
export interface HostIds {
  /** Returns the next id: a signed 64-bit integer, unique in a session. */
  next(): bigint;
  /** Returns a random identifier per start: the server's instanceId and the event stream's epoch. */
  session(): string;
}

/** A position, rotation (unit quaternion) and scale relative to the parent. */
export interface TransformValue {
  readonly position: { readonly x: number; readonly y: number; readonly z: number };
  readonly rotation: { readonly x: number; readonly y: number; readonly z: number; readonly w: number };
  readonly scale: { readonly x: number; readonly y: number; readonly z: number };
}

/**
 * Access to engine objects. A "target" is any object of the application: an engine object (game object or component),
 * or a plain object. Every method returns a harmless value for a plain object.
 */
export interface HostObjects {
  /** Returns the engine's numeric id; undefined for a plain object. */
  instanceId(target: object): bigint | undefined;
  /** Returns the living engine object with that numeric id (VER-2: the only look-up in the code base). */
  instanceIdToObject(instanceId: bigint): object | undefined;
  /** True for an engine object that has been destroyed ("fake null"); a plain object never is. */
  isDestroyed(target: object): boolean;
  /** Returns the game object of a component, or a game object itself; undefined for a plain object. */
  gameObject(target: object): object | undefined;
  /** Returns the name of the game object; undefined for a plain object. */
  name(target: object): string | undefined;
  setName(target: object, name: string): void;
  active(gameObject: object): boolean;
  setActive(gameObject: object, active: boolean): void;
  transform(gameObject: object): TransformValue;
  setTransform(gameObject: object, value: TransformValue): void;
  /** Returns components in the order in which they were added. */
  components(gameObject: object): readonly object[];
  /** Returns the parent game object; undefined at the root. */
  parent(gameObject: object): object | undefined;
  /** Sets the parent; the caller has checked for cycles. */
  setParent(gameObject: object, parent: object | undefined): void;
  /** Calls `listener` when an engine object is destroyed, before `isDestroyed` returns true for it. */
  onDestroyed(listener: (target: object) => void): Unsubscribe;
  /** Calls `listener` when engine code changed an aspect of a game object, but not for the setters above. */
  onChanged(listener: (gameObject: object, aspect: GameObjectAspect) => void): Unsubscribe;
}

/** The aspects of a game object that its wrapper exposes. */
export type GameObjectAspect = 'name' | 'active' | 'transform' | 'components' | 'parent';

/** Describes an asset, loaded or not. */
export interface AssetInfo {
  /** GUID, or `<guid>:<localId>` of a sub-asset, or an external key such as `file:<path>#<sub>`. */
  readonly guid: string;
  readonly name: string;
  /** Type name, for example `AnimationClip`; empty when only the name could be derived. */
  readonly type: string;
  readonly displayName?: string;
  readonly loaded: boolean;
}

/** The asset database. */
export interface HostAssets {
  /** Finds an asset by its exact GUID or key. */
  find(guid: string): AssetInfo | undefined;
  /** Returns all known assets, for look-ups by name and by display name (AST-6). */
  all(): Iterable<AssetInfo>;
  /** Calls `listener` when an asset has finished loading. */
  onLoaded(listener: (asset: AssetInfo) => void): Unsubscribe;
}

export type LogLevel = 'Log' | 'Warning' | 'Error' | 'Exception' | 'Assert';

export interface LogEntry {
  /** Counts from 1 without gaps. */
  readonly seq: number;
  readonly level: LogLevel;
  readonly message: string;
  /** Name of the thread that logged; `main` or a worker's. */
  readonly thread: string;
  /** Host time in milliseconds. */
  readonly time: number;
}

/** The application's log. */
export interface HostLog {
  write(level: LogLevel, message: string): void;
  /** Calls `listener` for every entry, on the thread that logged it; the listener switches threads itself (EVT-6). */
  onEntry(listener: (entry: LogEntry) => void): Unsubscribe;
}

/** The process's memory. */
export interface HostMemory {
  /** Returns the working set in bytes, from a native reader (PRF-3). */
  workingSet(): number;
}

/** The images of ImagePreview members. */
export interface HostImages {
  /** Returns the PNG of a member; undefined if there is none now. */
  png(target: object, member: string): Uint8Array | undefined;
}

/** A scene as the service knows it. */
export interface SceneInfo {
  readonly name: string;
  /** Index among the build scenes; -1 for an additive world without one. */
  readonly buildIndex: number;
}

/** The application's scenes. */
export interface HostScenes {
  readonly active: SceneInfo | undefined;
  /** Loaded scenes, in the order in which they were loaded. */
  readonly loaded: readonly SceneInfo[];
  /** True if a scene with that name can be loaded. */
  has(name: string): boolean;
  /** Loads a scene and replaces all others; its objects exist when it returns. */
  load(name: string): void;
  /** Calls `listener` when a scene has been loaded and its objects exist. */
  onLoaded(listener: () => void): Unsubscribe;
}

/** A request to create an object of a live scene that its base scene does not have. */
export interface SpawnRequest {
  readonly sourceKey: string;
  readonly className: string;
  /** GUID of the asset to instantiate; undefined for an object of a class alone. */
  readonly prefab: string | undefined;
  /** The saved name; undefined for the default name. */
  readonly name?: string | undefined;
}

/** Describes how an object that is not part of a scene was created. */
export interface ObjectOrigin {
  readonly prefab?: string;
  /** Its name, if it differs from the default name; a file stores it (wire.md section 7). */
  readonly name?: string;
}

/** Creates the objects that a live scene adds to its base scene. */
export interface HostSpawner {
  /** Returns false if the object cannot be created here; otherwise it exists now or some frames later. */
  spawn(request: SpawnRequest): boolean;
  /**
   * Returns how an object was created; undefined if it is part of a scene. Files store how it differs from its state at
   * registration, so register it as `spawn` creates it and set other values after that.
   */
  origin(target: object): ObjectOrigin | undefined;
  /**
   * Destroys a scene object that the live scene removes because a user has destroyed it before (LSC-19). If omitted,
   * the object is only unregistered.
   */
  destroy?(target: object): void;
}

/** A dialog on the host machine's own screen. */
export interface DialogRequest {
  /** The prompt's id, if the dialog mirrors a prompt. */
  readonly id: string;
  readonly kind: 'confirm' | 'saveAs' | 'playModeStop';
  readonly title: string;
  readonly message: string;
  readonly buttons: readonly string[];
}

/** An open dialog, which may also be closed from elsewhere (PRM-8). */
export interface HostDialog {
  close(): void;
}

/** The native dialogs. They never block the main thread (PRM-3). */
export interface HostDialogs {
  /** True for dialogs that block until answered; they cannot show mirrored prompts (QUT-8). */
  readonly isBlocking?: boolean;
  /** Shows a dialog and calls `answer` once; returns undefined if this host cannot show one. */
  show(dialog: DialogRequest, answer: (answer: DialogAnswer) => void): HostDialog | undefined;
}

/** The answer to a dialog; a Save As picker returns a path relative to the project, or `cancel`. */
export interface DialogAnswer {
  readonly choice: ConfirmChoice;
  readonly path?: string;
}

/** The application that the service runs in. */
export interface Host {
  readonly application: ApplicationInfo;
  readonly clock: HostClock;
  readonly frames: HostFrames;
  readonly ids: HostIds;
  readonly objects: HostObjects;
  readonly assets: HostAssets;
  readonly images: HostImages;
  readonly log: HostLog;
  readonly memory: HostMemory;
  /** Omitted by a host without scenes. */
  readonly scenes?: HostScenes;
  /** Omitted by a host whose objects all exist from the start. */
  readonly spawner?: HostSpawner;
  /** Omitted by a host without its own screen. */
  readonly dialogs?: HostDialogs;
  /**
   * Ends the application, in the editor by stopping play mode; omitted if it cannot be ended remotely. Errors and
   * rejections are logged, and quitting may be tried again.
   */
  readonly quit?: () => unknown;
}
