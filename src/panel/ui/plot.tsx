import { useEffect, useRef } from 'preact/hooks';
import { theme } from '../host/persisted-signal.js';
import type { Sample } from '../host/show.js';

interface PlotProps {
  readonly label: string;
  readonly value: string;
  readonly unit: string;
  readonly samples: readonly Sample[];
  readonly of: (sample: Sample) => number;
}

/** Milliseconds that are shown; a gap longer than the second is drawn as one. */
const spanMs = 300_000;
const gapMs = 3500;

/** The last minutes of a number. */
export function Plot({ label, value, unit, samples, of }: PlotProps) {
  const ref = useRef<HTMLCanvasElement>(null);
  useEffect(() => draw(ref.current!, samples, of), [samples, theme.value]);
  return (
    <figure class="plot">
      <figcaption>
        <span class="dim">{label}</span>
        <span class="gap" />
        <b>{value}</b> <small class="dim">{unit}</small>
      </figcaption>
      <canvas ref={ref} role="img" aria-label={`${label} of the last minutes, now ${value} ${unit}`} />
    </figure>
  );
}

function draw(canvas: HTMLCanvasElement, samples: readonly Sample[], of: PlotProps['of']): void {
  const { clientWidth: width, clientHeight: height } = canvas;
  const ratio = devicePixelRatio;
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  const context = canvas.getContext('2d');
  if (context === null || samples.length === 0) return;
  const style = getComputedStyle(canvas);
  const now = samples.at(-1)!.time;
  const values = samples.map(of);
  const highest = Math.max(...values);
  const lowest = Math.min(...values);
  const room = Math.max((highest - lowest) * 0.2, highest * 0.05, 1);
  const [top, bottom] = [highest + room, Math.max(0, lowest - room)];
  const y = (each: number) => height - ((each - bottom) / (top - bottom)) * height;
  const x = (time: number) => width - ((now - time) / spanMs) * width;
  context.scale(ratio, ratio);
  context.strokeStyle = style.borderTopColor;
  context.lineWidth = 1;
  context.beginPath();
  for (let minute = 1; minute < 5; minute++) {
    context.moveTo(Math.round((width * minute) / 5) + 0.5, 0);
    context.lineTo(Math.round((width * minute) / 5) + 0.5, height);
  }
  context.stroke();
  context.strokeStyle = style.color;
  context.lineWidth = 1.5;
  context.lineJoin = 'round';
  context.beginPath();
  samples.forEach((sample, i) => {
    const before = samples[i - 1];
    const isApart = before === undefined || sample.time - before.time > gapMs;
    context[isApart ? 'moveTo' : 'lineTo'](x(sample.time), y(values[i]!));
  });
  context.stroke();
}
