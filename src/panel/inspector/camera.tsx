import { useEffect, useRef } from 'preact/hooks';
import type { Json } from '../../client/index.js';
import { isFixed } from '../host/rights.js';
import { isObject } from '../host/values.js';
import { IconButton } from '../ui/button.js';
import { useDrag } from '../ui/drag.js';
import { Icon } from '../ui/icon.js';
import type { Binding } from './binding.js';
import type { ControlProps } from './drawing.js';
import { tidy } from './range.js';
import { fromAngles, toAngles } from './rotation.js';
import { quaternionOf, Rotation, Transform, Vector } from './vector.js';

const degreesPerPixel = 0.25;
const degreesPerKey = 2;
/** Maximum pitch in degrees; straight up or down, left and right are undefined. */
const maxPitch = 89;

/** Steers a position and rotation like a camera: with a pad to look around, buttons to move, and the numbers. */
export function CameraControl(props: ControlProps) {
  const { property, binding, label, readOnly } = props;
  const { type } = property;
  const options = property.controller?.options as { readonly speed?: unknown } | undefined;
  const speed = Number(options?.speed ?? 1) || 1;
  const turn =
    type === 'TransformValue' ? binding.at('rotation') : type === 'Quaternion' ? binding : undefined;
  const position =
    type === 'TransformValue' ? binding.at('position') : type === 'Vector3' ? binding : undefined;
  return (
    <div class="stack loose">
      {!isFixed(readOnly) && (
        <div class="camera-steering">
          {turn && <LookPad turn={turn} label={label} readOnly={readOnly} />}
          {position && (
            <Moves position={position} turn={turn} label={label} speed={speed} readOnly={readOnly} />
          )}
        </div>
      )}
      {type === 'TransformValue' && <Transform {...props} />}
      {type === 'Quaternion' && <Rotation {...props} />}
      {type === 'Vector3' && <Vector {...props} type={type} />}
    </div>
  );
}

export const isCamera = (type: string) => ['TransformValue', 'Quaternion', 'Vector3'].includes(type);

interface LookProps {
  readonly turn: Binding;
  readonly label: string;
  readonly readOnly: boolean;
}

/** A pad to look around. A touch that starts sideways drags it and may then move in any direction. */
function LookPad({ turn, label, readOnly }: LookProps) {
  const look = (from: Json | undefined, right: number, down: number) => {
    const [pitch, yaw, roll] = toAngles(quaternionOf(from));
    const steep = Math.max(-maxPitch, Math.min(maxPitch, pitch + down));
    return { ...fromAngles([steep, yaw + right, roll]) };
  };
  const drag = useDrag<Json>({
    disabled: readOnly,
    value: turn.value.value ?? null,
    set: turn.set,
    valueAt: ({ x, y }, { from, before }) =>
      x === from.x && y === from.y
        ? before
        : look(before, (x - from.x) * degreesPerPixel, (y - from.y) * degreesPerPixel),
  });
  return (
    <button
      type="button"
      class="centered look-pad"
      disabled={readOnly}
      aria-label={`Look around with ${label}: drag, or use the arrow keys`}
      {...drag}
      onKeyDown={(event) => {
        const step = steps[event.key];
        if (step === undefined) return;
        event.preventDefault();
        const times = degreesPerKey * (event.shiftKey ? 10 : 1);
        turn.set(look(turn.value.peek(), step[0] * times, step[1] * times));
      }}
    >
      <Icon name="open_with" />
      <span>Look around</span>
    </button>
  );
}

const steps: Readonly<Record<string, readonly [right: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const moves = [
  { icon: 'arrow_upward', word: 'forward', by: [0, 0, 1] },
  { icon: 'keyboard_double_arrow_up', word: 'up', by: [0, 1, 0] },
  { icon: 'arrow_back', word: 'to the left', by: [-1, 0, 0] },
  { icon: 'arrow_forward', word: 'to the right', by: [1, 0, 0] },
  { icon: 'arrow_downward', word: 'back', by: [0, 0, -1] },
  { icon: 'keyboard_double_arrow_down', word: 'down', by: [0, -1, 0] },
] as const;

/**
 * A press moves by a tenth of the speed per second. Holding repeats it, after a delay in which a finger may begin to
 * scroll.
 */
const everyMs = 100;
const heldMs = 300;

interface MovesProps {
  readonly position: Binding;
  readonly turn: Binding | undefined;
  readonly label: string;
  /** Units per second. */
  readonly speed: number;
  readonly readOnly: boolean;
}

function Moves({ position, turn, label, speed, readOnly }: MovesProps) {
  const timer = useRef<ReturnType<typeof setInterval> | undefined>(undefined);
  const go = (by: readonly [number, number, number]) => {
    const value = position.value.peek();
    const part = (name: string) => (isObject(value) ? Number(value[name] ?? 0) : 0);
    const [x, y, z] = turn === undefined ? by : turned(by, toAngles(quaternionOf(turn.value.peek())));
    const far = (speed * everyMs) / 1000;
    position.set({
      x: tidy(part('x') + x * far),
      y: tidy(part('y') + y * far),
      z: tidy(part('z') + z * far),
    });
  };
  const before = useRef<Json | undefined>(undefined);
  const stop = () => {
    clearTimeout(timer.current);
    clearInterval(timer.current);
  };
  // A disabled button gets no event when its pointer is released.
  useEffect(() => stop, [readOnly]);
  return (
    <div class="camera-moves" role="group" aria-label={`Move ${label}`}>
      {moves.map(({ icon, word, by }) => (
        <span
          key={word}
          onPointerDown={() => {
            if (readOnly) return;
            stop();
            before.current = undefined;
            timer.current = setTimeout(() => {
              before.current = position.value.peek();
              timer.current = setInterval(() => go(by), everyMs);
            }, heldMs);
          }}
          onPointerUp={stop}
          onPointerLeave={stop}
          onPointerCancel={() => {
            stop();
            if (before.current !== undefined) position.set(before.current);
          }}
        >
          <IconButton icon={icon} label={`${label} ${word}`} disabled={readOnly} onClick={() => go(by)} />
        </span>
      ))}
    </div>
  );
}

/** Rotates forward and sideways movement by the view; up stays up. */
function turned(
  [right, up, forward]: readonly [number, number, number],
  [pitch, yaw]: readonly [number, number, number],
): readonly [number, number, number] {
  const [p, y] = [(pitch * Math.PI) / 180, (yaw * Math.PI) / 180];
  return [
    right * Math.cos(y) + forward * Math.sin(y) * Math.cos(p),
    up - forward * Math.sin(p),
    -right * Math.sin(y) + forward * Math.cos(y) * Math.cos(p),
  ];
}
