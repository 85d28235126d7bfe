import type { Json } from '../../client/index.js';
import { valueType } from '../../wire/value-types.js';
import { enums, type Property, readable, types } from '../host/types.js';
import { isObject } from '../host/values.js';

export const isList = ({ isArray: is, type }: Property) => is === true || type.endsWith('[]');

/** Structs and arrays have a head of their own, and are drawn over the whole width below it. */
export function isBlock(property: Property, value: Json | undefined): boolean {
  if (isList(property)) return true;
  const control = property.controller?.type;
  if (control === 'InlineReference') return true;
  return isInline(property, value) && control !== 'ObjectSelector' && control !== 'AssetSelector';
}

/** What is too wide to stand beside its label on a phone. */
export function isWide({ type, controller }: Property): boolean {
  if (controller?.type === 'ImagePreview' || controller?.type === 'CameraController') return true;
  if (enums.value.has(type)) return isSegmented(enums.value.get(type)!.values);
  const info = valueType(type);
  const isComposite = info?.form === 'parts' && Object.keys(info.parts).length > 2;
  return (isComposite && type !== 'Color') || controller?.type === 'Slider';
}

/** An inline object: of a class that is known, and no reference to a registered one. */
export function isInline({ type, ref }: Property, value: Json | undefined): boolean {
  if (valueType(type) !== undefined) return false;
  if (isObject(value)) return '@type' in value && !('@ref' in value) && !('@guid' in value);
  return types.value.has(type) && !ref && !enums.value.has(type);
}

/** A few short words stand side by side. */
const maxSegments = 3;
const maxSegmentsLength = 26;

export function isSegmented(
  values: readonly { readonly name: string; readonly displayName?: string | undefined }[],
): boolean {
  const length = values.reduce(
    (sum, { displayName, name }) => sum + (displayName || readable(name)).length,
    0,
  );
  return values.length > 1 && values.length <= maxSegments && length <= maxSegmentsLength;
}
