import type { Handler, Route } from '../http/api.js';
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

/** How remote apps present the application. */
export interface UiOptions {
  /** The application's name when left out. */
  readonly title?: string;
  readonly menuItems?: readonly MenuItem[];
}

/** `/ui/info` and `/ui/sidemenu`, in the current language. */
export class UiHandler implements Handler {
  readonly routes: readonly Route[];

  /** @param ui asked for each request: an application may change it */
  constructor(ui: () => UiOptions, applicationName: () => string, translate: Translate) {
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
    this.routes = [
      {
        method: 'GET',
        path: '/ui/info',
        handle: () => JSON.stringify({ title: translate(ui().title ?? applicationName()) }),
      },
      {
        method: 'GET',
        path: '/ui/sidemenu',
        handle: () => JSON.stringify({ menuItems: (ui().menuItems ?? []).map(item) }),
      },
    ];
  }
}
