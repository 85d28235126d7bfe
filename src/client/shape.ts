/** What a host exposes; `AnyStudio` where nothing is known. */
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

export interface AnyObject {
  // biome-ignore lint/suspicious/noExplicitAny: nothing is known of it
  readonly members: { readonly [path: string]: any };
  // biome-ignore lint/suspicious/noExplicitAny: nothing is known of them
  readonly functions: { readonly [name: string]: (...args: any[]) => any };
}

export interface AnyStudio {
  readonly objects: { readonly [key: string]: AnyObject };
}

export type MemberOf<T extends ObjectShape> = keyof T['members'] & string;
export type ValueOf<T extends ObjectShape, P extends MemberOf<T>> = T['members'][P];
export type FunctionOf<T extends ObjectShape> = keyof T['functions'] & string;
export type ArgumentsOf<T extends ObjectShape, F extends FunctionOf<T>> = Parameters<T['functions'][F]>;
export type ResultOf<T extends ObjectShape, F extends FunctionOf<T>> = Awaited<ReturnType<T['functions'][F]>>;
