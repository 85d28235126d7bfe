/** An answer that takes long: it is made in slices, between which others are served (LIM-5). */
export class Sliced<Answer> {
  readonly slices: Iterator<void, Answer>;

  constructor(slices: Iterator<void, Answer>) {
    this.slices = slices;
  }
}

/** So many slices are done at once: what is short is answered as if there were none. */
const fewSlices = 8;

/** Begins with an answer, which is there already where it is short. */
export function begun<T>(slices: Iterator<void, T>): T | Sliced<T> {
  for (let i = 0; i < fewSlices; i++) {
    const slice = slices.next();
    if (slice.done) return slice.value;
  }
  return new Sliced(slices);
}
