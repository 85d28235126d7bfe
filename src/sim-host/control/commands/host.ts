import { FrameRate } from '../../../service/index.js';
import type { Engine } from '../../engine/index.js';
import { type ControlContext, command } from '../command.js';
import { integer, invalid, numberAbove, optional } from '../command-body.js';

/** Maximum frames and seconds of one command, because the host serves nothing else while they run. */
const maxFrames = 36_000;
const maxSeconds = 600;

/** The state of the host, its manual clock, its reset and its pairing code. */
export const hostCommands = ({ engine, service, reset }: ControlContext) =>
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
      /** Maximum of the last five seconds, in milliseconds. */
      longestFrame: engine.loop.gaps.longest(engine.clock.time(), 5000),
      activeScene: engine.scenes.active?.name ?? null,
      scenes: engine.scenes.loaded.map(({ name, buildIndex }) => ({ name, buildIndex })),
      objects: service.objects.size,
      subscribers: service.subscribers,
      flushInterval: service.flushInterval,
      prompts: service.prompts.states.map((prompt) => ({ ...prompt })),
    })),
    command(
      'clock.step',
      { frames: optional(integer(1, maxFrames)), seconds: optional(numberAbove(0, maxSeconds)) },
      ({ frames, seconds }) => {
        if (engine.clock.mode === 'real') {
          throw invalid('cannot step the real clock; start the host with --clock manual');
        }
        if ((frames === undefined) === (seconds === undefined))
          throw invalid('give either "frames" or "seconds"');
        const steps = frames ?? Math.max(1, new FrameRate(engine.clock.rate).asFrameNumber(seconds!));
        if (steps > maxFrames) {
          const at = `${seconds} s at ${engine.clock.rate} Hz are ${steps} frames`;
          throw invalid(`${at}; one step takes at most ${maxFrames}`);
        }
        engine.step(steps);
        return { frames: steps, frame: engine.loop.frame, time: engine.clock.time() / 1000 };
      },
    ),
    command('host.reset', {}, async () => {
      await reset();
      return {
        frame: engine.loop.frame,
        time: engine.clock.time() / 1000,
        activeScene: engine.scenes.active?.name ?? null,
      };
    }),
    command('pairing.code', {}, () => {
      const { pairing } = service;
      if (pairing === undefined) throw invalid('pairing is disabled; start the host with --pair');
      const { code, access } = pairing;
      return { code, access, seconds: Math.ceil(pairing.validMs / 1000) };
    }),
  ] as const;

function jitterP99({ loop, clock }: Engine): number {
  const off = loop.gaps.jitter(clock.time(), 5000, 1000 / clock.rate);
  return off[Math.floor(off.length * 0.99)] ?? 0;
}
