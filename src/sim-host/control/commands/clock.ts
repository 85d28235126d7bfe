import { ExposedError, FrameRate } from '../../../service/index.js';
import { type ControlContext, command } from '../command.js';
import { integer, numberAbove, optional } from '../shape.js';

/** Frames are run at once, while nothing else is served: more than these have to be asked for again. */
const maxFrames = 36_000;
const maxSeconds = 600;

/** Time. */
export const clockCommands = ({ engine }: ControlContext) =>
  [
    command(
      'clock.step',
      { frames: optional(integer(1, maxFrames)), seconds: optional(numberAbove(0, maxSeconds)) },
      ({ frames, seconds }) => {
        if (engine.clock.mode === 'real') {
          throw new ExposedError(
            'invalid-request',
            'the clock is real; start the host with --clock manual to step it',
          );
        }
        if ((frames === undefined) === (seconds === undefined)) {
          throw new ExposedError(
            'invalid-request',
            'either "frames" or "seconds" must be given, and not both',
          );
        }
        const steps = frames ?? Math.max(1, new FrameRate(engine.clock.rate).asFrameNumber(seconds!));
        if (steps > maxFrames) {
          const at = `${seconds} s at ${engine.clock.rate} Hz are ${steps} frames`;
          throw new ExposedError('invalid-request', `${at}; one step takes at most ${maxFrames}`);
        }
        engine.step(steps);
        return { frames: steps, frame: engine.loop.frame, time: engine.clock.time() / 1000 };
      },
    ),
  ] as const;
