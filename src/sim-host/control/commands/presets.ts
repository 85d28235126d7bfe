import { FileRequests } from '../../../service/handlers/files.js';
import { ExposedError } from '../../../service/index.js';
import { type ControlContext, command, requireObject } from '../command.js';
import { optional, text } from '../shape.js';

/** Presets of single objects. */
export const presetCommands = (context: ControlContext) => {
  const presets = () => {
    if (context.service.presets !== undefined) return context.service.presets;
    throw new ExposedError('invalid-request', 'the host has no project folder; set one with --project');
  };
  const files = new FileRequests();
  const shape = { key: text(), name: optional(text()), path: optional(text()) };
  const nameOf = ({ name, path }: { name: string | undefined; path: string | undefined }) => {
    if (name !== undefined) return name;
    if (path !== undefined) return path;
    throw new ExposedError('invalid-request', '"name" must be a non-empty string, got nothing');
  };
  return [
    command('preset.save', shape, async ({ key, ...file }) => ({
      path: await files.run(() => presets().save(requireObject(context, key), nameOf(file))),
    })),
    command('preset.load', shape, async ({ key, ...file }) => ({
      path: await files.run(() => presets().load(requireObject(context, key), nameOf(file))),
    })),
  ] as const;
};
