import type { Guards } from '../authorization/guards.js';
import type { LiveSceneSaveSystem } from '../files/live-scene.js';
import type { ApiRequest, Handler, Json, Route } from '../http/api.js';
import { isJsonObject } from '../json.js';
import type { ExposedModel } from '../model.js';
import { textMember } from './body.js';
import { type FileRequests, requireProject } from './files.js';

/** `/api/live`: what is open and what of it is unsaved, and how it is saved, loaded and taken back (wire.md section 2). */
export class LiveHandler implements Handler {
  readonly routes: readonly Route[];
  readonly #live: LiveSceneSaveSystem | undefined;
  readonly #model: ExposedModel;
  readonly #guards: Guards;
  readonly #requests: FileRequests;

  /** @param live undefined for an application without a project: nothing is open then, and nothing unsaved */
  constructor(
    live: LiveSceneSaveSystem | undefined,
    model: ExposedModel,
    guards: Guards,
    requests: FileRequests,
  ) {
    this.#live = live;
    this.#model = model;
    this.#guards = guards;
    this.#requests = requests;
    const post = (
      path: string,
      act: (live: LiveSceneSaveSystem, body: Json | undefined) => unknown,
    ): Route => ({
      method: 'POST',
      path,
      handle: async ({ body }) => {
        const present = requireProject(live);
        await requests.run(async () => act(present, body));
        return JSON.stringify({ success: true, path: openPath(present) });
      },
    });
    this.routes = [
      { method: 'GET', path: '/api/live', handle: (request) => this.#state(request) },
      post('/api/live/save', (present, body) => present.save(optionalPath(body))),
      post('/api/live/load', (present, body) => {
        const path = optionalPath(body);
        return path === undefined ? present.loadCurrentData() : present.loadCurrentDataFrom(path);
      }),
      post('/api/live/reset', (present) => present.resetAllToDefault()),
      post('/api/live/revert', (present) => present.revertAllToDefault()),
    ];
  }

  async #state({ access }: ApiRequest): Promise<string> {
    const live = this.#live;
    const files = await this.#requests.run(() => liveScenesOf(live));
    const guard = this.#guards.of(access);
    const { objects, dirty } = this.#model;
    const edited: { id: string; name: string; properties: string[] }[] = [];
    // After the files, so that all of this is of one moment.
    for (const { unit, members } of live === undefined ? [] : dirty.dirtyUnits()) {
      const handle = objects.byTarget(unit.target);
      if (handle === undefined || (guard && !guard.reads(handle))) continue;
      const properties = members
        .map(({ name }) => name)
        .filter((name) => !guard || guard.readsMember(handle, name));
      edited.push({ id: handle.id, name: handle.name, properties });
    }
    const unsaved = live?.hasUnsavedChanges ?? false;
    return JSON.stringify({
      path: live ? openPath(live) : null,
      unsaved,
      objects: edited,
      files,
    });
  }
}

async function liveScenesOf(live: LiveSceneSaveSystem | undefined): Promise<readonly string[]> {
  const files: string[] = [];
  for await (const path of live?.project.ofKind('live') ?? []) files.push(path);
  return files.sort();
}

/** As it is named in the project; null when nothing is open. */
function openPath({ currentPath, project }: LiveSceneSaveSystem): string | null {
  return currentPath === undefined ? null : project.relative(currentPath);
}

function optionalPath(body: Json | undefined): string | undefined {
  return isJsonObject(body) && Object.hasOwn(body, 'path') ? textMember(body, 'path') : undefined;
}
