import type { Measured } from './measures.js';

// As wide as the narrowest screen that is thought of, so that its texts are never smaller than they are here.
const [width, height] = [400, 170];
const [left, right, top, bottom] = [48, 8, 8, 24];

/** A plot as inline SVG: points, the warm-up shaded, the trend as a line. Colours are variables of the page. */
export function plot({ measure, points, warmUntil, trend }: Measured): string {
  if (points.length === 0) return '<p>not known on this system</p>';
  const last = points.at(-1)![0];
  const values = points.map(([, value]) => value);
  const most = niceAbove(Math.max(...values));
  const x = (at: number) => left + (at / Math.max(1, last)) * (width - left - right);
  const y = (value: number) => height - bottom - (value / most) * (height - top - bottom);
  const marks = [0, most / 2, most].map(
    (value) =>
      `<line class="grid" x1="${left}" x2="${width - right}" y1="${round(y(value))}" y2="${round(y(value))}"/>` +
      `<text x="${left - 4}" y="${round(y(value) + 4)}" text-anchor="end">${short(value)}</text>`,
  );
  const times = [0, last / 2, last].map((at, i) => {
    const anchor = ['start', 'middle', 'end'][i];
    return `<text x="${round(x(at))}" y="${height - 8}" text-anchor="${anchor}">${minutes(at)}</text>`;
  });
  const dots = points.map(([at, value]) => `<circle cx="${round(x(at))}" cy="${round(y(value))}" r="1.6"/>`);
  const line =
    trend === undefined
      ? ''
      : `<line class="trend" x1="${round(x(warmUntil))}" y1="${round(y(trend.intercept + trend.slope * warmUntil))}" ` +
        `x2="${round(x(last))}" y2="${round(y(trend.intercept + trend.slope * last))}"/>`;
  return (
    `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${measure.name} over time">` +
    `<rect class="warm" x="${left}" y="${top}" width="${round(x(warmUntil) - left)}" height="${height - top - bottom}"/>` +
    `${marks.join('')}${times.join('')}${dots.join('')}${line}</svg>`
  );
}

/** 1, 2 or 5 with zeros. */
function niceAbove(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map((each) => each * power).find((each) => each >= value)!;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function short(value: number): string {
  return value >= 10 || value === 0 ? String(Math.round(value)) : String(Number(value.toPrecision(2)));
}

function minutes(seconds: number): string {
  return seconds < 180 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
}
