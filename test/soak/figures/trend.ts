/** A straight line through samples, and how sure it is. */
export interface Trend {
  /** Units of y for each unit of x. */
  readonly slope: number;
  /** Of the line at x = 0. */
  readonly intercept: number;
  /** The slope is at least so much, and at most so much, with 99 % confidence. */
  readonly lower: number;
  readonly upper: number;
  /** By how much the line rises from the first sample to the last, at least. */
  readonly surelyGrown: number;
}

/**
 * Least squares. Samples that follow one another are alike, so that many of them say less than their number: what the
 * residuals tell of the next one takes from the count (lag-1 autocorrelation).
 * @returns undefined for fewer than four samples, of which nothing can be said
 */
export function fitTrend(points: readonly (readonly [x: number, y: number])[]): Trend | undefined {
  const count = points.length;
  if (count < 4) return undefined;
  const meanX = mean(points.map(([x]) => x));
  const meanY = mean(points.map(([, y]) => y));
  const spread = sum(points.map(([x]) => (x - meanX) ** 2));
  if (spread === 0) return undefined;
  const slope = sum(points.map(([x, y]) => (x - meanX) * (y - meanY))) / spread;
  const intercept = meanY - slope * meanX;
  const residuals = points.map(([x, y]) => y - intercept - slope * x);
  const squares = sum(residuals.map((each) => each ** 2));
  const lagged = sum(residuals.slice(1).map((each, i) => each * residuals[i]!));
  const likeness = squares === 0 ? 0 : Math.min(0.95, Math.max(0, lagged / squares));
  const effective = Math.max(3, count * ((1 - likeness) / (1 + likeness)));
  const error = Math.sqrt((squares / (count - 2) / spread) * (count / effective));
  const margin = studentT(effective - 2) * error;
  const [lower, upper] = [slope - margin, slope + margin];
  const length = points.at(-1)![0] - points[0]![0];
  return { slope, intercept, lower, upper, surelyGrown: Math.max(0, lower * length) };
}

/** What 99 of 100 stay below on one side, by degrees of freedom: a fit of the table, good to 2 % from two on. */
function studentT(degrees: number): number {
  const z = 2.326;
  const d = Math.max(1, degrees);
  return z + (z ** 3 + z) / (4 * d) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * d ** 2) + 12 / d ** 3;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, each) => total + each, 0);
}

function mean(values: readonly number[]): number {
  return sum(values) / values.length;
}
