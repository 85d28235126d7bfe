/**
 * The ports of the service: everything that it needs from the application it runs in, and nothing else.
 * The simulated host implements them in full; `createPlainHost` gives a TypeScript application without an engine
 * a host of its own. Time, identity and files come in here and never from globals, so that a manual clock drives
 * every window and cap in tests.
 */

/** Who the application is; `mode` is the engine's own distinction (a built player or the editor). */
export interface ApplicationInfo {
  readonly name: string;
  readonly version: string;
  readonly engineVersion: string;
  readonly mode: 'player' | 'editor';
}

/** The host's time. On a manual clock both advance only with frames. */
export interface HostClock {
  readonly mode: 'real' | 'manual';
  /** Milliseconds since the host started; never goes back. */
  now(): number;
  /** Milliseconds since 1970, UTC: for time stamps only, never for intervals. */
  wallTime(): number;
}

/** Ends a subscription; calling it twice does nothing. */
export type Unsubscribe = () => void;

/** The player loop as the service sees it. */
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
   * Asked by a service that starts: frames are needed until the answer is called. Several services may ask. Left out by a
   * host whose frames come by themselves, as an engine's do.
   */
  run?(): Unsubscribe;
}

/** Draws object ids and instance ids from one counter, so that no number means two things (wire.md section 2). */
export interface HostIds {
  /** The next id: a signed 64-bit integer, never given twice in a session. */
  next(): bigint;
  /** A random identifier that differs for every start: the server's instanceId and the event stream's epoch. */
  session(): string;
}

/** A position, rotation (unit quaternion) and scale relative to the parent. */
export interface TransformValue {
  readonly position: { readonly x: number; readonly y: number; readonly z: number };
  readonly rotation: { readonly x: number; readonly y: number; readonly z: number; readonly w: number };
  readonly scale: { readonly x: number; readonly y: number; readonly z: number };
}

/**
 * What the service may ask of engine objects. A "target" is any object of the application: an engine object (game
 * object or component) or a plain one, for which every question has a harmless answer.
 */
export interface HostObjects {
  /** The engine's numeric id, undefined for a plain object. */
  instanceId(target: object): bigint | undefined;
  /** The living engine object with that numeric id (VER-2: the one look-up in the code base). */
  instanceIdToObject(instanceId: bigint): object | undefined;
  /** True for an engine object that has been destroyed ("fake null"); a plain object never is. */
  isDestroyed(target: object): boolean;
  /** The game object that a component sits on; a game object itself; undefined for a plain object. */
  gameObject(target: object): object | undefined;
  /** The name of the game object, undefined for a plain object. */
  name(target: object): string | undefined;
  setName(target: object, name: string): void;
  active(gameObject: object): boolean;
  setActive(gameObject: object, active: boolean): void;
  transform(gameObject: object): TransformValue;
  setTransform(gameObject: object, value: TransformValue): void;
  /** Components in the order in which they were added. */
  components(gameObject: object): readonly object[];
  /** The parent game object, undefined at the root. */
  parent(gameObject: object): object | undefined;
  /** Re-parents; the caller has checked for cycles. */
  setParent(gameObject: object, parent: object | undefined): void;
  /** Told when an engine object dies, before it answers as dead. */
  onDestroyed(listener: (target: object) => void): Unsubscribe;
  /** Told when engine code changed an aspect of a game object; not told of what the setters above did. */
  onChanged(listener: (gameObject: object, aspect: GameObjectAspect) => void): Unsubscribe;
}

/** What of a game object its wrapper shows. */
export type GameObjectAspect = 'name' | 'active' | 'transform' | 'components' | 'parent';

/** What is known of an asset, loaded or not. */
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
  /** Exact look-up by GUID or key. */
  find(guid: string): AssetInfo | undefined;
  /** All known assets, for look-ups by name and by display name (AST-6). */
  all(): Iterable<AssetInfo>;
  /** Told when an asset has finished loading. */
  onLoaded(listener: (asset: AssetInfo) => void): Unsubscribe;
}

export type LogLevel = 'Log' | 'Warning' | 'Error' | 'Exception' | 'Assert';

export interface LogEntry {
  /** Counts from 1 without a gap. */
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
  /** Told of every entry, on whatever thread it was logged; the listener marshals itself (EVT-6). */
  onEntry(listener: (entry: LogEntry) => void): Unsubscribe;
}

/** The process's memory. */
export interface HostMemory {
  /** Working set in bytes, from a native reader (PRF-3). */
  workingSet(): number;
}

/** The pictures that ImagePreview members show. */
export interface HostImages {
  /** The PNG behind `member` of `target`, undefined when there is none now. */
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
  /** In the order in which they were loaded. */
  readonly loaded: readonly SceneInfo[];
  /** True when `load` knows the name. */
  has(name: string): boolean;
  /** Loads a scene in place of all others; its objects are there when it returns. */
  load(name: string): void;
  /**
   * Makes ready what the next `load` of a scene needs, piece by piece between frames, so that it holds its frame for less
   * long. Nothing of it may be seen yet. Each item is how much is done, from 0 to 1.
   */
  prepare?(name: string): Iterable<number>;
  /** Told when a scene has been loaded and has its objects. */
  onLoaded(listener: () => void): Unsubscribe;
}

/** An object of a live scene that the base scene does not have. */
export interface SpawnRequest {
  readonly sourceKey: string;
  readonly className: string;
  /** GUID of the asset that it is an instance of; undefined for an object of a class alone. */
  readonly prefab: string | undefined;
  /** The name that it had; undefined for the one that such an object begins with. */
  readonly name?: string | undefined;
}

/** How an object came to be that is not part of a scene. */
export interface ObjectOrigin {
  readonly prefab?: string;
  /** Its name, where such an object does not begin with it: a file keeps it (wire.md section 7). */
  readonly name?: string;
}

/** Creates the objects that a live scene adds to its base scene. */
export interface HostSpawner {
  /** False when such an object cannot be created here; otherwise it is there now, or appears some frames later. */
  spawn(request: SpawnRequest): boolean;
  /**
   * How an object came to be that is not part of a scene; undefined for one that is. Files hold what such an object differs in
   * from what it was when it was registered: register it as `spawn` makes it, and give it other values after that.
   */
  origin(target: object): ObjectOrigin | undefined;
  /**
   * Destroys an object of a scene that a live scene takes out, since a user has destroyed it before (LSC-19). Where it is
   * left out, the object is but unregistered.
   */
  destroy?(target: object): void;
}

/** A dialog on the host machine's own screen. */
export interface DialogRequest {
  /** Of a mirrored prompt, the prompt's id. */
  readonly id: string;
  readonly kind: 'confirm' | 'saveAs' | 'playModeStop';
  readonly title: string;
  readonly message: string;
  readonly buttons: readonly string[];
}

/** A dialog that is shown; it can be closed from elsewhere than where it is shown (PRM-8). */
export interface HostDialog {
  close(): void;
}

/** The native dialogs. They never block the main thread (PRM-3). */
export interface HostDialogs {
  /** True for what waits until it is answered: it cannot show mirrored prompts (QUT-8). */
  readonly isBlocking?: boolean;
  /** Shows a dialog and tells the answer once; undefined when this host cannot show one. */
  show(dialog: DialogRequest, answer: (answer: DialogAnswer) => void): HostDialog | undefined;
}

/** What was chosen in a dialog; a Save As picker answers with a path, relative to the project, or `cancel`. */
export interface DialogAnswer {
  readonly choice: 'yes' | 'no' | 'cancel';
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
  /** Left out by a host without scenes. */
  readonly scenes?: HostScenes;
  /** Left out by a host whose objects are all there from the start. */
  readonly spawner?: HostSpawner;
  /** Left out by a host without a screen of its own. */
  readonly dialogs?: HostDialogs;
  /**
   * Ends the application, in the editor by forcing play mode off; left out by one that cannot be ended remotely. What it
   * throws, or rejects with, is logged, and quitting may be tried again.
   */
  readonly quit?: () => unknown;
}
