import type { Sample } from '../host/show.js';

interface PlotProps {
  readonly label: string;
  readonly value: string;
  readonly unit: string;
  readonly samples: readonly Sample[];
  readonly of: (sample: Sample) => number;
}

/** Milliseconds that a plot shows. */
const spanMs = 300_000;
/** Maximum milliseconds between two samples that are connected. */
const gapMs = 3500;

/** A number over the last minutes. */
export function Plot({ label, value, unit, samples, of }: PlotProps) {
  return (
    <figure class="plot">
      <figcaption>
        <span class="dim">{label}</span>
        <span class="gap" />
        <b>{value}</b> <small class="dim">{unit}</small>
      </figcaption>
      <svg
        role="img"
        aria-label={`${label} of the last minutes, now ${value} ${unit}`}
        viewBox={`0 0 ${spanMs} 1`}
        preserveAspectRatio="none"
      >
        <path d={lineOf(samples, of)} />
      </svg>
    </figure>
  );
}

function lineOf(samples: readonly Sample[], of: PlotProps['of']): string {
  const values = samples.map(of);
  const highest = Math.max(...values);
  const lowest = Math.min(...values);
  const room = Math.max((highest - lowest) * 0.2, highest * 0.05, 1);
  const [top, bottom] = [highest + room, Math.max(0, lowest - room)];
  const start = (samples.at(-1)?.time ?? 0) - spanMs;
  return samples
    .map(({ time }, i) => {
      const isConnected = i > 0 && time - samples[i - 1]!.time <= gapMs;
      const y = (top - values[i]!) / (top - bottom);
      return `${isConnected ? 'L' : 'M'}${time - start} ${y.toFixed(4)}`;
    })
    .join('');
}
