import { checkNames } from '../common/check-options.js';
import { valueText } from '../common/exception-text.js';
import { nearestName } from '../common/nearest-name.js';
import type { Route } from '../http/api.js';
import type { Translate } from '../types/descriptors.js';

/** An entry of the side menu of remote apps. */
export interface MenuItem {
  readonly id: string;
  /** A text or a localization key. */
  readonly label: string;
  readonly icon?: string;
  readonly pageType?: string;
  readonly selectorObjectId?: string;
  readonly factoryObjectId?: string;
  readonly position?: string;
  readonly order?: number;
  readonly accessLevel?: number;
}

/** Title and side menu of remote apps. */
export interface UiOptions {
  /** The application's name by default. */
  readonly title?: string;
  readonly menuItems?: readonly MenuItem[];
}

const uiNames = { title: true, menuItems: true } satisfies Record<keyof UiOptions, true>;
const itemNames = {
  id: true,
  label: true,
  icon: true,
  pageType: true,
  selectorObjectId: true,
  factoryObjectId: true,
  position: true,
  order: true,
  accessLevel: true,
} satisfies Record<keyof MenuItem, true>;

/** The page types that every remote app knows; an app may have others. */
const pageTypes = ['object', 'objects', 'category'];

/** Returns the page type that was probably meant; undefined for a valid one, or one that is not similar to any. */
export function meantPageType(pageType: unknown): string | undefined {
  if (typeof pageType !== 'string' || pageTypes.includes(pageType)) return undefined;
  return nearestName(pageType, pageTypes);
}

/** @throws Error that names the option and the fix */
export function checkUi(ui: UiOptions): void {
  checkNames('ui', ui, uiNames, "{ title: 'My show' }");
  const { menuItems = [] } = ui;
  if (!Array.isArray(menuItems))
    throw new Error(`ui.menuItems must be an array, and is ${valueText(menuItems)}`);
  for (const [i, item] of menuItems.entries()) {
    const where = `ui.menuItems[${i}]`;
    checkNames(where, item, itemNames, "{ id: 'lights', label: 'Lights' }");
    for (const name of ['id', 'label'] as const)
      if (typeof item[name] !== 'string')
        throw new Error(`${where}.${name} must be a string, and is ${valueText(item[name])}`);
    const meant = meantPageType(item.pageType);
    if (meant !== undefined)
      throw new Error(`${where}: unknown page type "${item.pageType}"; did you mean "${meant}"?`);
  }
}

/**
 * `/ui/info` and `/ui/sidemenu`, in the current language.
 * @param ui called for each request, since an application may change the options
 */
export function uiRoutes(ui: () => UiOptions, applicationName: () => string, translate: Translate): Route[] {
  const item = (each: MenuItem, i: number) => ({
    id: each.id,
    icon: each.icon ?? '',
    label: translate(each.label),
    pageType: each.pageType ?? '',
    selectorObjectId: each.selectorObjectId ?? '',
    factoryObjectId: each.factoryObjectId ?? '',
    position: each.position ?? '',
    order: each.order ?? i,
    accessLevel: each.accessLevel ?? 0,
  });
  const info = () => JSON.stringify({ title: translate(ui().title ?? applicationName()) });
  const sideMenu = () => JSON.stringify({ menuItems: (ui().menuItems ?? []).map(item) });
  return [
    { method: 'GET', path: '/ui/info', handle: info },
    { method: 'GET', path: '/ui/sidemenu', handle: sideMenu },
  ];
}
