import type { Controller } from '../../wire/controls.js';

/** An entry of an ObjectSelector's live options. */
interface ObjectOption {
  readonly id: string;
  readonly name: string;
  readonly type: string;
}

/** Supplies the options of selectors. */
export interface SelectorSource<Class> {
  /** Registered objects whose class is `cls` or derives from it, in the order of registration. */
  objectsOf(cls: Class): Iterable<ObjectOption>;
  /** Concrete classes that are `cls` or derive from it. */
  typesOf(cls: Class): readonly string[];
}

/**
 * Returns a control as clients receive it, with current options of `source`. `cls` is the class of the member's values.
 * A string selector also has its source under the name that remote apps from before 0.24 use.
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
