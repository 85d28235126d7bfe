import type { Guards } from '../authorization/guards.js';
import { isJsonObject } from '../common/json.js';
import type { LiveSceneSaveSystem } from '../files/live-scene-save-system.js';
import type { ApiRequest, Json, Route } from '../http/api.js';
import type { ExposedModel } from '../model/model.js';
import { textMember } from './body-members.js';
import { type FileRequests, requireProject } from './files.js';

/**
 * `/api/live`: returns the open live scene and its unsaved changes, and saves, loads, resets and reverts it (wire.md
 * section 2).
 * @param live undefined for an application without a project
 */
export function liveRoutes(
  live: LiveSceneSaveSystem | undefined,
  model: ExposedModel,
  guards: Guards,
  requests: FileRequests,
): Route[] {
  const describe = async ({ access }: ApiRequest) => {
    const files = await requests.run(() => listLiveScenes(live));
    const guard = guards.of(access);
    const { objects, dirty } = model;
    const edited: { id: string; name: string; properties: string[] }[] = [];
    // Read after the files, so that the rest of the response is of one moment.
    for (const { owner, members } of live === undefined ? [] : dirty.dirtyObjects()) {
      const handle = objects.byTarget(owner.target);
      if (handle === undefined || (guard && !guard.canRead(handle))) continue;
      const properties = members
        .map(({ name }) => name)
        .filter((name) => !guard || guard.canReadMember(handle, name));
      edited.push({ id: handle.id, name: handle.name, properties });
    }
    const hasUnsaved = live?.hasUnsavedChanges ?? false;
    return JSON.stringify({
      path: live ? openPath(live) : null,
      unsaved: hasUnsaved,
      objects: edited,
      files,
    });
  };
  const post = (
    path: string,
    act: (live: LiveSceneSaveSystem, body: Json | undefined) => unknown,
  ): Route => ({
    method: 'POST',
    path,
    handle: async ({ body }) => {
      const scene = requireProject(live);
      await requests.run(async () => act(scene, body));
      return JSON.stringify({ success: true, path: openPath(scene) });
    },
  });
  return [
    { method: 'GET', path: '/api/live', handle: describe },
    post('/api/live/save', (scene, body) => scene.save(optionalPath(body))),
    post('/api/live/load', (scene, body) => {
      const path = optionalPath(body);
      return path === undefined ? scene.loadCurrentData() : scene.loadCurrentDataFrom(path);
    }),
    post('/api/live/reset', (scene) => scene.resetAllToDefault()),
    post('/api/live/revert', (scene) => scene.revertAllToDefault()),
  ];
}

async function listLiveScenes(live: LiveSceneSaveSystem | undefined): Promise<readonly string[]> {
  const files: string[] = [];
  for await (const path of live?.project.ofKind('live') ?? []) files.push(path);
  return files.sort();
}

/** Returns the path relative to the project; null if nothing is open. */
function openPath({ currentPath, project }: LiveSceneSaveSystem): string | null {
  return currentPath === undefined ? null : project.relative(currentPath);
}

function optionalPath(body: Json | undefined): string | undefined {
  return isJsonObject(body) && Object.hasOwn(body, 'path') ? textMember(body, 'path') : undefined;
}
