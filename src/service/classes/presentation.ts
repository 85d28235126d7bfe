import type { Condition, Presentation, Section } from './definition.js';

/** Values that members must have for a member or function to be shown (`showIf`) or hidden (`hideIf`). */
export type Conditions = Readonly<Record<string, Condition['value']>>;

/** How a remote app shows a member, function or parameter, as decorators and scene files have it. */
export interface PresentationOptions extends Omit<Presentation, 'conditions' | 'section'> {
  readonly showIf?: Conditions;
  readonly hideIf?: Conditions;
  /** The same, in an order of its own, and with several values of one member. */
  readonly visibility?: readonly { readonly showIf?: Conditions; readonly hideIf?: Conditions }[];
  readonly section?: Pick<Section, 'title'> & Partial<Section>;
}

type Conditional = Pick<PresentationOptions, 'showIf' | 'hideIf' | 'visibility'>;

/** Options as definitions have them: `showIf` and `hideIf` as conditions, sections with all that they have. */
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
