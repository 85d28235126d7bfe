import type { Json } from '../../client/index.js';
import { isNumberType } from '../../wire/value-types.js';
import { isFixed } from '../host/rights.js';
import { elementType, enums } from '../host/types.js';
import { isObject } from '../host/values.js';
import { truncate } from '../ui/truncate.js';
import { ArrayControl } from './array.js';
import { CameraControl, isCamera } from './camera.js';
import { AssetSelector, EnumChoice, ObjectSelector, StringSelector, TypeSelector } from './choice.js';
import { ColorControl } from './color.js';
import type { ControlProps } from './drawing.js';
import { ImagePreview } from './image.js';
import { isInline, isList } from './kinds.js';
import { isInteger, NumberInput, rangeOf, Slider } from './number.js';
import { InlineReference, Reference } from './reference.js';
import { Struct } from './struct.js';
import { RawJson, Text } from './text.js';
import { componentsOf, Rotation, Transform, Vector } from './vector.js';

/**
 * Draws the control that a descriptor names. An unknown one is replaced by the control of the type, or by
 * JSON.
 */
export function Control(props: ControlProps) {
  const { property, binding, label, readOnly, id } = props;
  const value = binding.value.value;
  const simple = { value, onChange: binding.set, label, readOnly, id };
  if (isList(property)) return <ArrayControl {...props} />;
  const type = elementType(property.type);
  switch (property.controller?.type) {
    case 'Slider':
      return <Slider {...simple} property={property} />;
    case 'StringSelector':
      return <StringSelector {...simple} property={property} container={props.container} />;
    case 'TypeSelector':
      if (type === 'String') return <TypeSelector {...simple} property={property} />;
      break;
    case 'ObjectSelector':
      return <ObjectSelector {...simple} property={property} />;
    case 'AssetSelector':
      return <AssetSelector {...simple} property={property} container={props.container} />;
    case 'ImagePreview':
      return (
        <ImagePreview
          value={value}
          label={label}
          intervalMs={Number(property.controller.intervalMs) || 1000}
        />
      );
    case 'InlineReference':
      return <InlineReference {...props} />;
    case 'CameraController':
      if (isCamera(type)) return <CameraControl {...props} />;
      break;
    case 'GLTFFileSelector': {
      const extensions = property.controller.extensions as readonly string[] | undefined;
      if (type === 'String')
        return <Text {...simple} hint={extensions?.map((each) => `*${dotted(each)}`).join(', ')} />;
      break;
    }
  }
  if (isNumberType(type))
    return <NumberInput {...simple} integer={isInteger(type)} letter="↔" {...rangeOf(type)} />;
  if (type === 'Boolean') return <Switch {...simple} />;
  if (type === 'String') return <Text {...simple} />;
  if (enums.value.has(property.enumType ?? type)) return <EnumChoice {...simple} property={property} />;
  if (type === 'Color') return <ColorControl {...props} />;
  if (type === 'Quaternion') return <Rotation {...props} />;
  if (type === 'TransformValue') return <Transform {...props} />;
  if (componentsOf(type) !== undefined) return <Vector {...props} type={type} />;
  if (isInline(property, value)) return <Struct {...props} />;
  if (isObject(value) && '@guid' in value)
    return <span class="plain">{truncate(String(value['@name'] ?? value['@guid']))}</span>;
  if (property.ref || (isObject(value) && '@ref' in value))
    return isFixed(readOnly) ? (
      <Reference value={value} />
    ) : (
      <ObjectSelector {...simple} property={property} />
    );
  return byValue(simple, value);
}

/** Chooses by the value for a type that the panel does not know. */
function byValue(simple: Parameters<typeof RawJson>[0], value: Json | undefined) {
  if (typeof value === 'boolean') return <Switch {...simple} />;
  if (typeof value === 'number') return <NumberInput {...simple} />;
  if (typeof value === 'string') return <Text {...simple} />;
  return <RawJson {...simple} />;
}

interface SwitchProps {
  readonly value: Json | undefined;
  readonly onChange: (value: Json) => void;
  readonly label: string;
  readonly readOnly: boolean;
  readonly id?: string | undefined;
}

function Switch({ value, onChange, label, readOnly, id }: SwitchProps) {
  return (
    <span class="switch">
      <input
        id={id}
        type="checkbox"
        role="switch"
        aria-label={label}
        checked={value === true}
        disabled={readOnly}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </span>
  );
}

const dotted = (extension: string) => (extension.startsWith('.') ? extension : `.${extension}`);
