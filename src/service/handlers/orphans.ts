import type { Guards } from '../authorization/guards.js';
import type { LiveSceneSaveSystem } from '../files/live-scene-save-system.js';
import type { ApiRequest, Route } from '../http/api.js';
import { textMember } from './body-members.js';

/**
 * `/exposed/orphans`: root references of the live scene whose object is missing (ORP-1 to 6).
 * @param live undefined for an application without a project, which has no orphans
 */
export function orphanRoutes(live: LiveSceneSaveSystem | undefined, guards: Guards): Route[] {
  const list = ({ access }: ApiRequest) => {
    const guard = guards.of(access);
    const orphans = live?.orphans ?? [];
    const shown = guard ? orphans.filter(({ sourceKey, type }) => guard.readsKey(sourceKey, type)) : orphans;
    return JSON.stringify({ orphans: shown });
  };
  const remove = ({ body }: ApiRequest) => {
    const sourceKey = textMember(body, 'sourceKey');
    return JSON.stringify({ success: true, removed: live?.removeOrphan(sourceKey) ?? false });
  };
  return [
    { method: 'GET', path: '/exposed/orphans', handle: list },
    { method: 'POST', path: '/exposed/orphans/remove', handle: remove },
  ];
}
