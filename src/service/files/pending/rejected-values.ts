import type { HostLog } from '../../host.js';

/** Maximum number of rejected values logged per load. */
const maxLoggedValues = 10;

/**
 * Collects values of a file that are invalid here, such as a string for a number, and logs them.
 * They stay in the file, and the members stay unchanged (ERR-7).
 */
export class RejectedValues {
  /** A set, since a value may be read twice before the log is written. */
  readonly #reasons = new Set<string>();
  #hasMore = false;

  /** @param reason begins with the path of the value in its object; undefined if it is not an error */
  note(source: string, reason: string | undefined): void {
    if (reason === undefined) return;
    const line = `${source}/${reason}`;
    if (this.#reasons.size < maxLoggedValues) this.#reasons.add(line);
    else if (!this.#reasons.has(line)) this.#hasMore = true;
  }

  /** Logs what was noted since the last call. */
  log(log: Pick<HostLog, 'write'>): void {
    for (const reason of this.#reasons)
      log.write('Warning', `Loading ${reason}; the file keeps what it says`);
    if (this.#hasMore) log.write('Warning', `Loading: more than ${maxLoggedValues} values were rejected`);
    this.#reasons.clear();
    this.#hasMore = false;
  }
}
