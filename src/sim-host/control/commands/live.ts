import { FileRequests } from '../../../service/handlers/files.js';
import { ExposedError, type LiveSceneSaveSystem } from '../../../service/index.js';
import { type ControlContext, command, requireObject } from '../command.js';
import { boolean, optional, text } from '../shape.js';

/** Live scenes and unsaved changes. */
export const liveCommands = (context: ControlContext) => {
  const { service } = context;
  const live = () => requireLive(context);
  const files = new FileRequests();
  /** Requests that may open a dialog, which stays open until it is answered. */
  const asking = new FileRequests();
  return [
    command(
      'live.load',
      { path: optional(text()), forceBaseSceneReload: optional(boolean(), false) },
      async ({ path, forceBaseSceneReload }) => {
        const options = { forceBaseSceneReload };
        await files.run(() =>
          path === undefined ? live().loadCurrentData(options) : live().loadCurrentDataFrom(path, options),
        );
        return { path: live().currentPath ?? null };
      },
    ),
    command('live.save', { path: optional(text()) }, async ({ path }) => ({
      path: await files.run(() => live().save(path)),
    })),
    command('live.trySaveOrPrompt', {}, async () => ({
      saved: await asking.run(() => service.trySaveOrPrompt()),
    })),
    command('live.resetAll', {}, () => {
      live().resetAllToDefault();
      return { success: true };
    }),
    command('live.revertAll', {}, () => {
      live().revertAllToDefault();
      return { success: true };
    }),
    command('dirty', { key: optional(text()) }, ({ key }) => {
      const wanted = key === undefined ? undefined : requireObject(context, key).target;
      const objects = [...service.model.dirty.dirtyObjects()]
        .filter(({ owner }) => wanted === undefined || owner.target === wanted)
        .map(({ owner, members }) => ({
          key: service.objects.fileKey(owner.target) ?? service.objects.byTarget(owner.target)?.id ?? '',
          properties: members.map(({ name }) => name),
        }));
      return { unsaved: service.hasUnsavedChanges, objects };
    }),
    command('markClean', { key: text() }, ({ key }) => {
      const handle = requireObject(context, key);
      service.markClean(handle);
      return { key, id: handle.id };
    }),
    command('pending', {}, () => ({ entries: live().pending.map((entry) => ({ ...entry })) })),
    command('project', {}, () => ({
      folder: live().project.path,
      live: live().currentPath ?? null,
      unsaved: live().hasUnsavedChanges,
    })),
  ] as const;
};

function requireLive({ service }: ControlContext): LiveSceneSaveSystem {
  if (service.live === undefined) {
    throw new ExposedError('invalid-request', 'the host has no project folder; set one with --project');
  }
  return service.live;
}
