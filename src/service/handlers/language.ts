import type { ApiRequest, Handler, Route } from '../http/api.js';
import type { Localization } from '../localization/localization.js';
import { textMember } from './body-members.js';

/** `/api/language`: returns and changes the language of texts. */
export class LanguageHandler implements Handler {
  readonly routes: readonly Route[];

  constructor(localization: Localization) {
    const change = ({ body }: ApiRequest) => {
      localization.set(textMember(body, 'language'));
      return JSON.stringify({ success: true, current: localization.current });
    };
    this.routes = [
      {
        method: 'GET',
        path: '/api/language',
        handle: () => JSON.stringify({ current: localization.current, available: localization.available }),
      },
      { method: 'PUT', path: '/api/language', handle: change },
    ];
  }
}
