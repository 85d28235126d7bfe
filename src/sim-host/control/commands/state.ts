import type { Engine } from '../../engine/index.js';
import { type ControlContext, command } from '../command.js';

/** The current state of the host. */
export const stateCommands = ({ engine, service }: ControlContext) =>
  [
    command('state', {}, () => ({
      running: engine.isRunning,
      mode: engine.application.mode,
      clock: engine.clock.mode,
      rate: engine.clock.rate,
      frame: engine.loop.frame,
      time: engine.clock.time() / 1000,
      fps: engine.fps(),
      /** 99th percentile of the last five seconds, in milliseconds. */
      frameJitter: jitterP99(engine),
      /** Of the last five seconds, in milliseconds. */
      longestFrame: engine.loop.gaps.longest(engine.clock.time(), 5000),
      activeScene: engine.scenes.active?.name ?? null,
      scenes: engine.scenes.loaded.map(({ name, buildIndex }) => ({ name, buildIndex })),
      objects: service.objects.size,
      subscribers: service.subscribers,
      flushInterval: service.flushInterval,
      prompts: service.prompts.states.map((prompt) => ({ ...prompt })),
    })),
  ] as const;

function jitterP99({ loop, clock }: Engine): number {
  const off = loop.gaps.jitter(clock.time(), 5000, 1000 / clock.rate);
  return off[Math.floor(off.length * 0.99)] ?? 0;
}
