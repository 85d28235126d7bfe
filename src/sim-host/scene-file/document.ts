import type { ClassTraits, FunctionTraits, MemberTraits } from '../../service/classes/definition.js';
import type { PresentationOptions } from '../../service/classes/presentation.js';
import type { ConfirmChoice, Json, TransformValue, UiOptions } from '../../service/index.js';
import type { SceneSource } from './source.js';

/** A checked scene file, with the types of `scenes/scene.schema.json`. */
export interface SceneDocument {
  /** Absolute path of the file; its paths are relative to its folder. */
  readonly file: string;
  /** Locations of its parts, for errors at run time. */
  readonly source: SceneSource;
  readonly application: {
    readonly name: string;
    readonly version?: string;
    readonly mode?: 'player' | 'editor';
    readonly languages?: readonly string[];
    /** The language at the start. Defaults to the first one. */
    readonly language?: string;
    readonly firstId?: number | string;
    readonly autoSaveOnQuit?: boolean;
    readonly onQuitRequesting?: string;
  };
  readonly loop?: { readonly rate?: number; readonly seed?: number };
  readonly server?: {
    readonly port?: number;
    readonly host?: string;
    readonly allowExternalConnections?: boolean;
    readonly token?: string;
    readonly allowOrigins?: readonly string[];
    readonly allowHosts?: readonly string[];
    readonly bodyLimit?: number;
    readonly maxSubscribers?: number;
  };
  readonly project?: ProjectSpec;
  readonly ui?: UiOptions;
  readonly translations?: Named<Named<string>>;
  readonly enums?: Named<EnumSpec>;
  readonly classes?: Named<ClassSpec>;
  readonly assets?: Named<AssetSpec>;
  /** Objects without a game object, and values of static classes. */
  readonly objects?: readonly ObjectSpec[];
  readonly scenes?: Named<SceneSpec>;
  readonly timeline?: readonly TimelineSpec[];
  /** A recorded session; its path is relative to the scene file. */
  readonly replay?: ReplaySpec;
  /** The modules of functions, by their path in the file. */
  readonly modules: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
  /** Absolute paths of these modules. */
  readonly moduleFiles: readonly string[];
}

/** The content of a scene file. */
export type SceneDescription = Omit<
  SceneDocument,
  'file' | 'source' | 'modules' | 'moduleFiles' | 'project' | 'replay'
> & {
  readonly replay?: string | ReplaySpec;
  readonly project?: string | ProjectSpec;
};

export type Named<T> = Readonly<Record<string, T>>;

export interface ReplaySpec {
  readonly file: string;
  /** Relative to the recording; 1 is its speed. */
  readonly speed?: number;
}

export interface ProjectSpec {
  readonly folder: string;
  readonly live?: string;
  readonly switchSceneOnLoad?: boolean;
  readonly saveAs?: string | null;
}

export interface EnumSpec {
  readonly values: readonly string[] | Named<number>;
  readonly flags?: boolean;
  readonly external?: boolean;
  readonly excludeNames?: readonly string[];
  readonly help?: string;
  readonly displayNames?: Named<string>;
}

/** How a member, function or parameter is shown. */
export type PresentationSpec = PresentationOptions;

export interface MemberSpec extends PresentationSpec, MemberTraits {
  readonly type: string;
  readonly value?: Json;
}

export interface ParameterSpec extends PresentationSpec {
  readonly type: string;
  readonly default?: Json;
}

export interface FunctionSpec extends PresentationSpec, FunctionTraits {
  readonly returns?: string;
  readonly parameters?: Named<ParameterSpec>;
  readonly do?: readonly ActionSpec[];
  readonly module?: { readonly file: string; readonly export: string };
}

export interface ClassSpec extends ClassTraits {
  readonly kind: 'component' | 'class' | 'struct' | 'static';
  readonly base?: string;
  readonly fields?: Named<MemberSpec>;
  readonly properties?: Named<MemberSpec>;
  readonly functions?: Named<FunctionSpec>;
}

export interface AssetSpec {
  readonly guid?: string;
  readonly name: string;
  readonly type: string;
  readonly displayName?: string;
  readonly loaded?: boolean;
  readonly loadFrames?: number;
  readonly object?: GameObjectSpec;
}

/** The values and images of an object. */
export interface ValuesSpec {
  /** By the name of a member or a path into one. */
  readonly values?: Named<Json>;
  /** `testcard`, or a path relative to the scene file. */
  readonly images?: Named<string>;
}

export interface ComponentSpec extends ValuesSpec {
  readonly class: string;
  readonly key?: string;
  readonly exposed?: boolean;
  readonly drive?: Named<DriverSpec>;
}

/** An object of a `class` or `struct`, or the values of a static class. */
export interface ObjectSpec extends ValuesSpec {
  readonly class: string;
  readonly key?: string;
  readonly name?: string;
}

export interface WrapperSpec {
  readonly key?: string;
  readonly class?: string;
}

export interface GameObjectSpec {
  readonly name: string;
  readonly active?: boolean;
  readonly transform?: PartialTransform;
  readonly wrapper?: WrapperSpec;
  readonly components?: readonly ComponentSpec[];
  readonly children?: readonly GameObjectSpec[];
  readonly repeat?: number;
}

export type PartialTransform = {
  readonly [Part in keyof TransformValue]?: Partial<TransformValue[Part]>;
};

export interface SceneSpec {
  readonly buildIndex?: number;
  readonly active?: boolean;
  readonly loaded?: boolean;
  readonly objects?: readonly GameObjectSpec[];
}

export interface DriverSpec {
  readonly everyFrames?: number;
  readonly constant?: Json;
  readonly sine?: { amplitude: number; period: number; offset?: number; phase?: number };
  readonly ramp?: { from: number; to: number; duration: number; loop?: boolean };
  readonly noise?: { amplitude: number; period: number; offset?: number };
  readonly randomWalk?: { step: number; min: number; max: number; start?: number };
  readonly steps?: { values: readonly Json[]; every: number };
}

export interface ActionSpec {
  readonly set?: { object?: string; path: string; value: Json };
  readonly add?: { object?: string; path: string; value: Json };
  readonly toggle?: { object?: string; path: string };
  readonly log?: { level?: Json; message: Json };
  readonly throw?: Json;
  readonly notify?: { title?: Json; message: Json; type?: Json; icon?: string };
  readonly ask?: AskSpec;
  readonly spawn?: { class: string; name?: Json; key?: Json; values?: Named<Json> };
  readonly destroy?: { object: Json };
  readonly loadAsset?: string;
  readonly return?: Json;
}

export interface AskSpec {
  readonly titleKey?: string;
  readonly messageKey: string;
  readonly yesKey?: string;
  readonly noKey?: string;
  readonly cancelKey?: string;
  readonly icon?: string;
  readonly answer?: { readonly choice: ConfirmChoice; readonly after?: number | string };
  readonly then?: { readonly [Choice in ConfirmChoice]?: readonly ActionSpec[] };
}

export interface TimelineSpec {
  readonly at?: number | string | { readonly frame: number };
  readonly every?: number | string;
  readonly do: readonly ActionSpec[];
}

/** Returns a duration in milliseconds. It is a number of seconds, or a string such as `1.5 s`, `200 ms`, `2 min`. */
export function milliseconds(duration: number | string): number {
  if (typeof duration === 'number') return duration * 1000;
  const [, amount, unit] = /^([\d.]+)\s*(ms|s|min)$/.exec(duration)!;
  return Number(amount) * { ms: 1, s: 1000, min: 60_000 }[unit as 'ms' | 's' | 'min'];
}

/** The kinds of notifications that remote apps support. */
export const notificationTypes = ['info', 'success', 'warning', 'error'] as const;
