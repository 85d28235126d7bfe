import type { TransformValue } from '../../service/host.js';

export type { TransformValue } from '../../service/host.js';

export const identityTransform: TransformValue = {
  position: { x: 0, y: 0, z: 0 },
  rotation: { x: 0, y: 0, z: 0, w: 1 },
  scale: { x: 1, y: 1, z: 1 },
};

export function transformsEqual(a: TransformValue, b: TransformValue): boolean {
  return (
    vectorsEqual(a.position, b.position) &&
    vectorsEqual(a.rotation, b.rotation) &&
    a.rotation.w === b.rotation.w &&
    vectorsEqual(a.scale, b.scale)
  );
}

type Vector = TransformValue['position'];

function vectorsEqual(a: Vector, b: Vector): boolean {
  return a.x === b.x && a.y === b.y && a.z === b.z;
}
