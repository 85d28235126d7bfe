import { refusing } from '../../../service/handlers/files.js';
import { ExposedError } from '../../../service/index.js';
import { type CommandFamily, command } from '../command.js';
import { requireObject } from '../resolve.js';
import { text } from '../shape.js';

/** Presets of single objects. */
export const presetCommands: CommandFamily = (context) => {
  const presets = () => {
    if (context.service.presets !== undefined) return context.service.presets;
    throw new ExposedError('invalid-request', 'the host has no project folder; name one with --project');
  };
  const shape = { key: text(), name: text() };
  return [
    command('preset.save', shape, async ({ key, name }) => ({
      path: await refusing(() => presets().save(requireObject(context, key), name)),
    })),
    command('preset.load', shape, async ({ key, name }) => ({
      path: await refusing(() => presets().load(requireObject(context, key), name)),
    })),
  ];
};
