import type { SoakResults } from './results.js';

/** What the last round was, in a line. */
export function progress({ samples }: SoakResults): string {
  const last = samples.at(-1);
  if (last === undefined) return '';
  const mb = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
  return [
    `${Math.round(last.at)} s`,
    `heap ${mb(last.heapUsed)}`,
    `outside ${mb(last.external)}`,
    `working set ${mb(last.rss)}`,
    `${last.descriptors ?? '?'} descriptors`,
    `jitter ${last.frameJitter.toFixed(1)} ms`,
    `p99 ${last.latencyP99.toFixed(0)} ms`,
    `${last.healthy} healthy`,
    `${last.abuse} abuse`,
    `cpu ${(last.cpu * 100).toFixed(0)} %`,
  ].join(', ');
}
