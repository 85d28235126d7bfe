import { Fragment } from 'preact';
import { useRef } from 'preact/hooks';
import type { Json } from '../../client/index.js';
import { isNumberType, valueType } from '../../wire/value-types.js';
import { readable } from '../host/types.js';
import { isObject } from '../host/values.js';
import type { ControlProps } from './drawing.js';
import { isInteger, NumberInput } from './number.js';
import { type Angles, fromAngles, isSameTurn, toAngles } from './rotation.js';

/** Returns the names of components that are drawn as numbers side by side; undefined for other types. */
export function componentsOf(type: string): string[] | undefined {
  const info = valueType(type);
  if (info?.form !== 'parts' || !Object.values(info.parts).every(isNumberType)) return undefined;
  return Object.keys(info.parts);
}

interface VectorProps extends Pick<ControlProps, 'binding' | 'label' | 'readOnly'> {
  readonly type: string;
}

/** Writes each component separately, because another client may change the others. */
export function Vector({ binding, type, label, readOnly }: VectorProps) {
  const names = componentsOf(type)!;
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

/** Shows a quaternion as angles in degrees. */
export function Rotation({ binding, label, readOnly }: Omit<VectorProps, 'type'>) {
  const value = binding.value.value;
  const typed = useRef<Angles | undefined>(undefined);
  const turn = quaternionOf(value);
  // Typed angles stay as long as they mean the same rotation, since a rotation has many angles.
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
            binding.set({ ...fromAngles(all) });
          }}
        />
      ))}
    </div>
  );
}

export function Transform({ binding, label, readOnly }: Omit<VectorProps, 'type'>) {
  const value = binding.value.value;
  const hasScale = isObject(value) && 'scale' in value;
  return (
    <div class="transform">
      {['position', 'rotation', ...(hasScale ? ['scale'] : [])].map((part) => {
        const shared = { binding: binding.at(part), label: `${label} ${part}`, readOnly };
        return (
          <Fragment key={part}>
            <span class="sub-label">{readable(part)}</span>
            {part === 'rotation' ? <Rotation {...shared} /> : <Vector {...shared} type="Vector3" />}
          </Fragment>
        );
      })}
    </div>
  );
}

/** Reads a quaternion; an invalid one becomes the identity. */
export function quaternionOf(value: Json | undefined) {
  const part = (name: string) => (isObject(value) ? Number(value[name] ?? 0) : 0);
  const turn = { x: part('x'), y: part('y'), z: part('z'), w: part('w') };
  return turn.x === 0 && turn.y === 0 && turn.z === 0 && turn.w === 0 ? { ...turn, w: 1 } : turn;
}
