import type { Guards } from '../authorization/guards.js';
import type { Presets } from '../files/preset-files.js';
import type { ApiRequest, Route } from '../http/api.js';
import type { ExposedModel } from '../model/model.js';
import type { ExposedObjectHandle } from '../objects/handle.js';
import { textMember } from './body-members.js';
import { type FileRequests, requireProject } from './files.js';

/**
 * `/api/presets`: lists the presets of the project, and saves or loads those of one object (SNP-3).
 * @param presets undefined for an application without a project
 */
export function presetRoutes(
  presets: Presets | undefined,
  model: ExposedModel,
  guards: Guards,
  requests: FileRequests,
): Route[] {
  const objectOf = ({ body, access }: ApiRequest): ExposedObjectHandle => {
    const id = textMember(body, 'id');
    return guards.of(access)?.object(id) ?? model.objects.required(id);
  };
  const post = (
    path: string,
    act: (presets: Presets, handle: ExposedObjectHandle, name: string) => Promise<string>,
  ): Route => ({
    method: 'POST',
    path,
    handle: async (request) => {
      const store = requireProject(presets);
      const handle = objectOf(request);
      const name = textMember(request.body, 'name');
      const file = await requests.run(() => act(store, handle, name));
      return JSON.stringify({ success: true, path: store.relative(file) });
    },
  });
  const list = async (request: ApiRequest) => {
    const type = request.query('type');
    const all = (await requests.run(async () => presets?.list())) ?? [];
    return JSON.stringify({ presets: all.filter((each) => type === undefined || each.type === type) });
  };
  return [
    { method: 'GET', path: '/api/presets', handle: list },
    post('/api/presets/save', (store, handle, name) => store.save(handle, name)),
    post('/api/presets/load', (store, handle, name) => store.load(handle, name)),
  ];
}
