/** Statistics of repeated runs. */
export interface Figure {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

export function figure(values: readonly number[]): Figure {
  const sorted = [...values].sort((a, b) => a - b);
  return { median: percentile(sorted, 0.5), min: sorted[0] ?? 0, max: sorted.at(-1) ?? 0 };
}

/** The ratio of alternating runs; undefined if one side is missing. */
export function ratioOf(ours: readonly number[], theirs: readonly number[] = []): Figure | undefined {
  return ours.length === theirs.length ? figure(ours.map((value, i) => value / theirs[i]!)) : undefined;
}

/** The figures of peers by name, without missing ones. */
export function figuresOf(peers: Readonly<Record<string, readonly number[]>>): Record<string, Figure> {
  const measured = Object.entries(peers).filter(([, values]) => values.length > 0);
  return Object.fromEntries(measured.map(([peer, values]) => [peer, figure(values)]));
}

/** A percentile of sorted values. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** The exponent of a power law fitted to points: 1 is linear, 0 constant. */
export function exponent(points: readonly (readonly [x: number, y: number])[]): number {
  const logs = points.filter(([x, y]) => x > 0 && y > 0).map(([x, y]) => [Math.log(x), Math.log(y)] as const);
  const meanX = logs.reduce((sum, [x]) => sum + x, 0) / logs.length;
  const meanY = logs.reduce((sum, [, y]) => sum + y, 0) / logs.length;
  const covariance = logs.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  return covariance / logs.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
