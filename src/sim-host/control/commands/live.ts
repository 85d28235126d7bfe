import { FileRequests } from '../../../service/handlers/files.js';
import { type ControlContext, command, requireObject } from '../command.js';
import { boolean, invalid, optional, text } from '../command-body.js';

/** Live scenes, unsaved changes and presets. */
export const liveCommands = (context: ControlContext) => {
  const { service } = context;
  const live = () => required(service.live);
  const presets = () => required(service.presets);
  const files = new FileRequests();
  /** Requests that may open a dialog, which stays open until it is answered. */
  const asking = new FileRequests();
  const preset = { key: text(), name: optional(text()), path: optional(text()) };
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
    command('preset.save', preset, async ({ key, ...file }) => ({
      path: await files.run(() => presets().save(requireObject(context, key), nameOf(file))),
    })),
    command('preset.load', preset, async ({ key, ...file }) => ({
      path: await files.run(() => presets().load(requireObject(context, key), nameOf(file))),
    })),
  ] as const;
};

function required<T>(files: T | undefined): T {
  if (files !== undefined) return files;
  throw invalid('the host has no project folder; set one with --project');
}

function nameOf({ name, path }: { name: string | undefined; path: string | undefined }): string {
  const found = name ?? path;
  if (found !== undefined) return found;
  throw invalid('"name" must be a non-empty string, got nothing');
}
