import type { ApiRequest, Route } from '../http/api.js';
import type { Localization } from '../localization/localization.js';
import { textMember } from './body-members.js';

/** `/api/language`: returns and changes the language of texts. */
export function languageRoutes(localization: Localization): Route[] {
  const describe = () => JSON.stringify({ current: localization.current, available: localization.available });
  const change = ({ body }: ApiRequest) => {
    localization.set(textMember(body, 'language'));
    return JSON.stringify({ success: true, current: localization.current });
  };
  return [
    { method: 'GET', path: '/api/language', handle: describe },
    { method: 'PUT', path: '/api/language', handle: change },
  ];
}
