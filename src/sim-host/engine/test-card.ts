import type { ImageSource } from './images.js';
import { encodePng, type Rgb } from './png.js';

export interface TestCardOptions {
  /** Pixels. */
  readonly width?: number;
  readonly height?: number;
}

/** Number of pictures per second. */
const stepsPerSecond = 10;
const counterBits = 16;

const white: Rgb = [235, 235, 235];
const black: Rgb = [16, 16, 16];
/** The usual colour bars, brightest first, then black. */
const palette: readonly Rgb[] = [
  white,
  [235, 235, 16],
  [16, 235, 235],
  [16, 235, 16],
  [235, 16, 235],
  [235, 16, 16],
  [16, 16, 235],
  black,
];
const barCount = 7;
const whiteIndex = 0;
const blackIndex = 7;

/**
 * Returns a test card that changes with host time: colour bars, a moving marker, and the number of the picture as
 * black and white fields, the lowest bit on the right. The current picture is cached.
 */
export function createTestCard({ width = 320, height = 180 }: TestCardOptions = {}): ImageSource {
  let shownStep = -1;
  let png: Uint8Array = new Uint8Array();
  return (time) => {
    const step = Math.floor((time / 1000) * stepsPerSecond);
    if (step !== shownStep) {
      shownStep = step;
      png = encodePng({ width, height, palette, pixels: draw(width, height, step) });
    }
    return png;
  };
}

function draw(width: number, height: number, step: number): Uint8Array {
  const pixels = new Uint8Array(width * height);
  const markerTop = Math.floor(height * 0.7);
  const counterTop = Math.floor(height * 0.85);
  const markerWidth = Math.max(1, Math.floor(width / 16));
  const markerLeft = (step * Math.max(1, Math.floor(width / 64))) % width;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let colour: number;
      if (y < markerTop) colour = Math.floor((x * barCount) / width);
      else if (y < counterTop)
        colour = (x - markerLeft + width) % width < markerWidth ? whiteIndex : blackIndex;
      else colour = bitAt(step, x, width) ? whiteIndex : blackIndex;
      pixels[y * width + x] = colour;
    }
  }
  return pixels;
}

function bitAt(step: number, x: number, width: number): boolean {
  const bit = counterBits - 1 - Math.floor((x * counterBits) / width);
  return ((step >>> bit) & 1) === 1;
}
