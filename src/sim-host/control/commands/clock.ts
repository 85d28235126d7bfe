import { ExposedError, FrameRate } from '../../../service/index.js';
import { type ControlContext, command } from '../command.js';
import { integer, numberAbove, optional } from '../shape.js';

/** Maximum frames and seconds of one command, because the host serves nothing else while they run. */
const maxFrames = 36_000;
const maxSeconds = 600;

/** Stepping the manual clock. */
export const clockCommands = ({ engine }: ControlContext) =>
  [
    command(
      'clock.step',
      { frames: optional(integer(1, maxFrames)), seconds: optional(numberAbove(0, maxSeconds)) },
      ({ frames, seconds }) => {
        if (engine.clock.mode === 'real') {
          throw new ExposedError(
            'invalid-request',
            'cannot step the real clock; start the host with --clock manual',
          );
        }
        if ((frames === undefined) === (seconds === undefined)) {
          throw new ExposedError('invalid-request', 'give either "frames" or "seconds"');
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
