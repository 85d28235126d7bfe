/** What a host exposes, as `sim-host types` writes it; `AnyStudio` where nothing is known. */
export interface StudioShape {
  /** By source key, or name of a static class. */
  readonly objects: { readonly [key: string]: ObjectShape };
}

export interface ObjectShape {
  /** Types of values by path: `intensity`, `lens/focalLength`. */
  readonly members: { readonly [path: string]: unknown };
  // biome-ignore lint/suspicious/noExplicitAny: arguments of all kinds
  readonly functions: { readonly [name: string]: (...args: any[]) => unknown };
}

// biome-ignore lint/suspicious/noExplicitAny: nothing is known of it
export type AnyObject = { members: { [path: string]: any }; functions: { [name: string]: (...args: any[]) => any } };
export type AnyStudio = { objects: { [key: string]: AnyObject } };
