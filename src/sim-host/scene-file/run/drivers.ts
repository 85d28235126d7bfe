import type {
  ExposedObjectHandle,
  ExposedProperty,
  Json,
  RemoteControlService,
} from '../../../service/index.js';
import { type FrameTime, isDestroyed, type SeededRandom } from '../../engine/index.js';
import type { DriverSpec } from '../document.js';
import type { DocumentPath } from '../source.js';
import type { ReportProblem } from './run-error.js';

/** Returns the value of a driver at a time in seconds. */
type Motion = (time: number) => Json;

/** A member of an object that a driver moves, by path. */
export interface DrivenMember {
  readonly handle: ExposedObjectHandle;
  readonly path: string;
  readonly spec: DriverSpec;
  /** Returns the path of the driver in the scene file. */
  readonly place: () => DocumentPath;
}

interface Driven {
  readonly property: ExposedProperty;
  readonly motion: Motion;
  readonly everyFrames: number;
  readonly report: (error: unknown) => void;
  /** True while writing fails; the failure is logged once. */
  isFailing: boolean;
}

/** Changes members in every or every n-th frame, like code of the engine. */
export class Drivers {
  readonly #service: RemoteControlService;
  readonly #random: SeededRandom;
  readonly #problem: ReportProblem;
  #driven: Driven[] = [];

  constructor(service: RemoteControlService, random: SeededRandom, problem: ReportProblem) {
    this.#service = service;
    this.#random = random;
    this.#problem = problem;
  }

  add({ handle, path, spec, place }: DrivenMember): void {
    const subject = `${handle.sourceKey ?? handle.class.name}/${path}`;
    const report = (error: unknown) => this.#problem(place(), subject, error);
    try {
      this.#driven.push({
        property: this.#service.property(handle, path),
        motion: createMotion(spec, this.#random),
        everyFrames: spec.everyFrames ?? 1,
        report,
        isFailing: false,
      });
    } catch (error) {
      // The path may lead through another scene; the object then exists without this driver.
      report(error);
    }
  }

  /** Removes all drivers. */
  clear(): void {
    this.#driven = [];
  }

  /**
   * Writes the values that are due. A driver of a destroyed object is removed. A failing driver does not affect
   * others: its error is logged once, and it continues when it can.
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
        if (!driven.isFailing) driven.report(error);
        driven.isFailing = true;
      }
    }
    if (dead.size > 0) this.#driven = this.#driven.filter((driven) => !dead.has(driven));
  }
}

type DriverKind = Exclude<keyof DriverSpec, 'everyFrames'>;

/** Creates the motion of a driver, by its kind. */
const motions: {
  readonly [K in DriverKind]: (spec: NonNullable<DriverSpec[K]>, random: SeededRandom) => Motion;
} = {
  constant: (value) => () => value,
  sine,
  ramp,
  noise,
  randomWalk,
  steps:
    ({ values, every }) =>
    (time) =>
      values[Math.floor(time / every) % values.length]!,
};

export const driverKinds = Object.keys(motions) as DriverKind[];

function createMotion(spec: DriverSpec, random: SeededRandom): Motion {
  const kind = driverKinds.find((each) => spec[each] !== undefined)!;
  return (motions[kind] as (own: unknown, random: SeededRandom) => Motion)(spec[kind], random);
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

/** A smooth curve through random values, one per period. */
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
