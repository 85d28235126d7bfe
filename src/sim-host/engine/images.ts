/** Returns the current PNG; `time` is host time in milliseconds. */
export type ImageSource = (time: number) => Uint8Array;

/** The pictures of members whose control shows a picture. */
export class EngineImages {
  readonly #sources = new WeakMap<object, Map<string, ImageSource>>();

  /** Sets the picture of a member, which is kept as long as its target. */
  register(target: object, member: string, source: ImageSource): void {
    const members = this.#sources.get(target) ?? new Map<string, ImageSource>();
    this.#sources.set(target, members.set(member, source));
  }

  source(target: object, member: string): ImageSource | undefined {
    return this.#sources.get(target)?.get(member);
  }
}
