import type { ExposedProperty, Json } from '../../../service/index.js';
import { type FrameTime, isDestroyed, type SeededRandom } from '../../engine/index.js';
import type { DriverSpec } from '../document.js';

/** The value of a driver at a time in seconds. */
type Motion = (time: number) => Json;

interface Driven {
  readonly property: ExposedProperty;
  readonly motion: Motion;
  readonly everyFrames: number;
  readonly where: (error: unknown) => Error;
  /** True while it cannot write, which has been said. */
  isFailing: boolean;
}

/** Moves members, every frame or every n-th, as the engine's own code would. */
export class Drivers {
  readonly #random: SeededRandom;
  readonly #onError: (error: Error) => void;
  #driven: Driven[] = [];

  constructor(random: SeededRandom, onError: (error: Error) => void) {
    this.#random = random;
    this.#onError = onError;
  }

  /** @param where says where in the scene file the driver stands, for errors */
  add(property: ExposedProperty, spec: DriverSpec, where: (error: unknown) => Error): void {
    this.#driven.push({
      property,
      motion: createMotion(spec, this.#random),
      everyFrames: spec.everyFrames ?? 1,
      where,
      isFailing: false,
    });
  }

  /** Nothing moves any more. */
  clear(): void {
    this.#driven = [];
  }

  /**
   * Writes what is due in a frame; what drives a dead object ends. One that fails, since its element is gone or a setter
   * throws, keeps no other from moving: it is said once, and goes on when it can.
   */
  update({ frame, time }: FrameTime): void {
    const dead = new Set<Driven>();
    for (const driven of this.#driven) {
      if (frame % driven.everyFrames !== 0) continue;
      try {
        if (isDestroyed(driven.property.handle.target)) dead.add(driven);
        else driven.property.set(driven.motion(time));
        driven.isFailing = false;
      } catch (error) {
        if (!driven.isFailing) this.#onError(driven.where(error));
        driven.isFailing = true;
      }
    }
    if (dead.size > 0) this.#driven = this.#driven.filter((driven) => !dead.has(driven));
  }
}

/** The motion of the first kind that the driver names. */
function createMotion(spec: DriverSpec, random: SeededRandom): Motion {
  if (spec.sine !== undefined) return sine(spec.sine);
  if (spec.ramp !== undefined) return ramp(spec.ramp);
  if (spec.noise !== undefined) return noise(spec.noise, random);
  if (spec.randomWalk !== undefined) return randomWalk(spec.randomWalk, random);
  if (spec.steps !== undefined) {
    const { values, every } = spec.steps;
    return (time) => values[Math.floor(time / every) % values.length]!;
  }
  return () => spec.constant ?? null;
}

function sine({ amplitude, period, offset = 0, phase = 0 }: NonNullable<DriverSpec['sine']>): Motion {
  return (time) => offset + amplitude * Math.sin((2 * Math.PI * time) / period + phase);
}

function ramp({ from, to, duration, loop = true }: NonNullable<DriverSpec['ramp']>): Motion {
  return (time) => {
    const progress = time / duration;
    return from + (to - from) * (loop ? progress % 1 : Math.min(progress, 1));
  };
}

/** Random values, one per period, with a smooth way from each to the next. */
function noise(
  { amplitude, period, offset = 0 }: NonNullable<DriverSpec['noise']>,
  random: SeededRandom,
): Motion {
  const draw = () => offset + amplitude * (2 * random.next() - 1);
  let from = draw();
  let to = draw();
  let started = 0;
  return (time) => {
    const index = Math.floor(time / period);
    for (; started < index; started++) {
      from = to;
      to = draw();
    }
    const part = time / period - index;
    return from + (to - from) * part * part * (3 - 2 * part);
  };
}

function randomWalk(
  { step, min, max, start }: NonNullable<DriverSpec['randomWalk']>,
  random: SeededRandom,
): Motion {
  let value = start ?? (min + max) / 2;
  return () => {
    value = Math.min(max, Math.max(min, value + step * (2 * random.next() - 1)));
    return value;
  };
}
