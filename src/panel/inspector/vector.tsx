import { useRef } from 'preact/hooks';
import type { Json } from '../../client/index.js';
import { isObject } from '../host/values.js';
import type { Binding } from './binding.js';
import { isInteger, NumberInput } from './number.js';
import { tidy } from './range.js';
import { type Angles, fromAngles, isSameTurn, toAngles } from './rotation.js';

const components: Readonly<Record<string, readonly string[]>> = {
  Vector2: ['x', 'y'],
  Vector3: ['x', 'y', 'z'],
  Vector4: ['x', 'y', 'z', 'w'],
  Vector2Int: ['x', 'y'],
  Vector3Int: ['x', 'y', 'z'],
  Rect: ['x', 'y', 'width', 'height'],
};

export const isVector = (type: string) => Object.hasOwn(components, type);
export const zeroVector = (type: string) => Object.fromEntries(components[type]!.map((name) => [name, 0]));

interface VectorProps {
  readonly binding: Binding;
  readonly type: string;
  readonly label: string;
  readonly readOnly: boolean;
}

/** Each component is written by itself: others may hold the rest. */
export function Vector({ binding, type, label, readOnly }: VectorProps) {
  const names = components[type]!;
  return (
    <div role="group" class={`numbers of-${names.length}`} aria-label={label}>
      {names.map((name) => {
        const component = binding.at(name);
        return (
          <NumberInput
            key={name}
            letter={letters[name] ?? name.toUpperCase()}
            label={`${label} ${name}`}
            value={component.value.value}
            onChange={component.set}
            integer={isInteger(type)}
            readOnly={readOnly}
          />
        );
      })}
    </div>
  );
}

const letters: Readonly<Record<string, string>> = { width: 'W', height: 'H' };

/** A quaternion as angles in degrees, turned about z, x and y in this order. */
export function Rotation({ binding, label, readOnly }: Omit<VectorProps, 'type'>) {
  const value = binding.value.value;
  const typed = useRef<Angles | undefined>(undefined);
  const turn = quaternionOf(value);
  // What somebody has typed stays as it was typed, as long as it says the same: one turn has many angles.
  const angles =
    typed.current !== undefined && isSameTurn(fromAngles(typed.current), turn)
      ? typed.current
      : toAngles(turn);
  return (
    <div role="group" class="numbers of-3" aria-label={label}>
      {(['x', 'y', 'z'] as const).map((axis, i) => (
        <NumberInput
          key={axis}
          letter={axis.toUpperCase()}
          label={`${label} ${axis}, degrees`}
          value={Number(angles[i]!.toFixed(3))}
          step={1}
          readOnly={readOnly}
          onChange={(next) => {
            const all: [number, number, number] = [...angles];
            all[i] = Number(next);
            typed.current = all;
            const { x, y, z, w } = fromAngles(all);
            binding.set({ x: tidy(x), y: tidy(y), z: tidy(z), w: tidy(w) });
          }}
        />
      ))}
    </div>
  );
}

export function Transform({ binding, label, readOnly }: Omit<VectorProps, 'type'>) {
  const value = binding.value.value;
  return (
    <div class="transform">
      <span class="sub-label">Position</span>
      <Vector
        binding={binding.at('position')}
        type="Vector3"
        label={`${label} position`}
        readOnly={readOnly}
      />
      <span class="sub-label">Rotation</span>
      <Rotation binding={binding.at('rotation')} label={`${label} rotation`} readOnly={readOnly} />
      {isObject(value) && 'scale' in value && (
        <>
          <span class="sub-label">Scale</span>
          <Vector binding={binding.at('scale')} type="Vector3" label={`${label} scale`} readOnly={readOnly} />
        </>
      )}
    </div>
  );
}

/** A turn from the wire; none where it is no turn. */
export function quaternionOf(value: Json | undefined) {
  const part = (name: string) => (isObject(value) ? Number(value[name] ?? 0) : 0);
  const turn = { x: part('x'), y: part('y'), z: part('z'), w: part('w') };
  return turn.x === 0 && turn.y === 0 && turn.z === 0 && turn.w === 0 ? { ...turn, w: 1 } : turn;
}
