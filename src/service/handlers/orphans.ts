import type { Guards } from '../authorization/guards.js';
import type { LiveSceneSaveSystem } from '../files/live-scene-save-system.js';
import type { ApiRequest, Handler, Route } from '../http/api.js';
import { textMember } from './body-members.js';

/** `/exposed/orphans`: root references of the live scene whose object is missing (ORP-1 to 6). */
export class OrphansHandler implements Handler {
  readonly routes: readonly Route[];

  /** @param live undefined for an application without a project, which has no orphans */
  constructor(live: LiveSceneSaveSystem | undefined, guards: Guards) {
    const remove = ({ body }: ApiRequest) => {
      const sourceKey = textMember(body, 'sourceKey');
      return JSON.stringify({ success: true, removed: live?.removeOrphan(sourceKey) ?? false });
    };
    this.routes = [
      {
        method: 'GET',
        path: '/exposed/orphans',
        handle: ({ access }) => {
          const guard = guards.of(access);
          const orphans = live?.orphans ?? [];
          const shown = guard
            ? orphans.filter(({ sourceKey, type }) => guard.readsKey(sourceKey, type))
            : orphans;
          return JSON.stringify({ orphans: shown });
        },
      },
      { method: 'POST', path: '/exposed/orphans/remove', handle: remove },
    ];
  }
}
