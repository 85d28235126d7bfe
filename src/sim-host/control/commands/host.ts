import { type ControlContext, command } from '../command.js';

/** The host as a whole. */
export const hostCommands = ({ engine, reset }: ControlContext) =>
  [
    command('host.reset', {}, async () => {
      await reset();
      return {
        frame: engine.loop.frame,
        time: engine.clock.time() / 1000,
        activeScene: engine.scenes.active?.name ?? null,
      };
    }),
  ] as const;
