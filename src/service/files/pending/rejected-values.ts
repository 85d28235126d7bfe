import type { HostLog } from '../../host.js';

/** So many values of a file are told at once, a line each. */
const most = 10;

/**
 * Values of a file that mean nothing here, such as a text where a number belongs: they stay in it, and the members as they are
 * (ERR-7). Whoever edits files by hand wants to know.
 */
export class RejectedValues {
  /** One may be looked at again before it is told. */
  readonly #reasons = new Set<string>();
  #isMore = false;

  /** @param reason begins with the path of the value in its object; undefined for what is no mistake */
  note(source: string, reason: string | undefined): void {
    if (reason === undefined) return;
    const told = `${source}/${reason}`;
    if (this.#reasons.size < most) this.#reasons.add(told);
    else if (!this.#reasons.has(told)) this.#isMore = true;
  }

  /** Logs what was noted since it was called last. */
  tell(log: Pick<HostLog, 'write'>): void {
    for (const reason of this.#reasons)
      log.write('Warning', `Loading ${reason}; the file keeps what it says`);
    if (this.#isMore) log.write('Warning', `Loading: ${most} values were not taken, and others`);
    this.#reasons.clear();
    this.#isMore = false;
  }
}
