import type { Condition, Presentation, Section } from './definition.js';

/** Values that members must have for a member or function to be shown (`showIf`) or hidden (`hideIf`). */
export type Conditions = Readonly<Record<string, Condition['value']>>;

/** How remote apps show a member, function or parameter, as options of decorators and scene files. */
export interface PresentationOptions extends Omit<Presentation, 'conditions' | 'section'> {
  readonly showIf?: Conditions;
  readonly hideIf?: Conditions;
  /** Further conditions, which may test one member several times, in this order after `showIf` and `hideIf`. */
  readonly visibility?: readonly { readonly showIf?: Conditions; readonly hideIf?: Conditions }[];
  readonly section?: Pick<Section, 'title'> & Partial<Section>;
}

type Conditional = Pick<PresentationOptions, 'showIf' | 'hideIf' | 'visibility'>;

/** Converts options to the form of definitions: all conditions in one list, and sections with their defaults. */
export function presented<T extends PresentationOptions>(
  options: T,
): Omit<T, keyof Conditional | 'section'> & Presentation {
  const { showIf, hideIf, visibility = [], section, ...rest } = options;
  const conditions = [{ showIf, hideIf }, ...visibility].flatMap((each) => [
    ...conditionsOf(each.showIf, true),
    ...conditionsOf(each.hideIf, false),
  ]);
  return {
    ...rest,
    ...(conditions.length > 0 && { conditions }),
    ...(section !== undefined && { section: { icon: '', accessLevel: 0, ...section } }),
  } as Omit<T, keyof Conditional | 'section'> & Presentation;
}

function conditionsOf(values: Conditions | undefined, showWhenMatch: boolean): Condition[] {
  return Object.entries(values ?? {}).map(([property, value]) => ({ property, value, showWhenMatch }));
}
