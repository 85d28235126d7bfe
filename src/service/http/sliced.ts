/** An answer that takes long: it is made in slices, between which others are served (LIM-5). */
export class Sliced<Answer> {
  readonly slices: Iterator<void, Answer>;

  constructor(slices: Iterator<void, Answer>) {
    this.slices = slices;
  }
}
