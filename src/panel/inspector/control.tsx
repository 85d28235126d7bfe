import type { ComponentType } from 'preact';
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
import type { ControlProps, Layout, ValueProps } from './drawing.js';
import { ImagePreview } from './image.js';
import { isInteger, NumberInput, rangeOf, Slider } from './number.js';
import { InlineReference, Reference } from './reference.js';
import { Struct } from './struct.js';
import { RawJson, Text } from './text.js';
import { componentsOf, Rotation, Transform, Vector } from './vector.js';

type BoundProps = ControlProps & ValueProps;

/** A component that draws members, and the room that it needs. */
interface ControlKind {
  readonly Component: ComponentType<BoundProps>;
  readonly layout: Layout;
}

const kind = (layout: Layout) => (Component: ComponentType<BoundProps>) => ({ Component, layout });
const narrow = kind('narrow');
const wide = kind('wide');
const block = kind('block');

const isString = (type: string) => type === 'String';

/** The controls that descriptors name, some of them only for certain types. */
const namedControls: Readonly<Record<string, ControlKind & { supports?: (type: string) => boolean }>> = {
  Slider: wide(Slider),
  StringSelector: narrow(StringSelector),
  TypeSelector: { ...narrow(TypeSelector), supports: isString },
  ObjectSelector: narrow(ObjectSelector),
  AssetSelector: narrow(AssetSelector),
  ImagePreview: wide(ImagePreview),
  InlineReference: block(InlineReference),
  CameraController: { ...wide(CameraControl), supports: isCamera },
  GLTFFileSelector: { ...narrow(FileName), supports: isString },
};

const list = block(ArrayControl);
const struct = block(Struct);
const asset = narrow(Asset);
const reference = narrow(ReferenceOrSelector);
const json = narrow(RawJson);
const plainNumber = narrow(NumberInput);
const enumeration = { narrow: narrow(EnumChoice), wide: wide(EnumChoice) };
const vector = { narrow: narrow(AnyVector), wide: wide(AnyVector) };
const number = narrow(TypedNumber);
const simple: Readonly<Record<string, ControlKind>> = {
  Boolean: narrow(Switch),
  String: narrow(Text),
  // An Int64 has up to 20 characters.
  Int64: wide(TypedNumber),
  Color: wide(ColorControl),
  Quaternion: wide(Rotation),
  TransformValue: wide(Transform),
};

/** Returns the control that a descriptor names. An unknown one is replaced by the control of the type. */
export function controlOf(property: Property, value: Json | undefined): ControlKind {
  if (property.isArray === true || property.type.endsWith('[]')) return list;
  const type = elementType(property.type);
  const named = own(namedControls, property.controller?.type ?? '');
  return named === undefined || named.supports?.(type) === false ? byType(property, type, value) : named;
}

function byType(property: Property, type: string, value: Json | undefined): ControlKind {
  const found = own(simple, type);
  if (found !== undefined) return found;
  if (isNumberType(type)) return number;
  const values = enums.value.get(property.enumType ?? type)?.values;
  if (values !== undefined) return enumeration[isSegmented(values) ? 'wide' : 'narrow'];
  const components = componentsOf(type);
  if (components !== undefined) return vector[components.length > 2 ? 'wide' : 'narrow'];
  if (isInline(property, value)) return struct;
  if (isObject(value) && '@guid' in value) return asset;
  if (property.ref || (isObject(value) && '@ref' in value)) return reference;
  // The panel does not know the type.
  if (typeof value === 'boolean') return simple.Boolean!;
  if (typeof value === 'number') return plainNumber;
  return typeof value === 'string' ? simple.String! : json;
}

const own = <T,>(table: Readonly<Record<string, T>>, name: string) =>
  Object.hasOwn(table, name) ? table[name] : undefined;

/** True for an inline object: its class is known, and it is not a reference to a registered object. */
function isInline({ type, ref }: Property, value: Json | undefined): boolean {
  if (valueType(type) !== undefined) return false;
  if (isObject(value)) return '@type' in value && !('@ref' in value) && !('@guid' in value);
  return types.value.has(type) && !ref;
}

/** Draws the control of a member. */
export function Control(props: ControlProps) {
  const value = props.binding.value.value;
  const { Component } = controlOf(props.property, value);
  return <Component {...props} value={value} onChange={props.binding.set} />;
}

function TypedNumber(props: BoundProps) {
  const type = elementType(props.property.type);
  return <NumberInput {...props} integer={isInteger(type)} letter="↔" {...rangeOf(type)} />;
}

function AnyVector(props: BoundProps) {
  return <Vector {...props} type={elementType(props.property.type)} />;
}

function FileName(props: BoundProps) {
  const extensions = props.property.controller?.extensions as readonly string[] | undefined;
  return <Text {...props} hint={extensions?.map((each) => `*.${each.replace(/^\./, '')}`).join(', ')} />;
}

function Asset({ value }: BoundProps) {
  const { '@name': name, '@guid': guid } = value as { readonly [member: string]: Json };
  return <span class="line plain">{truncate(String(name ?? guid))}</span>;
}

function ReferenceOrSelector(props: BoundProps) {
  return isFixed(props.readOnly) ? <Reference value={props.value} /> : <ObjectSelector {...props} />;
}

function Switch({ value, onChange, label, readOnly, id }: BoundProps) {
  return (
    <span class="line switch">
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
