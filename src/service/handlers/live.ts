import { ExposedError } from '../exposed-error.js';
import type { ApiRequest, Handler, Json, Route } from '../http/api.js';
import { isJsonObject } from '../json.js';
import type { ExposedModel } from '../model.js';
import type { LiveSceneSaveSystem } from '../persistence/live-scene.js';
import type { Guards } from '../rights/guards.js';
import { type FileRequests, refusing } from './files.js';
import { sharedRun } from './shared-run.js';

/** `/api/live`: what is open and what of it is unsaved, and how it is saved, loaded and taken back (wire.md section 2). */
export class LiveHandler implements Handler {
  readonly routes: readonly Route[];
  readonly #live: LiveSceneSaveSystem | undefined;
  readonly #model: ExposedModel;
  readonly #guards: Guards;
  /** The live scenes of the project, in order. */
  readonly #files: () => Promise<readonly string[]>;

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
    this.#files = sharedRun(async () => {
      const files: string[] = [];
      for await (const path of live?.project.ofKind('live') ?? []) files.push(path);
      return files.sort();
    });
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
      { method: 'GET', path: '/api/live', handle: (request) => refusing(() => this.#state(request)) },
      post('/api/live/save', (present, body) => present.save(optionalText(body, 'path'))),
      post('/api/live/load', (present, body) => {
        const path = optionalText(body, 'path');
        return path === undefined ? present.loadCurrentData() : present.loadCurrentDataFrom(path);
      }),
      post('/api/live/reset', (present) => present.resetAllToDefault()),
      post('/api/live/revert', (present) => present.revertAllToDefault()),
    ];
  }

  async #state({ access }: ApiRequest): Promise<string> {
    const live = this.#live;
    const files = await this.#files();
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

/** @throws ExposedError `invalid-request` */
export function requireProject<T>(part: T | undefined): T {
  if (part === undefined) throw new ExposedError('invalid-request', 'this application has no project folder');
  return part;
}

/** As it is named in the project; null when nothing is open. */
function openPath({ currentPath, project }: LiveSceneSaveSystem): string | null {
  return currentPath === undefined ? null : project.relative(currentPath);
}

function optionalText(body: Json | undefined, name: string): string | undefined {
  const value = isJsonObject(body) && Object.hasOwn(body, name) ? body[name] : undefined;
  if (value === undefined || (typeof value === 'string' && value !== '')) return value;
  throw new ExposedError('invalid-request', `"${name}" must be a text that is not empty, or left out`);
}
