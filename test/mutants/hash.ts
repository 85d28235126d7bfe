import { createHash } from 'node:crypto';

/** Short enough to be read in a file of verdicts. */
export function hashOf(text: string): string {
  return createHash('sha1').update(text).digest('hex').slice(0, 10);
}
