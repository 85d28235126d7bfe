import type { VNode } from 'preact';
import type { Json } from '../../client/index.js';
import { isNumberType, valueType } from '../../wire/value-types.js';
import { isFixed } from '../host/rights.js';
import { elementType, enums, type Property, types } from '../host/types.js';
import { isObject } from '../host/values.js';
import { truncate } from '../ui/truncate.js';
import { ArrayControl } from './array.js';
import { CameraControl, isCamera } from './camera.js';
import {
  AssetSelector,
  EnumChoice,
  isSegmented,
  ObjectSelector,
  StringSelector,
  TypeSelector,
} from './choice.js';
import { ColorControl } from './color.js';
import type { ControlProps, Layout } from './drawing.js';
import { ImagePreview } from './image.js';
import { isInteger, NumberInput, rangeOf, Slider } from './number.js';
import { InlineReference, Reference } from './reference.js';
import { Struct } from './struct.js';
import { RawJson, Text } from './text.js';
import { componentsOf, Rotation, Transform, Vector } from './vector.js';

/** One way to draw a member. */
interface ControlKind {
  readonly layout: Layout;
  draw(props: ControlProps): VNode;
}

/** The controls that descriptors name, each with the types that it supports; all types if they are left out. */
const controllers: Readonly<Record<string, ControlKind & { supports?(type: string): boolean }>> = {
  Slider: {
    layout: 'wide',
    draw: (props) => <Slider {...simple(props)} property={props.property} />,
  },
  StringSelector: {
    layout: 'narrow',
    draw: (props) => (
      <StringSelector {...simple(props)} property={props.property} container={props.container} />
    ),
  },
  TypeSelector: {
    layout: 'narrow',
    supports: isString,
    draw: (props) => <TypeSelector {...simple(props)} property={props.property} />,
  },
  ObjectSelector: {
    layout: 'narrow',
    draw: (props) => <ObjectSelector {...simple(props)} property={props.property} />,
  },
  AssetSelector: {
    layout: 'narrow',
    draw: (props) => (
      <AssetSelector {...simple(props)} property={props.property} container={props.container} />
    ),
  },
  ImagePreview: {
    layout: 'wide',
    draw: ({ property, binding, label }) => (
      <ImagePreview
        value={binding.value.value}
        label={label}
        intervalMs={Number(property.controller?.intervalMs) || 1000}
      />
    ),
  },
  InlineReference: { layout: 'block', draw: (props) => <InlineReference {...props} /> },
  CameraController: {
    layout: 'wide',
    supports: isCamera,
    draw: (props) => <CameraControl {...props} />,
  },
  GLTFFileSelector: {
    layout: 'narrow',
    supports: isString,
    draw: (props) => {
      const extensions = props.property.controller?.extensions as readonly string[] | undefined;
      return <Text {...simple(props)} hint={extensions?.map((each) => `*${dotted(each)}`).join(', ')} />;
    },
  },
};

const list: ControlKind = { layout: 'block', draw: (props) => <ArrayControl {...props} /> };
const struct: ControlKind = { layout: 'block', draw: (props) => <Struct {...props} /> };
const toggle: ControlKind = { layout: 'narrow', draw: (props) => <Switch {...simple(props)} /> };
const text: ControlKind = { layout: 'narrow', draw: (props) => <Text {...simple(props)} /> };
const json: ControlKind = { layout: 'narrow', draw: (props) => <RawJson {...simple(props)} /> };
const asset: ControlKind = {
  layout: 'narrow',
  draw: ({ binding }) => {
    const { '@name': name, '@guid': guid } = binding.value.value as { readonly [member: string]: Json };
    return <span class="plain">{truncate(String(name ?? guid))}</span>;
  },
};
const reference: ControlKind = {
  layout: 'narrow',
  draw: (props) =>
    isFixed(props.readOnly) ? (
      <Reference value={props.binding.value.value} />
    ) : (
      <ObjectSelector {...simple(props)} property={props.property} />
    ),
};

/** Returns the control that a descriptor names. An unknown one is replaced by the control of the type. */
export function controlOf(property: Property, value: Json | undefined): ControlKind {
  if (property.isArray === true || property.type.endsWith('[]')) return list;
  const type = elementType(property.type);
  const name = property.controller?.type ?? '';
  const named = Object.hasOwn(controllers, name) ? controllers[name] : undefined;
  return named?.supports?.(type) === false
    ? byType(property, type, value)
    : (named ?? byType(property, type, value));
}

function byType(property: Property, type: string, value: Json | undefined): ControlKind {
  // An integer of 64 bits has up to 20 characters.
  if (isNumberType(type)) return numberOf(type, type === 'Int64' ? 'wide' : 'narrow');
  if (type === 'Boolean') return toggle;
  if (type === 'String') return text;
  const values = enums.value.get(property.enumType ?? type)?.values;
  if (values !== undefined)
    return {
      layout: isSegmented(values) ? 'wide' : 'narrow',
      draw: (props) => <EnumChoice {...simple(props)} property={props.property} />,
    };
  if (type === 'Color') return { layout: 'narrow', draw: (props) => <ColorControl {...props} /> };
  if (type === 'Quaternion') return { layout: 'wide', draw: (props) => <Rotation {...props} /> };
  if (type === 'TransformValue') return { layout: 'wide', draw: (props) => <Transform {...props} /> };
  const components = componentsOf(type);
  if (components !== undefined)
    return {
      layout: components.length > 2 ? 'wide' : 'narrow',
      draw: (props) => <Vector {...props} type={type} />,
    };
  if (isInline(property, value)) return struct;
  if (isObject(value) && '@guid' in value) return asset;
  if (property.ref || (isObject(value) && '@ref' in value)) return reference;
  return byValue(value);
}

/** Chooses by the value for a type that the panel does not know. */
function byValue(value: Json | undefined): ControlKind {
  if (typeof value === 'boolean') return toggle;
  if (typeof value === 'number') return numberOf('', 'narrow');
  return typeof value === 'string' ? text : json;
}

function numberOf(type: string, layout: Layout): ControlKind {
  const given = type === '' ? {} : { integer: isInteger(type), letter: '↔', ...rangeOf(type) };
  return { layout, draw: (props) => <NumberInput {...simple(props)} {...given} /> };
}

/** True for an inline object: its class is known, and it is not a reference to a registered object. */
function isInline({ type, ref }: Property, value: Json | undefined): boolean {
  if (valueType(type) !== undefined) return false;
  if (isObject(value)) return '@type' in value && !('@ref' in value) && !('@guid' in value);
  return types.value.has(type) && !ref;
}

/** Draws the control of a member. */
export function Control(props: ControlProps) {
  return controlOf(props.property, props.binding.value.value).draw(props);
}

const simple = ({ binding, label, readOnly, id }: ControlProps) => ({
  value: binding.value.value,
  onChange: binding.set,
  label,
  readOnly,
  id,
});

function Switch({ value, onChange, label, readOnly, id }: ReturnType<typeof simple>) {
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

function isString(type: string): boolean {
  return type === 'String';
}

const dotted = (extension: string) => (extension.startsWith('.') ? extension : `.${extension}`);
