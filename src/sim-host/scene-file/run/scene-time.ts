import type { Unsubscribe } from '../../../service/index.js';
import type { FrameTime, PlayerLoop } from '../../engine/index.js';

/** Frames and time since the scene started. */
export class SceneTime {
  readonly #loop: PlayerLoop;
  #start: FrameTime = { frame: 0, time: 0 };

  constructor(loop: PlayerLoop) {
    this.#loop = loop;
  }

  /** Makes the present frame the start of the scene. */
  reset(): void {
    const { frame, time } = this.#loop;
    this.#start = { frame, time };
  }

  /** Calls `listener` in every frame with the time since the scene started. */
  onFrame(listener: (time: FrameTime) => void): Unsubscribe {
    return this.#loop.update.add(({ frame, time }) =>
      listener({ frame: frame - this.#start.frame, time: time - this.#start.time }),
    );
  }
}
