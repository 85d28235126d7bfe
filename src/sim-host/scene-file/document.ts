import type { ActionSpec, ComponentSpec, FieldSpec, FunctionSpec, SceneDescription } from './scene-types.js';
import type { SceneSource } from './source.js';

export type {
  ActionSpec,
  ClassSpec,
  ComponentSpec,
  DriverSpec,
  FunctionSpec,
  GameObjectSpec,
  ObjectSpec,
  SceneDescription,
} from './scene-types.js';

/** A checked scene file. */
export interface SceneDocument extends Omit<SceneDescription, 'project' | 'replay'> {
  /** Absolute path of the file; its paths are relative to its folder. */
  readonly file: string;
  /** Locations of its parts, for errors at run time. */
  readonly source: SceneSource;
  readonly project?: Exclude<SceneDescription['project'], string | undefined>;
  readonly replay?: Exclude<SceneDescription['replay'], string | undefined>;
  /** The modules of functions, by their path in the file. */
  readonly modules: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
  /** Absolute paths of these modules. */
  readonly moduleFiles: readonly string[];
}

export type MemberSpec = FieldSpec;
export type EnumSpec = NonNullable<SceneDescription['enums']>[string];
export type ParameterSpec = NonNullable<FunctionSpec['parameters']>[string];
export type TimelineSpec = NonNullable<SceneDescription['timeline']>[number];
export type AskSpec = NonNullable<ActionSpec['ask']>;
/** The values and images of an object. */
export type ValuesSpec = Pick<ComponentSpec, 'values' | 'images'>;

/** Returns a duration in milliseconds. It is a number of seconds, or a string such as `1.5 s`, `200 ms`, `2 min`. */
export function milliseconds(duration: number | string): number {
  if (typeof duration === 'number') return duration * 1000;
  const [, amount, unit] = /^([\d.]+)\s*(ms|s|min)$/.exec(duration)!;
  return Number(amount) * { ms: 1, s: 1000, min: 60_000 }[unit as 'ms' | 's' | 'min'];
}

/** The kinds of notifications that remote apps support. */
export const notificationTypes = ['info', 'success', 'warning', 'error'] as const;
