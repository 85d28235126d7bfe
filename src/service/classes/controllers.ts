/**
 * The table of controls (wire.md section 5): how a remote app renders a member or a parameter. To add a control is
 * one new entry in `Controller` and, where its wire form differs from its declaration, one in `describeController`.
 */

export type Controller =
  | { readonly type: 'Default' }
  | { readonly type: 'Hide' }
  | { readonly type: 'Slider'; readonly minValue: number; readonly maxValue: number; readonly step: number }
  | { readonly type: 'StringSelector'; readonly sourcePropertyName: string }
  | { readonly type: 'TypeSelector'; readonly options?: readonly string[] }
  | { readonly type: 'ObjectSelector' }
  | {
      readonly type: 'AssetSelector';
      readonly sourcePropertyName: string;
      readonly assetType: string;
      readonly refProperty?: string;
    }
  | { readonly type: 'ImagePreview'; readonly intervalMs: number }
  | { readonly type: 'InlineReference' }
  | { readonly type: 'GLTFFileSelector'; readonly extensions: readonly string[] }
  | { readonly type: 'CameraController'; readonly options?: Readonly<Record<string, unknown>> };

/** An entry of an ObjectSelector's live options. */
interface ObjectOption {
  readonly id: string;
  readonly name: string;
  readonly type: string;
}

/** Where selectors find their options. */
export interface SelectorSource<Class> {
  /** Registered objects whose class is `cls` or derives from it, in the order of registration. */
  objectsOf(cls: Class): Iterable<ObjectOption>;
  /** Concrete classes that are `cls` or derive from it. */
  typesOf(cls: Class): readonly string[];
}

/**
 * A control as it goes over the wire. Live options come from `source`; `cls` is the class of the member's values.
 * A string selector's source goes out under its older name too, for remote apps from before 0.24.
 */
export function describeController<Class>(
  controller: Controller,
  cls: Class | undefined,
  source: SelectorSource<Class>,
): object {
  switch (controller.type) {
    case 'StringSelector':
      return { ...controller, sourceProperty: controller.sourcePropertyName };
    case 'ObjectSelector':
      return { ...controller, options: cls === undefined ? [] : [...source.objectsOf(cls)] };
    case 'TypeSelector':
      return { ...controller, options: controller.options ?? (cls === undefined ? [] : source.typesOf(cls)) };
    default:
      return { ...controller };
  }
}
