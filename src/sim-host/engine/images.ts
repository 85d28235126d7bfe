/** Gives the PNG of now; `time` is host time in milliseconds. */
export type ImageSource = (time: number) => Uint8Array;

/** The pictures behind members that show one. */
export class EngineImages {
  readonly #sources = new WeakMap<object, Map<string, ImageSource>>();

  /** Puts a picture behind `member` of `target`; it lives as long as the target. */
  register(target: object, member: string, source: ImageSource): void {
    const members = this.#sources.get(target) ?? new Map<string, ImageSource>();
    this.#sources.set(target, members.set(member, source));
  }

  source(target: object, member: string): ImageSource | undefined {
    return this.#sources.get(target)?.get(member);
  }
}
