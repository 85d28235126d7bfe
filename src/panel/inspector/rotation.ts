import { tidy } from './range.js';

/** Converts rotations between quaternions and angles in degrees, which turn about z first, then x, then y. */
export interface Quaternion {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly w: number;
}

export type Angles = readonly [x: number, y: number, z: number];

const degrees = 180 / Math.PI;

export function fromAngles([ax, ay, az]: Angles): Quaternion {
  const [x, y, z] = [ax / degrees / 2, ay / degrees / 2, az / degrees / 2];
  const [sx, cx, sy, cy, sz, cz] = [
    Math.sin(x),
    Math.cos(x),
    Math.sin(y),
    Math.cos(y),
    Math.sin(z),
    Math.cos(z),
  ];
  return {
    x: tidy(cy * sx * cz + sy * cx * sz),
    y: tidy(sy * cx * cz - cy * sx * sz),
    z: tidy(cy * cx * sz - sy * sx * cz),
    w: tidy(cy * cx * cz + sy * sx * sz),
  };
}

export function toAngles(turn: Quaternion): Angles {
  const length = Math.hypot(turn.x, turn.y, turn.z, turn.w) || 1;
  const [x, y, z, w] = [turn.x / length, turn.y / length, turn.z / length, turn.w / length];
  const sine = 2 * (w * x - y * z);
  // At a pitch of 90°, y and z turn about the same axis.
  if (Math.abs(sine) > 0.999_999) return [Math.sign(sine) * 90, 2 * Math.atan2(y, w) * degrees, 0];
  return [
    Math.asin(sine) * degrees,
    Math.atan2(2 * (w * y + x * z), 1 - 2 * (x * x + y * y)) * degrees,
    Math.atan2(2 * (w * z + x * y), 1 - 2 * (x * x + z * z)) * degrees,
  ];
}

/** True if two quaternions are the same rotation; a quaternion and its negative are. */
export function isSameTurn(a: Quaternion, b: Quaternion): boolean {
  const dot = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
  const lengths = Math.hypot(a.x, a.y, a.z, a.w) * Math.hypot(b.x, b.y, b.z, b.w);
  return Math.abs(Math.abs(dot) - lengths) < 1e-6 * lengths;
}
